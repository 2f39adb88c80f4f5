"""Learning: acting in an app, judging each action, writing down what the touched element does."""
