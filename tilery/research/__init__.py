"""For those who study games: batches for NumPy, and environments for PettingZoo and OpenSpiel.

Each part is imported by its name, because each needs other packages: `tilery.research.batch` none, `.pettingzoo` and
`.openspiel` an extra.
"""
