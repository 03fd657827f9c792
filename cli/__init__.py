"""The command line: one command, `nakhodka`, with a subcommand for each job."""
