"""Terraflip for people: drawings and their words, the guide for a first game, the editor of final tables."""
