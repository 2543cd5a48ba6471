"""Terraflip as text and data: move notation, what a seat sees, why a move is illegal, final tables."""
