import Synchronization

/// Verified, decrypted blocks of any number of files, in memory that a setting bounds.
///
/// The memory is divided into frames of one block each. Every open file has a table that tells for
/// each of its blocks which frame holds it, if one does (``CachedBlocks``), so that finding a block
/// is one load, as in vmcache (Leis and others, "Virtual-Memory Assisted Buffer Management", SIGMOD
/// 2023), without the memory mapping. A hit takes no lock. Which frame makes room is decided by
/// CLOCK: a hand goes round and takes the first frame that is neither pinned nor was used since it
/// last came by.
///
/// Thread safe; no lock is held while a file is read. How this is right without one lock around
/// everything:
///
/// - A frame's *state* is one atomic number: how many pins it has, and the bit ``locked`` while its
///   block is being changed. Its *entry* is the place in a file's table that refers to it.
/// - Entries are changed, frames are locked for change, and frames are unlocked with a new block,
///   only under the lock of `replacement`. A frame is locked by a compare-and-exchange from "no
///   pins", and its old entry is cleared, in the same critical section; so while that lock is held,
///   an entry that refers to a frame refers to one that is not locked and has the entry's block.
/// - A hit adds a pin and then looks again: if the frame is not locked and the entry still refers to
///   it, the pin came after the block was filled (unlocking releases, adding a pin acquires) and
///   keeps it from being locked until it is taken back. Otherwise the pin is taken back at once; all
///   it did meanwhile was to keep the frame from being chosen.
/// - Letting go of a pin releases, and locking acquires, so all reads of the old bytes come before
///   the first write of the new ones.
package final class BlockCache: Sendable {
  /// The greatest number of bytes of blocks kept.
  package let byteCount: Int
  private let frameCount: Int
  // Address space for all frames. The system gives it memory when a frame is first filled, and
  // frames are used in order, so a small store takes little. Frames are written while they are
  // locked and read while they are pinned, as told above.
  private nonisolated(unsafe) let frames: UnsafeMutableRawPointer
  // The states of all frames, initialised in init.
  private nonisolated(unsafe) let states: UnsafeMutablePointer<Atomic<UInt32>>
  private let replacement = Mutex(Replacement())

  /// Set in the state of a frame while its bytes are being changed.
  private static let locked: UInt32 = 1 << 31
  /// Set in the state of a frame that was used since the hand last came by.
  private static let used: UInt32 = 1 << 30

  /// Makes a cache; memory is taken when blocks are read.
  package init(byteCount: Int) {
    frameCount = max(0, min(byteCount / Block.byteCount, Int(UInt32.max) - 1))
    self.byteCount = frameCount * Block.byteCount
    frames = .allocate(byteCount: self.byteCount, alignment: Block.byteCount)
    states = .allocate(capacity: frameCount)
    for frame in 0..<frameCount {
      (states + frame).initialize(to: Atomic(0))
    }
  }

  deinit {
    // Pins keep their source, and sources their cache, so nothing refers to a frame any more.
    frames.deallocate()
    states.deinitialize(count: frameCount)
    states.deallocate()
  }

  /// What the cache did so far.
  package var statistics: Statistics {
    replacement.withLock { replacement in
      var statistics = replacement.statistics
      statistics.residentByteCount = replacement.entries.count * Block.byteCount
      return statistics
    }
  }

  /// Counts of a cache; hits are not counted, since a counter that all threads share would cost as
  /// much as the hit.
  package struct Statistics: Equatable, Sendable {
    /// Blocks that were not in the cache.
    package var misses = 0
    /// Blocks that made room for others.
    package var evictions = 0
    /// Blocks that were read into memory of their own because all frames were pinned.
    package var overflows = 0
    /// The bytes of all frames ever filled.
    package var residentByteCount = 0
  }

  /// Which blocks are in which frames, as those who change it see it.
  private struct Replacement {
    /// The entry that refers to each frame ever used, if one does.
    var entries: [CachedBlocks.Entry?] = []
    /// The next frame that may have to make room.
    var hand = 0
    var statistics = Statistics()
  }

  /// A frame that the caller pinned.
  struct PinnedFrame {
    let bytes: UnsafeRawBufferPointer
    let state: UnsafeMutablePointer<Atomic<UInt32>>
  }

  /// What a caller that missed a block got.
  enum Room {
    /// The block itself, pinned: another thread has read it meanwhile.
    case filled(PinnedFrame)
    /// A locked frame to read the block into; goes to ``publish(_:for:)`` or ``giveBack(_:)``.
    case empty(EmptyFrame)
    /// Nothing, because all frames are pinned.
    case none
  }

  /// A frame that the caller alone may write to.
  struct EmptyFrame {
    fileprivate let index: Int
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// Pins the frame that an entry refers to, or returns `nil` when the block may not be there.
  @inline(__always)
  func pin(_ entry: CachedBlocks.Entry) -> PinnedFrame? {
    let reference = entry.place.pointee.load(ordering: .acquiring)
    guard reference != 0 else { return nil }
    let index = Int(reference) - 1
    let state = states + index
    let before = state.pointee.add(1, ordering: .acquiring).oldValue
    guard before & Self.locked == 0, entry.place.pointee.load(ordering: .acquiring) == reference
    else {
      state.pointee.subtract(1, ordering: .releasing)
      return nil
    }
    if before & Self.used == 0 { state.pointee.bitwiseOr(Self.used, ordering: .relaxed) }
    return PinnedFrame(bytes: UnsafeRawBufferPointer(bytes(of: index)), state: state)
  }

  /// Finds a frame for a block that was not there.
  func makeRoom(for entry: CachedBlocks.Entry) -> Room {
    replacement.withLock { replacement in
      let reference = entry.place.pointee.load(ordering: .relaxed)
      if reference != 0 {
        // It can't be locked: see the second rule above.
        let state = states + (Int(reference) - 1)
        state.pointee.add(1, ordering: .acquiring)
        return .filled(
          PinnedFrame(bytes: UnsafeRawBufferPointer(bytes(of: Int(reference) - 1)), state: state))
      }
      replacement.statistics.misses += 1
      guard let index = lockFrame(&replacement) else {
        replacement.statistics.overflows += 1
        return .none
      }
      return .empty(EmptyFrame(index: index, bytes: bytes(of: index)))
    }
  }

  /// Lets an entry refer to a frame that now holds its block; returns the frame, pinned.
  func publish(_ frame: EmptyFrame, for entry: CachedBlocks.Entry) -> PinnedFrame {
    let state = states + frame.index
    replacement.withLock { replacement in
      // When another thread was faster, this frame serves the caller alone and is free afterwards.
      if entry.place.pointee.load(ordering: .relaxed) == 0 {
        replacement.entries[frame.index] = entry
        entry.place.pointee.store(UInt32(frame.index) + 1, ordering: .releasing)
      }
      // Unlocks and adds the caller's pin in one step; others may be adding pins in vain.
      state.pointee.subtract(Self.locked - 1, ordering: .releasing)
    }
    return PinnedFrame(bytes: UnsafeRawBufferPointer(frame.bytes), state: state)
  }

  /// Unlocks a frame that was not filled.
  func giveBack(_ frame: EmptyFrame) {
    states[frame.index].subtract(Self.locked, ordering: .releasing)
  }

  /// Forgets a block whose table goes away; nobody may be pinning it.
  func forget(_ entry: CachedBlocks.Entry) {
    replacement.withLock { replacement in
      let reference = entry.place.pointee.load(ordering: .relaxed)
      guard reference != 0 else { return }
      entry.place.pointee.store(0, ordering: .relaxed)
      replacement.entries[Int(reference) - 1] = nil
      states[Int(reference) - 1].bitwiseAnd(~Self.used, ordering: .relaxed)
    }
  }

  private func bytes(of index: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: frames + index * Block.byteCount, count: Block.byteCount)
  }

  /// Locks a frame that nobody needs and takes it from its block.
  private func lockFrame(_ replacement: inout Replacement) -> Int? {
    let inUse = replacement.entries.count
    if inUse < frameCount {
      replacement.entries.append(nil)
      states[inUse].add(Self.locked, ordering: .acquiring)
      return inUse
    }
    // The first turn takes the marks of use away, so the second finds any frame without pins.
    for _ in 0..<(2 * inUse) {
      let index = replacement.hand
      replacement.hand = index + 1 == inUse ? 0 : index + 1
      let state = states[index].load(ordering: .relaxed)
      if state & Self.used != 0 {
        states[index].bitwiseAnd(~Self.used, ordering: .relaxed)
      } else if state == 0,
        states[index].compareExchange(
          expected: 0, desired: Self.locked, ordering: .acquiringAndReleasing
        ).exchanged
      {
        if let entry = replacement.entries[index] {
          entry.place.pointee.store(0, ordering: .releasing)
          replacement.entries[index] = nil
          replacement.statistics.evictions += 1
        }
        return index
      }
    }
    return nil
  }
}
