"""Models: messages in, a reply with its usage out."""

from appagent.models.base import Budget, Message, Model, ModelReply, SchemaRefused, Usage

__all__ = ["Budget", "Message", "Model", "ModelReply", "SchemaRefused", "Usage"]
