from device.language.wording import SENTENCES
from vision.reading import Refusal


def test_every_refusal_says_what_to_do():
    assert set(SENTENCES) == set(Refusal)
    assert all(":" in sentence for sentence in SENTENCES.values())
