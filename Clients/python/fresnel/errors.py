"""How requests fail, and connections."""


class ProtocolError(Exception):
    """The other side broke the protocol; the connection is closed."""


class Refused(Exception):
    """The daemon closed the connection, and said why."""

    def __init__(self, code, reason, lowest, highest):
        super().__init__(reason)
        self.code, self.reason, self.versions = code, reason, (lowest, highest)


class Failure(Exception):
    """A request was not done. `code` is a name of the page's table of failures."""

    def __init__(self, code, message, retryable=False, item=None, attribute=None, column=None,
                 details=()):
        super().__init__(message)
        self.code, self.message, self.retryable = code, message, retryable
        self.item, self.attribute, self.column = item, attribute, column
        self.details = dict(details)
