"""Rules on changing the learning rate."""
