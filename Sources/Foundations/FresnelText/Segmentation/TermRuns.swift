/// The maximal runs of letters, digits and marks in folded text, in order.
///
/// Everything else separates, also apostrophes, full stops, underscores and colons, and so do the
/// marks that follow a separator: a run starts with a letter or a digit. The bytes may be anything:
/// invalid UTF-8 separates too. The buffers must outlive the sequence.
///
/// Going through the runs neither allocates nor counts references.
public struct TermRuns: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let caseChanges: UnsafeBufferPointer<Int>
  private var offset = 0
  private var caseChange = 0
  /// Whether the code point before `offset` separates words by itself.
  private var breaksBefore = true

  /// Makes the runs of folded bytes.
  ///
  /// - Parameters:
  ///   - folded: What ``TextFolder/appendFolded(utf8:to:caseChanges:)`` made of one whole text; its
  ///     two ends count as word boundaries.
  ///   - caseChanges: The offsets it reported, relative to `folded`, ascending.
  public init(folded: UnsafeBufferPointer<UInt8>, caseChanges: UnsafeBufferPointer<Int>) {
    bytes = folded
    self.caseChanges = caseChanges
  }

  /// Returns the next run.
  ///
  /// - Returns: The run, or `nil` after the last.
  /// - Complexity: O(*n*) in the bytes passed over.
  public mutating func next() -> TermRun? {
    skipSeparators()
    guard offset < bytes.count else { return nil }
    let start = offset
    let startsClean = breaksBefore && !(isAfterQuote && bytes[start] >= 0x80)
    var run = Run()
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        guard ASCIIWords.isAlphanumeric(byte) else { break }
        offset += 1
      } else {
        let (scalar, byteCount) = decodeScalar(in: bytes, at: offset)
        let traits = ScalarTraits(of: scalar)
        guard !traits.isDisjoint(with: .term) else { break }
        run.note(traits, byteCount: byteCount)
        offset += byteCount
      }
    }
    let changes = takeCaseChanges(from: start)
    return TermRun(
      range: start..<offset, caseChanges: changes,
      containsDictionaryScript: run.containsDictionaryScript,
      isClean: startsClean && run.isRegular(byteCount: offset - start) && breaksAfter(run))
  }

  // MARK: - Inside a run

  private struct Run {
    var containsDictionaryScript = false
    private var containsIrregular = false
    private var otherByteCount = 0
    private var hangulByteCount = 0

    /// Whether there was a code point outside ASCII.
    var containsOther: Bool { otherByteCount > 0 }

    /// Takes in a code point outside ASCII.
    mutating func note(_ traits: ScalarTraits, byteCount: Int) {
      otherByteCount += byteCount
      if traits.contains(.hangul) || (hangulByteCount > 0 && traits.contains(.mark)) {
        hangulByteCount += byteCount
      }
      if traits.contains(.dictionary) {
        containsDictionaryScript = true
      } else if !traits.contains(.wordInside) {
        // Such as a superscript digit, which is a segment of its own.
        containsIrregular = true
      }
    }

    /// Whether the run, when it has ended, is one segment for ICU, which breaks between Hangul and
    /// other letters.
    func isRegular(byteCount: Int) -> Bool {
      !containsIrregular && (hangulByteCount == 0 || hangulByteCount == byteCount)
    }
  }

  private mutating func takeCaseChanges(from start: Int) -> Range<Int> {
    // A change at the very start lies between two runs.
    while caseChange < caseChanges.count, caseChanges[caseChange] <= start { caseChange += 1 }
    let first = caseChange
    while caseChange < caseChanges.count, caseChanges[caseChange] < offset { caseChange += 1 }
    return first..<caseChange
  }

  // MARK: - Between runs

  /// Whether a quotation mark, which joins Hebrew letters, stands before the offset.
  private var isAfterQuote: Bool {
    offset > 0 && bytes[offset - 1] == UInt8(ascii: "\"")
  }

  private mutating func skipSeparators() {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        if ASCIIWords.isAlphanumeric(byte) { return }
        breaksBefore = Self.asciiBreaks(byte)
        offset += 1
      } else {
        let (scalar, byteCount) = decodeScalar(in: bytes, at: offset)
        let traits = ScalarTraits(of: scalar)
        if !traits.isDisjoint(with: [.letter, .number]) { return }
        // A mark belongs to the separator before it, whose way with letters it does not change.
        if traits.contains(.dictionary) {
          breaksBefore = false
        } else if !traits.contains(.mark) {
          breaksBefore = traits.contains(.wordBreaks)
        }
        offset += byteCount
      }
    }
  }

  private func breaksAfter(_ run: Run) -> Bool {
    guard offset < bytes.count else { return true }
    let byte = bytes[offset]
    if byte < 0x80 {
      // A quotation mark joins Hebrew letters.
      return Self.asciiBreaks(byte) && !(byte == UInt8(ascii: "\"") && run.containsOther)
    }
    let (scalar, _) = decodeScalar(in: bytes, at: offset)
    return ScalarTraits(of: scalar).contains(.wordBreaks)
  }

  /// Whether UAX #29 breaks between a separator and a letter or digit whatever stands beyond.
  private static func asciiBreaks(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "_"):
      false
    default:
      true
    }
  }
}
