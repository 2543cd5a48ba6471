"""One running game: matches, their moves and scores, records and positions."""
