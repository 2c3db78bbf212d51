"""What the reader is measured on: boards laid with words, drawn and photographed by chance."""
