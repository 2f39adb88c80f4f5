"""Carry out suites of tasks again and again, and compute figures that tell skill from luck."""
