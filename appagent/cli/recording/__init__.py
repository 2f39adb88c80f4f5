"""Define the commands with which a person demonstrates a task, and changes the demonstration afterwards."""
