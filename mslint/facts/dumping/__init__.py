"""The parts of `mslint.facts.dump`. They need MindSpore and the standard library of Python 3.7, nothing else."""
