import FresnelModel
import FresnelText

/// Says in one sentence why a comparison is not satisfied.
struct MismatchReason {
  let comparison: CompiledComparison
  /// What of the comparison did match, under `t`.
  let matches: [Explanation.Match]

  /// So many bytes of texts are folded anew to tell what another case or other marks would have matched.
  private static let mostRefoldedBytes = 1 << 18

  func sentence(for source: some AttributeSource) -> String {
    var elements: [(value: ElementValue, path: ElementPath)] = []
    _ = comparison.target.anyElement(of: source) { value, path in
      elements.append((value, path))
      return false
    }
    guard !elements.isEmpty else { return missing(in: source) }
    switch comparison.test {
    case .quantity(let test): return mismatch(test, elements)
    case .text(let test): return mismatch(test, elements)
    case .texts, .quantities: return "\(elements[0].path) is none of the values."
    case .form(let test): return "The item does not have this \(test.kind)."
    }
  }

  private func missing(in source: some AttributeSource) -> String {
    switch comparison.target {
    case .metadata, .metadataAndText: "The item has no searchable text."
    case .builtIn(let id):
      if source.value(for: .builtIn(id)) ?? .null == .null {
        "The item has no \(AttributeKey.builtIn(id).queryName)."
      } else {
        "\(AttributeKey.builtIn(id).queryName) holds nothing that can be compared."
      }
    case .custom(let name):
      switch source.customAttribute(named: name) {
      case (_, .null)?, nil: "There is no attribute named \(name)."
      case _?: "\(name) holds nothing that can be compared."
      }
    case .uniqueIdentifier, .domainIdentifier: "The item has no domain identifier."
    case .expirationDate: "The item does not expire."
    }
  }

  private func mismatch(
    _ test: QuantityTest, _ elements: [(value: ElementValue, path: ElementPath)]
  ) -> String {
    let isTimeOnly = test.lower?.isInstant ?? false || test.upper?.isInstant ?? false
    for (value, path) in elements {
      switch value {
      case .text: continue
      case .number(let number):
        let shown = ElementValue.number(number).printed
        return isTimeOnly
          ? "\(path) is \(shown), and a $time value compares with dates only."
          : "\(path) is \(shown)."
      case .date: return "\(path) is \(value.printed)."
      }
    }
    return "\(elements[0].path) is a text, and numbers and dates never compare with text."
  }

  private func mismatch(
    _ test: TextTest, _ elements: [(value: ElementValue, path: ElementPath)]
  ) -> String {
    let texts = elements.compactMap { value, path -> (text: String, path: ElementPath)? in
      if case .text(let text) = value { (text, path) } else { nil }
    }
    guard !texts.isEmpty else {
      let (value, path) = elements[0]
      return "\(path) is \(value.printed), and a text compares with text only."
    }
    // Folded once for all patterns: a value with `t` has many.
    let folded = texts.map { FoldedElement($0.text, folder: test.folder) }
    let failed = test.patterns.first { pattern in
      !folded.contains { test.ranges(of: pattern, in: $0) != nil }
    }
    guard let pattern = failed else {
      return "No single element of \(texts[0].path.attribute) has all the words."
    }
    let contains = WordPattern(
      Pattern([.anySequence] + pattern.source.elements + [.anySequence]), folder: test.folder)
    var byteCount = 0
    for ((text, path), element) in zip(texts, folded) {
      byteCount += text.utf8.count
      let isShort = byteCount <= Self.mostRefoldedBytes
      if let near = test.nearMiss(
        of: pattern, contains, in: element, triesOtherFolding: isShort)
      {
        return "\(path) is \(quoted(text)): \(near)"
      }
    }
    let wanted = pattern.source.printed
    guard texts.count == 1 else { return "\(wanted) occurs in none of the \(texts.count) texts." }
    return "\(texts[0].path) is \(quoted(texts[0].text)): \(wanted) does not occur."
  }
}

extension TextTest {
  /// Why a pattern that does not match an element nearly does, if it nearly does.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - contains: The pattern between two stars.
  ///   - element: The element.
  ///   - triesOtherFolding: Whether the element is folded in other ways too.
  /// - Returns: A clause; `nil` where nothing is near.
  fileprivate func nearMiss(
    of pattern: WordPattern, _ contains: WordPattern, in element: FoldedElement,
    triesOtherFolding: Bool
  ) -> String? {
    var wanted: String { pattern.source.printed }
    guard !pattern.segments.isEmpty else { return "an empty value matches an empty text only." }
    if contains.rangesCoveringWhole(element) != nil {
      return coverage == .whole
        ? "\(wanted) is only a part of it." : "\(wanted) occurs only inside a word."
    }
    guard triesOtherFolding else { return nil }
    for (options, what) in [
      (FoldOptions.caseInsensitive, "in case"),
      (.diacriticInsensitive, "in diacritics"),
      ([.caseInsensitive, .diacriticInsensitive], "in case and diacritics"),
    ] where !folder.options.isSuperset(of: options) {
      let folder = TextFolder(options: folder.options.union(options), locale: folder.locale)
      let pattern = WordPattern(pattern.source, folder: folder)
      let element = FoldedElement(element.text, folder: folder)
      if ranges(of: pattern, in: element) != nil { return "\(wanted) differs \(what)." }
    }
    return nil
  }
}

extension Pattern {
  /// The pattern as a query has it, in quotation marks.
  fileprivate var printed: String {
    var printer = QueryPrinter()
    printer.print(Literal.pattern(self))
    return printer.text
  }
}
