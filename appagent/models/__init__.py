"""Models: messages in, a reply with its usage out."""

from appagent.models.base import Budget, Message, Model, ModelReply, Usage

__all__ = ["Budget", "Message", "Model", "ModelReply", "Usage"]
