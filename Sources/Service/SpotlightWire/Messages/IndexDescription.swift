/// A client asks what an index holds.
package struct DescribeIndex: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the index.
  package var handle: UInt32
  /// Whether to compute a digest of all items, which takes time.
  package var withDigest: Bool

  /// Puts the parts together.
  package init(handle: UInt32, withDigest: Bool) {
    self.handle = handle
    self.withDigest = withDigest
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(withDigest)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    withDigest = try reader.flag()
  }
}

/// What an index holds.
package struct IndexDescription: Hashable, Sendable, WireValue {
  /// The client state; `nil` when there never was one.
  package var clientState: [UInt8]?
  /// The number of items.
  package var itemCount: UInt64
  /// The bytes of the items.
  package var byteCount: UInt64
  /// The digest, if it was asked for.
  package var digest: IndexDigest?

  /// Puts the parts together.
  package init(
    clientState: [UInt8]? = nil, itemCount: UInt64, byteCount: UInt64, digest: IndexDigest? = nil
  ) {
    self.clientState = clientState
    self.itemCount = itemCount
    self.byteCount = byteCount
    self.digest = digest
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optionalBytes: clientState)
    writer.append(varint: itemCount)
    writer.append(varint: byteCount)
    writer.append(optional: digest)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    clientState = try reader.optionalBytes()
    itemCount = try reader.varint()
    byteCount = try reader.varint()
    digest = try reader.optional()
  }
}

/// A number for the content of an index, by which an app finds out whether the index holds what it
/// should. It does not depend on the order of the items.
package struct IndexDigest: Hashable, Sendable, WireValue {
  /// The number of bytes.
  package static let byteCount = 32

  /// The bytes.
  package let bytes: [UInt8]

  /// Makes a digest of its bytes; `nil` unless there are 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Appends the bytes.
  package func write(to writer: inout WireWriter) {
    writer.append(raw: bytes)
  }

  /// Reads the bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    bytes = try reader.raw(count: Self.byteCount)
  }
}
