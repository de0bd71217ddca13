internal import CPlatform
import Synchronization

/// The allocator's own memory, of which the GNU C library keeps much when threads come and go.
///
/// It gives threads heaps of their own, up to eight for each processor, and a page goes back to the system only when
/// nothing on it is in use. Few objects that stay, spread among many that went, then hold many times their
/// size.
public enum HeapMemory {
  /// Whether the program has said that the heaps are to be looked after.
  private static let isLookedAfter = Atomic(false)

  /// Lets all threads share a few heaps, and has freed memory joined at once and given back to the system; for programs
  /// of ours to call before they have threads.
  ///
  /// A program that indexes in the background and serves for days keeps a third of the memory so, at the same
  /// speed. It is not for libraries to decide that: while memory is given back, whoever allocates waits, and the
  /// heaps of an app may be large.
  public static func share(heapCount: Int) {
    fresnel_heap_share(Int32(clamping: heapCount))
    isLookedAfter.store(true, ordering: .relaxed)
  }

  /// Gives freed buffers, and in a program that shares its heaps all that nothing is in use of, back to the system.
  ///
  /// - Complexity: Looks through all free memory: milliseconds after much was freed.
  public static func releaseFreed() {
    BufferMemory.releaseSpares()
    if isLookedAfter.load(ordering: .relaxed) { fresnel_heap_trim() }
  }
}
