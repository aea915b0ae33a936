"""MSL5: the same name, another result."""
