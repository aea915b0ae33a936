"""Faults in programs for MindTorch and MSAdapter, which put the names of PyTorch over MindSpore."""
