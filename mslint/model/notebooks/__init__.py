"""Jupyter notebooks as Python source: `document` is the JSON file, `magics` what IPython adds, `code` both together."""
