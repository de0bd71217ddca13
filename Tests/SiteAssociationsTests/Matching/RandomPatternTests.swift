import FresnelTestSupport
import Testing

@testable import SiteAssociations

/// Patterns that are made at random, compared by a matcher that tries everything.
struct RandomPatternTests {
  private static let variables = [
    "v": ["", "a", "ab", "a*", "?b", "/a/", "b/"], "w": ["a", "aa", "A/"], "none": [],
  ]
  private static let pieces = [
    "a", "b", "A", "/", "/", "*", "*", "?", "$(v)", "$(w)", "$(none)", "$(alpha)", "$(other)", "$(",
  ]

  @Test(arguments: 0..<10)
  func everyTextFitsOrNotAsTryingEverythingSays(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var fitting = 0
    for _ in 0..<500 {
      let pattern = (0..<random.below(6)).map { _ in Self.pieces[random.below(Self.pieces.count)] }
        .joined()
      let text = (0..<random.below(7)).map { _ in ["a", "b", "A", "/"][random.below(4)] }.joined()
      let isPath = random.once(in: 2)
      let foldsCase = random.once(in: 2)
      let wanted = Model(isPath: isPath, foldsCase: foldsCase).fits(pattern, text)
      #expect(
        fits(pattern, text, isPath: isPath, foldsCase: foldsCase) == wanted,
        "\(pattern) and \(text), path: \(isPath), folds: \(foldsCase)")
      if wanted { fitting += 1 }
    }
    #expect(fitting > 5)
  }

  private func fits(_ source: String, _ text: String, isPath: Bool, foldsCase: Bool) -> Bool {
    var table: VariableTable? = VariableTable(own: Self.variables)
    let pattern = LinkPattern(source, isPath: isPath, foldsCase: foldsCase, variables: &table)
    var scalars = Array(text.unicodeScalars)
    if isPath {
      if scalars.first == "/" { scalars.removeFirst() }
      while scalars.last == "/" { scalars.removeLast() }
    }
    if foldsCase { scalars = scalars.map(\.caseFolded) }
    var work = MatchingWork()
    let run = PatternRun(text: scalars, variables: table?.compiled ?? [])
    let doesFit = run.fits(pattern, work: &work)
    // What is seen at a pattern's ends never contradicts the whole of it.
    #expect(!doesFit || !pattern.surelyDiffers(from: scalars, work: &work), "\(source), \(text)")
    return doesFit
  }

  /// The rules as they are told, tried in every way.
  private struct Model {
    var isPath: Bool
    var foldsCase: Bool

    func fits(_ pattern: String, _ text: String) -> Bool {
      var pattern = pattern
      var text = text
      if isPath {
        pattern = String(pattern.drop { $0 == "/" })
        while pattern.last == "/" { pattern.removeLast() }
        if text.first == "/" { text.removeFirst() }
        while text.last == "/" { text.removeLast() }
      }
      if foldsCase { text = text.lowercased() }
      var forms = [pattern]
      if isPath, pattern.hasSuffix("/*") || pattern.hasSuffix("/**") {
        while pattern.last == "*" { pattern.removeLast() }
        while pattern.last == "/" { pattern.removeLast() }
        forms.append(pattern)
      }
      // Only the pattern as it is written says which variable stands at an end.
      return forms.enumerated().contains { index, form in
        tokens(form, trimsEnd: index == 0).map { expand($0[...], Array(text)[...]) } ?? false
      }
    }

    private enum Token {
      case text([Character])
      case values([[Character]])
    }

    private func tokens(_ pattern: String, trimsEnd: Bool) -> [Token]? {
      var result: [Token] = []
      var rest = pattern[...]
      while let first = rest.first {
        guard rest.hasPrefix("$(") else {
          result.append(.text(folded(String(first))))
          rest.removeFirst()
          continue
        }
        let name = rest.dropFirst(2).prefix { $0 != ")" && $0 != "$" && $0 != "(" }
        rest = rest[name.endIndex...]
        guard rest.first == ")" else { return nil }
        rest.removeFirst()
        let letters = (0..<26).flatMap { offset -> [String] in
          [97, 65].compactMap { Unicode.Scalar($0 + offset) }.map { String($0) }
        }
        let known = name == "alpha" ? letters : RandomPatternTests.variables[String(name)]
        guard var values = known else { return nil }
        if isPath, result.isEmpty { values = values.map { String($0.drop { $0 == "/" }) } }
        if isPath, rest.isEmpty, trimsEnd {
          values = values.map { value in
            var value = value
            while value.last == "/" { value.removeLast() }
            return value
          }
        }
        result.append(.values(values.map(folded)))
      }
      return result
    }

    private func folded(_ text: String) -> [Character] {
      Array(foldsCase ? text.lowercased() : text)
    }

    /// Every combination of values, one by one.
    private func expand(
      _ tokens: ArraySlice<Token>, _ text: ArraySlice<Character>, _ pattern: [Character] = []
    ) -> Bool {
      guard let first = tokens.first else { return matches(pattern[...], text) }
      switch first {
      case .text(let characters):
        return expand(tokens.dropFirst(), text, pattern + characters)
      case .values(let values):
        return values.contains { expand(tokens.dropFirst(), text, pattern + $0) }
      }
    }

    /// Every way to spread the text over the wildcards.
    private func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return matches(pattern.dropFirst(), text)
          || !text.isEmpty && matches(pattern, text.dropFirst())
      }
      guard let next = text.first, first == "?" || first == next else { return false }
      return matches(pattern.dropFirst(), text.dropFirst())
    }
  }
}
