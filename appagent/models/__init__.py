"""Language models: send messages to a model, and get its reply and the tokens and money used."""

from appagent.models.base import Budget, Message, Model, ModelReply, SchemaRefused, Usage

__all__ = ["Budget", "Message", "Model", "ModelReply", "SchemaRefused", "Usage"]
