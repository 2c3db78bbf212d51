from device.language.wording import REFUSAL_SENTENCES
from vision.reading import Refusal


def test_every_refusal_says_what_to_do():
    assert set(REFUSAL_SENTENCES) == set(Refusal)
    assert all(":" in sentence for sentence in REFUSAL_SENTENCES.values())
