"""The forms in which findings are written."""
