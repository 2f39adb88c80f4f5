"""Remember what a learning run has seen and done, also on disk, so that it can be continued."""
