/// The maximal runs of letters, digits and marks in folded text, in order.
///
/// Everything else separates, also apostrophes, full stops, underscores and colons. The bytes may
/// be anything: invalid UTF-8 separates too. The buffers must outlive the sequence.
public struct TermRuns: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Makes the runs of folded bytes.
  ///
  /// - Parameters:
  ///   - folded: What ``TextFolder/appendFolded(utf8:to:caseChanges:)`` made.
  ///   - caseChanges: The offsets it reported, relative to `folded`, ascending.
  public init(folded: UnsafeBufferPointer<UInt8>, caseChanges: UnsafeBufferPointer<Int>) {
    bytes = folded
  }

  /// Returns the next run, or `nil` after the last.
  public mutating func next() -> TermRun? {
    func isTerm(_ b: UInt8) -> Bool {
      b >= 128 || (b | 32) &- 97 < 26 || b &- 48 < 10
    }
    while offset < bytes.count, !isTerm(bytes[offset]) { offset += 1 }
    let start = offset
    while offset < bytes.count, isTerm(bytes[offset]) { offset += 1 }
    return start == offset
      ? nil
      : TermRun(
        range: start..<offset, caseChanges: 0..<0, containsDictionaryScript: false, isClean: false)
  }
}
