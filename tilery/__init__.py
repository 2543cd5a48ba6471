"""Tilery: Topiary, Triqueta, Tipperary and Terraflip, exact and at native speed."""

__version__ = "0.1.0"
