"""Rates."""

EPOCHS = 8
RATES = [0.1] * 20 + [0.01] * 12
