"""Learning: act in an app, judge each action, and write down what the touched element does."""
