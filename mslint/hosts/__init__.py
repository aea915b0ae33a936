"""Programs that mslint plugs into, one module each."""
