"""MSL7: what exists and what does not."""
