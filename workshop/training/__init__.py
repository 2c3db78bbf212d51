"""The training of the reader: samples, network, ONNX writer. Only script/train-reader uses it."""
