import Synchronization

/// Bytes of a ``ByteSource`` that stay where they are while the pin lives.
///
/// A pin keeps its source open. Hold it as long as the bytes are used and no longer: a pinned block
/// can't make room for another in the cache. Keep it in a variable: in an expression like
/// `pin(…).bytes` it ends before the bytes are used.
package struct BytePin: ~Copyable {
  /// The bytes asked for.
  package let bytes: UnsafeRawBufferPointer
  /// Has to stay as long as the bytes: an image lies in it, and it keeps the cache.
  private let source: ByteSource
  /// The state of the cache frame that the bytes lie in, which counts its pins.
  private let state: UnsafeMutablePointer<Atomic<UInt32>>?
  /// The allocation that the bytes lie in and that ends with the pin.
  private let copy: UnsafeMutableRawPointer?

  /// Bytes in memory that the source owns.
  init(_ bytes: UnsafeRawBufferPointer, of source: ByteSource) {
    self.bytes = bytes
    self.source = source
    state = nil
    copy = nil
  }

  /// Bytes in a frame of the source's cache; takes over the caller's pin.
  init(_ bytes: UnsafeRawBufferPointer, of source: ByteSource, in frame: CacheFrames.Pinned) {
    self.bytes = bytes
    self.source = source
    state = frame.state
    copy = nil
  }

  /// Bytes in an allocation, which the pin takes over.
  init(_ bytes: UnsafeRawBufferPointer, of source: ByteSource, in copy: UnsafeMutableRawPointer?) {
    self.bytes = bytes
    self.source = source
    state = nil
    self.copy = copy
  }

  deinit {
    if let state {
      state.pointee.wrappingSubtract(1, ordering: .releasing)
    } else if let copy {
      copy.deallocate()
    }
  }
}
