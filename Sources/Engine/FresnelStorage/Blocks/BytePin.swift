import Synchronization

/// Bytes of a ``ByteSource`` that stay where they are while the pin lives.
///
/// A pin keeps its source open. Hold it as long as the bytes are used and no longer: a pinned block
/// can't be replaced by another in the cache.
package struct BytePin: ~Copyable {
  /// The bytes asked for.
  package let bytes: UnsafeRawBufferPointer
  /// Memory images lie in their source, so it has to stay.
  private let source: ByteSource
  /// The pin count of the cache frame that the bytes lie in.
  private let pins: UnsafeMutablePointer<Atomic<UInt32>>?
  /// The allocation that the bytes lie in and that ends with the pin.
  private let copy: UnsafeMutableRawPointer?

  /// Bytes that live as long as the source.
  init(_ bytes: UnsafeRawBufferPointer, of source: ByteSource) {
    self.bytes = bytes
    self.source = source
    pins = nil
    copy = nil
  }

  deinit {
    if let pins {
      pins.pointee.subtract(1, ordering: .releasing)
    } else if let copy {
      copy.deallocate()
    }
  }
}
