"""The apps that the virtual phone comes with, one file each."""
