internal import FresnelPlatform
import Synchronization

/// The memory of a ``BlockCache``: frames of one block each, and the state of each.
///
/// What may be done with them when, and why that is right, is told at the cache.
// Safe to share: the pointers never change, the states are atomic, and a frame is written only by the
// thread that locked its state, which succeeds only while nobody has pinned it, and read only by those
// that pinned it, which fails while it is locked. The cache frees the memory when nobody refers to it.
struct CacheFrames: @unchecked Sendable {
  // Address space for all frames. The system gives it memory when a frame is first filled. A frame
  // is written only by the thread that locked it and read only by those that pinned it.
  private let memory: UnsafeMutableRawPointer
  // Atomic, and initialised before anybody else sees them.
  private let states: UnsafeMutablePointer<Atomic<UInt32>>
  let count: Int

  /// Set in the state of a frame while its bytes are being changed.
  static let locked: UInt32 = 1 << 31
  /// Set in the state of a frame that was used since the hand of the clock last came by.
  static let used: UInt32 = 1 << 30

  /// A frame that the caller pinned: it stays as it is until the state is one less.
  struct Pinned {
    let bytes: UnsafeRawPointer
    let state: UnsafeMutablePointer<Atomic<UInt32>>
  }

  /// From so many bytes on the frames lie in large pages: blocks of a cache that is read all over lie in more pages
  /// than the processor remembers. A small cache is a device's, where no megabyte is to be taken before it is needed.
  private static let leastLargeByteCount = 128 << 20

  init(count: Int) {
    self.count = count
    let byteCount = count * Block.byteCount
    let isLarge = byteCount >= Self.leastLargeByteCount
    memory = .allocate(
      byteCount: byteCount,
      alignment: isLarge ? MemoryHints.largePageByteCount : Block.byteCount)
    if isLarge { MemoryHints.useLargePages(.init(start: memory, count: byteCount)) }
    states = .allocate(capacity: count)
    for frame in 0..<count { (states + frame).initialize(to: Atomic(0)) }
  }

  /// Ends the use of the frames; nobody may refer to them any more.
  func deallocate() {
    states.deinitialize(count: count)
    states.deallocate()
    memory.deallocate()
  }

  func state(_ frame: Int) -> UnsafeMutablePointer<Atomic<UInt32>> { states + frame }

  func bytes(_ frame: Int) -> UnsafeMutableRawPointer { memory + frame &* Block.byteCount }

  /// Where the bytes of the block that an entry refers to seem to be; only to be told to the processor, as the frame
  /// may get another block at any time.
  @inline(__always)
  func address(_ entry: CachedBlocks.Entry) -> UnsafeRawPointer? {
    let reference = entry.place.pointee.load(ordering: .relaxed)
    return reference == 0 ? nil : UnsafeRawPointer(bytes(Int(reference) &- 1))
  }

  /// Pins the frame that an entry refers to, or returns `nil` when the block may not be there.
  @inline(__always)
  func pin(_ entry: CachedBlocks.Entry) -> Pinned? {
    let reference = entry.place.pointee.load(ordering: .acquiring)
    guard reference != 0 else { return nil }
    // An entry refers to no other frames than those that there are.
    let frame = Int(reference) &- 1
    // Pins can't overflow into the two bits above them: there isn't the memory for 2^30 pins.
    let before = states[frame].wrappingAdd(1, ordering: .acquiring).oldValue
    guard before & Self.locked == 0, entry.place.pointee.load(ordering: .acquiring) == reference
    else {
      states[frame].wrappingSubtract(1, ordering: .releasing)
      return nil
    }
    if before & Self.used == 0 { states[frame].bitwiseOr(Self.used, ordering: .relaxed) }
    return Pinned(bytes: UnsafeRawPointer(bytes(frame)), state: states + frame)
  }
}
