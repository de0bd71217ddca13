/// Bytes that are no message, or a message that cannot be sent.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What to do about it.
  package enum Code: Sendable {
    /// The bytes break the protocol; the connection is of no more use.
    case malformed
    /// The kind is none of this version's. A request is answered with
    /// ``ServiceError/Code/unsupported``, an event is passed over; the connection goes on.
    case unknownKind
    /// The message is longer than a frame may be; send less.
    case tooLarge
    /// A descriptor that came with the frame cannot be used; the connection is of no more use.
    case badDescriptor
    /// More requests are open than there are slots, or a number was used again; the connection is of
    /// no more use.
    case slotsExceeded
    /// The system refused what sending takes, such as memory; try again.
    case system
  }

  /// What to do about it.
  package let code: Code
  /// One sentence that says what was wrong and, of bytes, where.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
