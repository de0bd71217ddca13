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
        if !place(bucket, slotCount: slotCount) { return false }
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

  /// Finds the displacement that sends the terms of a bucket to free slots, and takes these.
  private mutating func place(_ bucket: Int, slotCount: Int) -> Bool {
    let range = Int(starts[bucket])..<Int(starts[bucket + 1])
    for displacement in 0...UInt8.max {
      var added = 0
      for index in range {
        let slot = PositionSlots.slot(
          of: sorted[index], displacement: displacement, count: slotCount)
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot & 63)
        if taken[slot &>> 6] & bit != 0 { break }
        taken[slot &>> 6] |= bit
        added += 1
      }
      if added == range.count {
        displacements[bucket] = displacement
        return true
      }
      for index in range.prefix(added) {
        let slot = PositionSlots.slot(
          of: sorted[index], displacement: displacement, count: slotCount)
        taken[slot &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: slot & 63))
      }
    }
    return false
  }
}
