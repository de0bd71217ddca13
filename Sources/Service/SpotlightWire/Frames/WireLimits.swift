/// The limits of the protocol, which bound the memory that a peer can make another one use.
package enum WireLimits {
  /// The longest payload inside a frame, in bytes; a longer one goes as a descriptor.
  package static let inlinePayloadByteCount = 1 << 20
  /// The longest payload, in bytes.
  package static let payloadByteCount = 64 << 20
  /// The most parts that all lists of a message have together: each takes more memory than the byte that
  /// proves it.
  package static let partCount = 1 << 20
  /// The most descriptors with a frame, that of its payload included.
  package static let descriptorsPerFrame = 4
  /// The most requests of a client that wait for their last reply, if their payload is inside the
  /// frame.
  package static let inlineSlots = 64
  /// The most requests of a client that wait for their last reply, if their payload is a descriptor.
  package static let detachedSlots = 8
  /// The most requests to index again that a client has not answered.
  package static let reindexSlots = 4
  /// The most other requests of the daemon that a client has not answered.
  package static let callbackSlots = 8
  /// The most `results` frames of a query that its client has not allowed yet by `more`.
  package static let resultsWindow = 16
  /// The most `results` frames that a client may allow ahead.
  package static let mostResultsOwed = 64
  /// Where a `results` frame ends, in bytes of its hits, unless one hit alone is longer.
  package static let resultsByteCount = 64 << 10
  /// The most bytes of a query string and its filter queries together.
  package static let queryByteCount = 8 << 20
  /// The most bytes of what a person typed.
  package static let typedByteCount = 4 << 10
  /// The most filter queries of a query.
  package static let filters = 256
  /// The most attributes that a query asks for.
  package static let queryAttributes = 1024
  /// The most hits of a search.
  package static let searchHits = 1000
  /// The most suggestions of an answer.
  package static let suggestions = 100
  /// The most tokens of what a person typed.
  package static let tokens = 32
  /// The most characters of a snippet.
  package static let snippetLength: UInt16 = 1000
}
