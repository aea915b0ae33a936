"""Rules on optimizers and hyperparameters."""
