"""For those who study games: batches of matches, and environments for PettingZoo and OpenSpiel.

Each part is imported by its name, because each needs other packages: `.batch` and `.pettingzoo` the extra `research`,
`.openspiel` the extra `openspiel`, and `.episode` none.
"""
