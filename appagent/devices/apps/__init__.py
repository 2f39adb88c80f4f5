"""Find the installed app that a name means."""
