package import FresnelModel
import FresnelText

extension FormTest {
  /// The part of a name of an item that what was typed is the spelling of.
  ///
  /// - Parameters:
  ///   - item: The item, or as much of it as a list needs.
  ///   - tests: Tests for spellings.
  /// - Returns: The characters that the first name has of which one of the tests holds, folded; `nil` where none has.
  package static func spelledPart(of item: EncodedItem, matching tests: [FormTest]) -> String? {
    var text = FormText()
    var part: String?
    try? item.forEachAnalyzedText { key, byteCount in
      // Names of files are shown by their path, in which the part may stand more than once.
      switch key {
      case .builtIn(.title), .builtIn(.displayName), .builtIn(.alternateNames):
        part == nil && byteCount <= UserQuery.mostBytes
      default: false
      }
    } _: { _, name in
      guard part == nil, name.count <= UserQuery.mostBytes else { return }
      text.read(name)
      let count = text.runs.count
      var range: Range<Int>?
      if NameReadings.mayRead(text, runCount: count) {
        range = NameReadings.part(of: text, matching: tests)
      }
      if range == nil, SpelledWords.mayRead(text, runCount: count) {
        range = SpelledWords.part(of: text, matching: tests)
      }
      if let range { part = String(decoding: text.bytes[range], as: UTF8.self) }
    }
    return part
  }
}

extension NameReadings {
  /// The part of a name that one of some tests finds: a word, or the fewest characters that are spelt so.
  fileprivate static func part(of text: FormText, matching tests: [FormTest]) -> Range<Int>? {
    for names in all(of: text, runCount: text.runs.count) {
      if let range = tests.lazy.compactMap({ names.part(matching: $0) }).first { return range }
    }
    return nil
  }

  private func part(matching test: FormTest) -> Range<Int>? {
    func isFound(_ word: ArraySlice<NameElement>, _ rest: ArraySlice<NameElement>) -> Bool {
      lists(of: word, rest: rest, isFirst: true).contains { list in
        list.contains { test.accepts($0.form[...]) }
      }
    }
    for place in words {
      let (word, rest) = (elements[place], self.rest(from: place.lowerBound))
      guard isFound(word, rest) else { continue }
      var part = word
      if test.ending != .nothing {
        part = (1...rest.count).lazy.map { rest.prefix($0) }.first { isFound($0, $0) } ?? rest
      }
      if let first = part.first, let last = part.last {
        return first.range.lowerBound..<last.range.upperBound
      }
    }
    return nil
  }
}
