"""What is kept on disk: games, pictures of plays, word lists, boards and learned tables."""
