"""Rules on training and inference mode."""
