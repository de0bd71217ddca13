/// The runs of letters and digits in a stretch of text that is not all ASCII, as they stand there before it is
/// folded.
///
/// Each becomes one run of the folded text, in the same order, where the stretch holds nothing but characters
/// that ``BreakClass`` knows: letters fold to letters, marks to nothing or to marks, and what separates them to what
/// separates.
struct OriginalRuns: ~Copyable {
  /// A run.
  struct Run: BitwiseCopyable {
    /// Where it starts and ends in the element.
    let start: Int
    let end: Int
    /// Whether it is not all ASCII, so that languages may fold it otherwise.
    let isForeign: Bool
  }

  private var runs = GrowableBuffer<Run>(capacity: 16)
  /// How many there are; 0 when not all characters are known.
  var count: Int { runs.count }

  subscript(place: Int) -> Run { runs[place] }

  init() {}

  /// Finds the runs of a part of an element.
  mutating func find(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    runs.removeAll()
    var start: Int?
    var isForeign = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      let next = BreakClass.after(offset, text)
      switch next.class {
      case .letter, .digit:
        if start == nil {
          start = offset
          isForeign = false
        }
        isForeign = isForeign || text[offset] >= 0x80
      case .raisedLetter:
        if let start { runs.append(Run(start: start, end: offset, isForeign: isForeign)) }
        start = nil
        runs.append(Run(start: offset, end: next.offset, isForeign: true))
      case .mark where start != nil: isForeign = true
      case .mark, .unknown:
        runs.removeAll()
        return
      case .other, .connector, .middle, .middleOfLetters, .middleOfDigits, .colon, .ignored:
        if let start { runs.append(Run(start: start, end: offset, isForeign: isForeign)) }
        start = nil
      }
      offset = next.offset
    }
    if let start { runs.append(Run(start: start, end: range.upperBound, isForeign: isForeign)) }
  }
}
