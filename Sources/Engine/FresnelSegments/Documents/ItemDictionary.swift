import CZstd

/// Text that item blocks of a segment are compressed with, prepared for decompressing: its copies in
/// blocks take no room.
///
/// It takes its own length and 27 KB of memory as long as the segment is open.
final class ItemDictionary: Sendable {
  /// The greatest length that is read.
  static let greatestByteCount = 1 << 20

  // Never written after init, and freed only in deinit, which runs when nothing refers to it any more;
  // decompressing with it only reads it: so any number of threads may use it.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Copies a dictionary; `nil` when there is not enough memory.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let pointer = fresnel_zstd_dictionary_create(bytes.baseAddress, bytes.count) else {
      return nil
    }
    self.pointer = pointer
  }

  deinit { fresnel_zstd_dictionary_destroy(pointer) }
}
