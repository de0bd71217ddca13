internal import CPlatform

/// What the system and the processor are told of memory that will be used: it changes no byte of it, only how soon they
/// are there.
package enum MemoryHints {
  /// The size of the system's large pages, or a multiple of it.
  package static let largePageByteCount = 2 << 20

  /// Has the system map memory by large pages where it can.
  ///
  /// The processor remembers where some thousand pages are. To find others it reads tables, which in a virtual machine
  /// takes about as long as two reads from memory. A large page stands for 512 usual ones. The price is that the system
  /// gives that much memory at the first byte that is written.
  ///
  /// - Parameter memory: The memory, aligned to ``largePageByteCount``.
  package static func useLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress else { return }
    fresnel_pages_make_large(base, memory.count)
  }

  /// Has the processor load the line of its cache that an address lies in. Nothing waits for it, and an address that
  /// is not readable does no harm.
  ///
  /// - Parameter address: The address.
  /// - Complexity: O(1).
  package static func prefetch(_ address: UnsafeRawPointer) { fresnel_memory_prefetch(address) }

  /// The bytes of a line of the processor's cache.
  package static let lineByteCount = 64
}
