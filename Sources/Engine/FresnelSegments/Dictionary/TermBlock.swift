/// A block of sorted terms: runs, in each of which terms share bytes with the one before.
///
/// Valid as long as its bytes are pinned.
struct TermBlock {
  /// The head, the places of the runs, and the runs.
  private let bytes: UnsafeRawBufferPointer
  private let documentByteCount: Int
  /// The number of runs, at least 1.
  let runCount: Int
  /// Where the lists of the block's first term are expected.
  private let listOffset: UInt64

  /// Reads the head of a block.
  init(_ bytes: UnsafeRawBufferPointer, documentByteCount: Int) throws(TermDamage) {
    guard bytes.count >= TermBlockFormat.headByteCount else { throw .truncated }
    let end = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    runCount = Int(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
    listOffset = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    guard end <= bytes.count, runCount > 0,
      TermBlockFormat.headByteCount + 2 * runCount < end
    else { throw .range }
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    self.documentByteCount = documentByteCount
  }

  /// A block without runs.
  init() {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    runCount = 0
    listOffset = 0
    documentByteCount = 1
  }

  /// The range of a run in the block; `run` is below ``runCount``.
  @inline(__always)
  private func range(_ run: Int) throws(TermDamage) -> Range<Int> {
    let place = TermBlockFormat.headByteCount &+ 2 &* run
    let start = Int(
      UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
    let end =
      run &+ 1 == runCount
      ? bytes.count
      : Int(
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place &+ 2, as: UInt16.self)))
    guard start >= TermBlockFormat.headByteCount &+ 2 &* runCount, start < end, end <= bytes.count
    else { throw .range }
    return Range(uncheckedBounds: (start, end))
  }

  /// A reader in front of the first term of a run; `run` is below ``runCount``.
  @inline(__always)
  func run(_ run: Int) throws(TermDamage) -> TermRunReader {
    let range = try range(run)
    return try TermRunReader(
      UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound]), start: range.lowerBound,
      documentByteCount: documentByteCount, listOffset: listOffset)
  }

  /// The last run whose first term is not greater than a term; `nil` when all are.
  @inline(__always)
  func lastRun(notAfter term: UnsafeRawBufferPointer) throws(TermDamage) -> Int? {
    var low = 0
    var high = runCount
    while low < high {
      let middle = (low &+ high) / 2
      if ByteOrder.precedes(term, try run(middle).firstTerm()) {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return low == 0 ? nil : low &- 1
  }

  /// The entry of a term; `nil` when the block does not have it.
  func find(_ term: UnsafeRawBufferPointer) throws(TermDamage) -> TermEntry? {
    guard let number = try lastRun(notAfter: term) else { return nil }
    var run = try run(number)
    // How many bytes of the term are those of the term walked last, which is less than it. A term that
    // shares more than these with the one before is less too, one that shares fewer is greater.
    var matched = 0
    while try run.next() {
      if run.shared > matched { continue }
      if run.shared < matched { return nil }
      let suffix = UnsafeRawBufferPointer(rebasing: run.bytes[run.suffix])
      let rest = UnsafeRawBufferPointer(rebasing: term[matched...])
      let equal = ByteOrder.sharedCount(suffix, rest)
      matched &+= equal
      if equal == suffix.count {
        if equal == rest.count { return try run.entry() }
      } else if equal == rest.count || suffix[equal] > rest[equal] {
        return nil
      }
    }
    return nil
  }
}
