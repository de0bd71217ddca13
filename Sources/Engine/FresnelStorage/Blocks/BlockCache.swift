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
/// - A frame's *state* is one atomic number: how many pins it has, the bit "locked" while its bytes
///   are being changed, and the bit "used". Its *entry* is the place in a file's table that refers
///   to it.
/// - Entries are changed only under the lock of `replacement`. A frame is locked by a
///   compare-and-exchange from "no pins", and its old entry is cleared, in one critical section; its
///   new entry is set, and it is unlocked, in another. So while that lock is held, an entry that
///   refers to a frame refers to one that is not locked and has the entry's block.
/// - A hit adds a pin and then looks again: if the frame is not locked and the entry still refers to
///   it, the pin came after the block was filled (unlocking releases, adding a pin acquires) and
///   keeps the frame from being locked until it is taken back. Otherwise the pin is taken back at
///   once; all it did meanwhile was to keep the frame from being chosen.
/// - Letting go of a pin releases, and locking acquires, so all reads of the old bytes come before
///   the first write of the new ones.
/// - A table goes away after its last pin did. What the cache knows of it is forgotten first, under
///   the lock; the cache does not touch an entry after it has cleared it.
package final class BlockCache: Sendable {
  /// The greatest number of bytes of blocks kept.
  package let byteCount: Int
  /// The frames, for hits.
  let frames: CacheFrames
  private let replacement = Mutex(Replacement())

  /// Makes a cache; memory is taken when blocks are read.
  package init(byteCount: Int) {
    let count = max(0, min(byteCount / Block.byteCount, Int(UInt32.max) - 1))
    self.byteCount = count * Block.byteCount
    frames = CacheFrames(count: count)
  }

  deinit {
    // Pins keep their source, and sources their cache, so nothing refers to a frame any more.
    frames.deallocate()
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
    /// The entry that refers to each frame ever used, if one does. Frames are used in order, so
    /// that a small store takes little memory.
    var entries: [CachedBlocks.Entry?] = []
    /// The next frame that may have to make room.
    var hand = 0
    var statistics = Statistics()
  }

  /// What a caller that missed a block got.
  enum Room {
    /// The block itself: another thread has read it meanwhile.
    case filled(CacheFrames.Pinned)
    /// A frame to read the block into; goes to ``publish(_:for:)`` or ``giveBack(_:)``.
    case empty(LockedFrame)
    /// Nothing, because all frames are pinned.
    case none
  }

  /// A frame that the caller alone may write to.
  struct LockedFrame {
    fileprivate let index: Int
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// Finds a frame for a block that was not there.
  func makeRoom(for entry: CachedBlocks.Entry) -> Room {
    replacement.withLock { replacement in
      let reference = entry.place.pointee.load(ordering: .relaxed)
      if reference != 0 {
        // Under this lock an entry refers to no locked frame.
        let state = frames.state(Int(reference) - 1)
        state.pointee.wrappingAdd(1, ordering: .acquiring)
        return .filled(
          CacheFrames.Pinned(
            bytes: UnsafeRawPointer(frames.bytes(Int(reference) - 1)), state: state))
      }
      replacement.statistics.misses += 1
      guard let index = lockFrame(&replacement) else {
        replacement.statistics.overflows += 1
        return .none
      }
      return .empty(
        LockedFrame(
          index: index,
          bytes: UnsafeMutableRawBufferPointer(
            start: frames.bytes(index), count: Block.byteCount)))
    }
  }

  /// Lets an entry refer to a frame that now holds its block; returns the frame, pinned.
  func publish(_ frame: LockedFrame, for entry: CachedBlocks.Entry) -> CacheFrames.Pinned {
    let state = frames.state(frame.index)
    replacement.withLock { replacement in
      // When another thread was faster, this frame serves the caller alone and is free afterwards.
      if entry.place.pointee.load(ordering: .relaxed) == 0 {
        replacement.entries[frame.index] = entry
        entry.place.pointee.store(UInt32(frame.index) + 1, ordering: .releasing)
      }
      // Unlocks and adds the caller's pin in one step; others may be adding pins in vain.
      state.pointee.wrappingSubtract(CacheFrames.locked - 1, ordering: .releasing)
    }
    return CacheFrames.Pinned(bytes: UnsafeRawPointer(frames.bytes(frame.index)), state: state)
  }

  /// Unlocks a frame that was not filled; no entry refers to it.
  func giveBack(_ frame: LockedFrame) {
    frames.state(frame.index).pointee.wrappingSubtract(CacheFrames.locked, ordering: .releasing)
  }

  /// Forgets a block whose table goes away; nobody may be pinning it.
  func forget(_ entry: CachedBlocks.Entry) {
    replacement.withLock { replacement in
      let reference = entry.place.pointee.load(ordering: .relaxed)
      guard reference != 0 else { return }
      let index = Int(reference) - 1
      replacement.entries[index] = nil
      entry.place.pointee.store(0, ordering: .relaxed)
      frames.state(index).pointee.bitwiseAnd(~CacheFrames.used, ordering: .relaxed)
    }
  }

  /// Locks a frame that nobody needs and takes it from its block.
  private func lockFrame(_ replacement: inout Replacement) -> Int? {
    let inUse = replacement.entries.count
    if inUse < frames.count {
      replacement.entries.append(nil)
      frames.state(inUse).pointee.bitwiseOr(CacheFrames.locked, ordering: .acquiring)
      return inUse
    }
    // The first turn takes the marks of use away, so the second finds any frame without pins.
    for _ in 0..<(2 * inUse) {
      let index = replacement.hand
      replacement.hand = index + 1 == inUse ? 0 : index + 1
      let state = frames.state(index)
      let before = state.pointee.load(ordering: .relaxed)
      if before & CacheFrames.used != 0 {
        state.pointee.bitwiseAnd(~CacheFrames.used, ordering: .relaxed)
      } else if before == 0,
        state.pointee.compareExchange(
          expected: 0, desired: CacheFrames.locked, ordering: .acquiring
        ).exchanged
      {
        if let entry = replacement.entries[index] {
          replacement.entries[index] = nil
          replacement.statistics.evictions += 1
          entry.place.pointee.store(0, ordering: .releasing)
        }
        return index
      }
    }
    return nil
  }
}
