"""The `mslint` command, one module per subcommand."""
