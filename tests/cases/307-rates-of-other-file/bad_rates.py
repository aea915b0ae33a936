"""Rates."""

EPOCHS = 8
RATES = [0.1] * 5 + [0.01] * 3
