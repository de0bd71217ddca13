internal import FresnelText
package import SpotlightWire

/// The text that stands for what was typed, where everything was found by that.
package enum CorrectedText {
  /// Finds the text.
  ///
  /// A last word that is still being typed is shown as it goes on in the name of the best result: to people "bakery
  /// gold" means nothing, where "bakery golden" says what was found.
  ///
  /// - Parameters:
  ///   - understandings: How the text was understood where each result was found, the best first; `nil` where that is
  ///     not known.
  ///   - names: What the best result is called. Asked only where there is a text.
  /// - Returns: The text; `nil` where something was found as typed, or nothing at all.
  /// - Complexity: O(*n*) in the results.
  package static func of(
    _ understandings: [Understanding?], names: @autoclosure () -> [String]
  ) -> String? {
    guard case let understanding?? = understandings.first, understanding.reading.isCorrection,
      understandings.allSatisfy({ $0.map { $0.reading >= .oneEdit } ?? false }),
      let text = understanding.correctedText
    else { return nil }
    guard let last = understanding.terms.max(by: { $0.range.lowerBound < $1.range.lowerBound }),
      last.traits.contains(.isPrefix), text.hasSuffix(last.text)
    else { return text }
    let whole = names().lazy.compactMap { word(of: $0, beginningWith: last.text) }.first
    return whole.map { text.dropLast(last.text.count) + $0 } ?? text
  }

  /// The first word of a name that begins so, in small letters.
  private static func word(of name: String, beginningWith beginning: String) -> String? {
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
    let bytes = folder.foldedBytes(beginning)
    let utf8 = Array(name.utf8)
    for range in WordSegmenter.words(in: name, locale: .root) {
      let word = String(decoding: utf8[range], as: UTF8.self)
      if folder.foldedBytes(word).starts(with: bytes) { return word.lowercased() }
    }
    return nil
  }
}
