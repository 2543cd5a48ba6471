"""The arena: many matches between bots, and what can be said about their strength."""
