internal import CPlatform

/// The allocator's own memory, of which the GNU C library keeps much when threads come and go.
///
/// It gives threads heaps of their own, up to eight for each processor, and a page goes back to the system only when
/// nothing on it is in use. Few objects that stay, spread among many that went, then hold many times their
/// size.
public enum HeapMemory {
  /// Lets all threads share a few heaps; to be called before the process has threads.
  ///
  /// A program that indexes in the background and serves for days keeps a third of the memory so, at the same
  /// speed. It is not for libraries to decide that.
  public static func share(heapCount: Int) {
    fresnel_heap_share(Int32(clamping: heapCount))
  }

  /// Gives what nothing is in use of back to the system.
  ///
  /// - Complexity: Looks through all free memory: milliseconds after much was freed.
  public static func releaseFreed() {
    BufferMemory.releaseSpares()
    fresnel_heap_trim()
  }
}
