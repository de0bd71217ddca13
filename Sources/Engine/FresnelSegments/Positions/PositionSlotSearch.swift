/// Finds displacements that give the terms of a document slots of their own; the buffers are used again
/// for each document.
struct PositionSlotSearch: ~Copyable {
  /// The bits of a slot.
  private(set) var width = 0
  /// The displacement of each bucket.
  private(set) var displacements = GrowableBuffer<UInt8>(capacity: 256)
  /// The hashes by bucket, and where each bucket begins.
  private var sorted = GrowableBuffer<UInt64>(capacity: 256)
  private var starts = GrowableBuffer<Int32>(capacity: 256)
  private var bucketOrder = GrowableBuffer<Int32>(capacity: 256)
  /// The slots taken, a bit each.
  private var taken = GrowableBuffer<UInt64>(capacity: 16)

  init() {}

  /// Looks for the fewest bits, and then the fewest buckets, that do.
  ///
  /// - Returns: `false` when there are too many terms, or two of them have the same hash.
  mutating func run(_ hashes: borrowing GrowableBuffer<UInt64>) -> Bool {
    let termCount = hashes.count
    width = 1
    while width <= PositionFormat.maximumWidth {
      let slotCount = PositionSlots.count(width: width)
      // The fuller the slots, the fewer terms can go to free ones together.
      for (termsPerBucket, greatestLoad) in Self.attempts
      where termCount * 100 <= slotCount * greatestLoad {
        let bucketCount = max((termCount * 10 + termsPerBucket - 1) / termsPerBucket, 1)
        if displace(hashes, bucketCount: bucketCount, slotCount: slotCount) { return true }
      }
      width += 1
    }
    return false
  }

  /// Ten times the terms of a bucket, and for how many terms in a hundred slots they are worth trying.
  private static let attempts: [(termsPerBucket: Int, greatestLoad: Int)] = [
    (60, 60), (50, 60), (40, 72), (33, 86), (27, 97), (22, 97),
  ]

  private mutating func displace(
    _ hashes: borrowing GrowableBuffer<UInt64>, bucketCount: Int, slotCount: Int
  ) -> Bool {
    let largest = sortByBucket(hashes, bucketCount: bucketCount)
    taken.removeAll()
    for _ in 0..<(slotCount + 63) / 64 { taken.append(0) }
    displacements.removeAll()
    for _ in 0..<bucketCount { displacements.append(0) }
    // Large buckets first, while there is room.
    var size = largest
    while size > 0 {
      for bucket in 0..<bucketCount
      where Int(starts[bucket + 1] &- starts[bucket]) == size {
        if !place(bucket) { return false }
      }
      size -= 1
    }
    return true
  }

  /// Sorts the hashes by bucket; returns the size of the largest.
  private mutating func sortByBucket(
    _ hashes: borrowing GrowableBuffer<UInt64>, bucketCount: Int
  ) -> Int {
    starts.removeAll()
    sorted.removeAll()
    for _ in 0...bucketCount { starts.append(0) }
    for index in 0..<hashes.count {
      starts[PositionSlots.bucket(of: hashes[index], count: bucketCount)] += 1
      sorted.append(0)
    }
    var largest: Int32 = 0
    var sum: Int32 = 0
    for bucket in 0..<bucketCount {
      largest = max(largest, starts[bucket])
      sum += starts[bucket]
      starts[bucket] = sum
    }
    starts[bucketCount] = sum
    // Filling from behind turns the ends into starts.
    for index in 0..<hashes.count {
      let bucket = PositionSlots.bucket(of: hashes[index], count: bucketCount)
      starts[bucket] -= 1
      sorted[Int(starts[bucket])] = hashes[index]
    }
    return Int(largest)
  }

  /// Displacements are tried so many at a time: a processor does that at once, where a branch for each
  /// would be guessed wrong as often as right.
  private static let stride = 8

  /// Finds the least displacement that sends the terms of a bucket to free slots, and takes these.
  private mutating func place(_ bucket: Int) -> Bool {
    let count = Int(starts[bucket + 1] &- starts[bucket])
    let hashes = sorted.base + Int(starts[bucket])
    let taken = taken.base
    for first in Swift.stride(from: 0, through: Int(UInt8.max), by: Self.stride) {
      // A bit for each displacement under which no term goes to a slot of another bucket.
      var free: UInt64 = 1 &<< UInt64(Self.stride) &- 1
      var index = 0
      while index < count, free != 0 {
        let hash = hashes[index]
        var occupied: UInt64 = 0
        for step in 0..<Self.stride {
          let slot = PositionSlots.slot(
            of: hash, displacement: UInt8(truncatingIfNeeded: first &+ step), width: width)
          occupied |= (taken[slot &>> 6] &>> UInt64(slot & 63) & 1) &<< UInt64(step)
        }
        free &= ~occupied
        index &+= 1
      }
      while free != 0 {
        let displacement = UInt8(truncatingIfNeeded: first &+ free.trailingZeroBitCount)
        if take(displacement, for: hashes, count: count) {
          displacements[bucket] = displacement
          return true
        }
        free &= free &- 1
      }
    }
    return false
  }

  /// Takes the slots of terms under a displacement, unless two of them go to the same.
  private func take(
    _ displacement: UInt8, for hashes: UnsafePointer<UInt64>, count: Int
  ) -> Bool {
    let taken = taken.base
    for index in 0..<count {
      let slot = PositionSlots.slot(of: hashes[index], displacement: displacement, width: width)
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot & 63)
      if taken[slot &>> 6] & bit != 0 {
        for earlier in 0..<index {
          let slot = PositionSlots.slot(
            of: hashes[earlier], displacement: displacement, width: width)
          taken[slot &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: slot & 63))
        }
        return false
      }
      taken[slot &>> 6] |= bit
    }
    return true
  }
}
