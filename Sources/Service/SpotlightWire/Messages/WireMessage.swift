package import FresnelPlatform

/// All that one side can say.
package protocol WireMessage: Hashable, Sendable {
  /// The kind.
  var kind: MessageKind { get }

  /// How many descriptors go with the message, besides one that its payload may be.
  var descriptorCount: Int { get }

  /// Appends the payload.
  func write(to writer: inout WireWriter)

  /// Reads the payload of a kind; `nil` when this side does not say that.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init?(_ kind: MessageKind, from reader: inout WireReader) throws(WireError)
}

/// A message with what is around it.
package struct Envelope<Message: WireMessage>: Sendable {
  /// The request that the message is or answers; 0 in events.
  package var request: UInt64
  /// Whether no further reply to the request follows.
  package var isLast: Bool
  /// The message.
  package var message: Message
  /// The descriptors that go with it.
  package var descriptors: [SharedDescriptor]
  /// What the message takes of the memory that its sender may use. Whoever keeps a part of the message for
  /// longer than a call keeps this too.
  package var charge: (any PayloadCharge)?

  /// Puts a message into an envelope.
  package init(
    _ message: Message, request: UInt64 = 0, isLast: Bool = true,
    descriptors: [SharedDescriptor] = []
  ) {
    self.request = request
    self.isLast = isLast
    self.message = message
    self.descriptors = descriptors
  }
}
