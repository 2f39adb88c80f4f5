"""Models: messages go in, a reply and its usage come out."""

from appagent.models.base import Budget, Message, Model, ModelReply, SchemaRefused, Usage

__all__ = ["Budget", "Message", "Model", "ModelReply", "SchemaRefused", "Usage"]
