"""Remember what a learning has seen and done, also on disk, so that it can be continued."""
