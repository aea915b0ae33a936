"""What MindSpore, PyTorch and their relatives are: tables from real installs, and what reads them."""
