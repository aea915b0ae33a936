"""MSL4: automatic differentiation."""
