/// Sorts numbers by keys of eight bytes, as the terms of a table by their first ones.
enum KeyedNumbers {
  /// A key, and the number of what has it.
  typealias Element = (key: UInt64, number: UInt32)

  /// The values of a digit: a byte of the keys.
  private static let radix = 256
  private static let digitCount = 8
  /// Fewer are sorted by comparing, which has no tables to fill.
  private static let leastCount = 512

  /// The terms, numbered by place, in the order of their keys.
  static func sorted(_ entries: borrowing GrowableBuffer<TermTable.Entry>) -> [Element] {
    let count = entries.count
    let elements = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      for number in 0..<count {
        buffer.initializeElement(
          at: number, to: (entries[number].sortKey, UInt32(truncatingIfNeeded: number)))
      }
      initialized = count
    }
    return sorted(elements)
  }

  /// Elements in the order of their keys; those of one key stay in theirs.
  ///
  /// - Complexity: O(*n*): a counting sort for each digit, from the last one on.
  static func sorted(_ elements: consuming [Element]) -> [Element] {
    var source = elements
    let count = source.count
    if count < leastCount {
      source.sort { $0.key < $1.key }
      return source
    }
    var counts = [Int](repeating: 0, count: digitCount * radix)
    counts.withUnsafeMutableBufferPointer { counts in
      for (key, _) in source {
        for digit in 0..<digitCount { counts[digit &* radix &+ value(of: digit, in: key)] &+= 1 }
      }
    }
    var target = source
    for digit in 0..<digitCount {
      let range = digit * radix..<(digit + 1) * radix
      // Where all have the same, they are in order.
      if counts[range.lowerBound + value(of: digit, in: source[0].key)] == count { continue }
      var sum = 0
      for place in range {
        let own = counts[place]
        counts[place] = sum
        sum += own
      }
      counts.withUnsafeMutableBufferPointer { next in
        source.withUnsafeBufferPointer { source in
          target.withUnsafeMutableBufferPointer { target in
            for element in source {
              let place = range.lowerBound &+ value(of: digit, in: element.key)
              target[next[place]] = element
              next[place] &+= 1
            }
          }
        }
      }
      swap(&source, &target)
    }
    return source
  }

  /// A byte of a key, counted from the last one.
  @inline(__always)
  private static func value(of digit: Int, in key: UInt64) -> Int {
    Int(truncatingIfNeeded: key &>> UInt64(truncatingIfNeeded: 8 &* digit) & 0xFF)
  }
}
