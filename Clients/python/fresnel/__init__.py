"""A client of the Fresnel daemon, for Python 3.9 and later, without anything to install.

    import fresnel

    with fresnel.connect(program="notes 1.0") as client:
        index = client.open_index("main")
        index.put([fresnel.Item("note-1", {"title": "Café", "textContent": "Two cups"})],
                  client_state=b"v1")
        for hit in client.search("caf").hits:
            print(hit.score, hit.item.identifier, hit.item.attributes["title"])

An app that answers requests gives its index a delegate, an object with some of the methods of
`Delegate`, and calls `client.serve()` when it has nothing else to do. Requests that come while a call
waits for its answer are served meanwhile. A client belongs to one thread and one process.

It is written from Documentation/protocol.md and Documentation/formats/item.md.
"""

from .asking import Answer, Suggestion, Term, Token, Understanding
from .attributes import ATTRIBUTES
from .client import Client, connect, socket_path
from .errors import Failure, ProtocolError, Refused
from .index import ANY, Index, Replacement
from .items import URL, Item
from .messages import Delegate, Description, Hit, SearchResults, Welcome

__all__ = [
    "ANY", "ATTRIBUTES", "Answer", "Client", "Delegate", "Description", "Failure", "Hit", "Index",
    "Item", "ProtocolError", "Refused", "Replacement", "SearchResults", "Suggestion", "Term", "Token",
    "URL", "Understanding", "Welcome", "connect", "socket_path",
]
