"""The proof of the rules: their programs, run under real MindSpore on real devices."""
