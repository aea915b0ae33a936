"""mslint finds lines that run on MindSpore and are silently wrong."""

__version__ = "0.1.0"
