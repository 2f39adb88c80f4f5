"""Language models: send messages to a model, and get its reply with the tokens and money that it took."""

from appagent.models.base import Budget, Message, Model, ModelReply, SchemaRefused, Usage

__all__ = ["Budget", "Message", "Model", "ModelReply", "SchemaRefused", "Usage"]
