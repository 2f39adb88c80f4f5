"""Run task suites again and again, and compute figures that tell skill from luck."""
