/// The list of the runs that hold a gram: distances as groups of three bits.
///
/// Each distance is the number of runs skipped since the one before, lowest bits first, three to a half
/// byte, of which the highest bit tells that another half byte follows. The lower half of a byte comes
/// first.
enum GramList {
  /// How many half bytes a distance takes.
  @inline(__always)
  static func width(_ distance: UInt32) -> Int {
    max(1, (34 - distance.leadingZeroBitCount) / 3)
  }

  /// Writes a distance over zeros and moves `place`, in half bytes, behind it.
  @inline(__always)
  static func write(
    _ distance: UInt32, to bytes: UnsafeMutablePointer<UInt8>, at place: inout Int
  ) {
    var rest = distance
    while rest >= 8 {
      bytes[place / 2] |= (UInt8(truncatingIfNeeded: rest) & 7 | 8) << UInt8(place & 1 * 4)
      place &+= 1
      rest >>= 3
    }
    bytes[place / 2] |= UInt8(truncatingIfNeeded: rest) << UInt8(place & 1 * 4)
    place &+= 1
  }

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - count: The number of runs in the list.
  ///   - runCount: The number of runs there are.
  ///   - body: Is called with each run, ascending.
  /// - Throws: When the bytes are no list of so many runs.
  @inline(__always)
  static func read(
    _ bytes: UnsafeRawBufferPointer, count: Int, runCount: UInt32, _ body: (UInt32) -> Void
  ) throws(TermDamage) {
    var place = 0
    let end = bytes.count &* 2
    var next: UInt64 = 0
    for _ in 0..<count {
      var distance: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        guard place < end else { throw .truncated }
        let half = bytes[place / 2] >> UInt8(place & 1 &* 4) & 15
        place &+= 1
        distance |= UInt64(half & 7) << shift
        if half < 8 { break }
        shift &+= 3
        guard shift <= 30 else { throw .range }
      }
      let run = next &+ distance
      guard run < UInt64(runCount) else { throw .range }
      body(UInt32(truncatingIfNeeded: run))
      next = run &+ 1
    }
  }
}
