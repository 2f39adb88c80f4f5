"""Replace the random name of the fence in a prompt, so that prompts can be compared."""

import re


def without_fence_name(prompt: str) -> str:
    """The prompt with <data> for the marks."""
    return re.sub(r"data-k[0-9a-f]{10}", "data", prompt)
