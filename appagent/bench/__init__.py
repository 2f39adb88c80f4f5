"""Task suites carried out again and again, and figures that tell skill from luck."""
