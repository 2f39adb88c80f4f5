"""Find the page and the element of a move again, by what the plan keeps of them."""
