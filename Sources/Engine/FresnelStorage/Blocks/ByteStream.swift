/// Reads a ``ByteSource`` in order, in large steps that pass by the block cache.
///
/// Every byte handed out was verified, as those of a pin are.
package struct ByteStream: ~Copyable {
  private let source: ByteSource
  private var pin: BytePin?
  /// The place of the next byte.
  package private(set) var offset: UInt64

  init(_ source: ByteSource, from offset: UInt64) {
    self.source = source
    self.offset = offset
    pin = nil
  }

  /// The next bytes, valid until the next call.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the source ends before, or a block fails
  ///   its checksum; or the code of a failed read.
  package mutating func next(_ count: Int) throws(StorageError) -> UnsafeRawBufferPointer {
    let pin = try source.pin(offset, count)
    let bytes = pin.bytes
    self.pin = consume pin
    offset += UInt64(count)
    return bytes
  }

  /// Goes on from another place; cheap when it is near.
  package mutating func seek(to offset: UInt64) {
    self.offset = offset
  }
}
