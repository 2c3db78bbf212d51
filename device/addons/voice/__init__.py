"""What a table says aloud: which sentences, how they are spelled, and who has them said."""
