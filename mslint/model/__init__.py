"""What the code under test means. Knows nothing of MindSpore."""
