/// A maximal run of letters, digits and marks in a folded text: where an index finds its terms.
public struct TermRun: Equatable, Sendable {
  /// The run's bytes.
  public let range: Range<Int>
  /// Which of the case changes given to ``TermRuns`` lie inside the run, as indices.
  public let caseChanges: Range<Int>
  /// Whether the run holds a script whose words only a dictionary tells apart: Han, Hiragana,
  /// Katakana, Thai, Lao, Khmer or Burmese.
  public let containsDictionaryScript: Bool
  /// Whether UAX #29 certainly breaks at both ends of the run and, dictionary scripts aside,
  /// nowhere inside it.
  public let isClean: Bool

  @usableFromInline
  init(range: Range<Int>, caseChanges: Range<Int>, containsDictionaryScript: Bool, isClean: Bool) {
    self.range = range
    self.caseChanges = caseChanges
    self.containsDictionaryScript = containsDictionaryScript
    self.isClean = isClean
  }
}
