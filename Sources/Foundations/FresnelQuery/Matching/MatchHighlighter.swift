public import FresnelModel
import FresnelText

/// Finds what a query matches in a text that is shown, to highlight it.
public struct MatchHighlighter: Sendable {
  private let tests: [(target: AttributeTarget, test: TextTest)]
  /// Sets of texts, which match a text whole or not at all.
  private let sets: [(target: AttributeTarget, set: TextSet)]

  /// Makes a highlighter from a query's text comparisons, negated ones aside.
  public init(_ query: CompiledQuery) {
    var tests: [(target: AttributeTarget, test: TextTest)] = []
    var sets: [(target: AttributeTarget, set: TextSet)] = []
    Self.collect(query.root, &tests, &sets)
    self.tests = tests
    self.sets = sets
  }

  private static func collect(
    _ clause: CompiledClause, _ tests: inout [(target: AttributeTarget, test: TextTest)],
    _ sets: inout [(target: AttributeTarget, set: TextSet)]
  ) {
    switch clause {
    case .comparison(let comparison) where !comparison.isNegated:
      switch comparison.test {
      case .text(let test): tests.append((comparison.target, test))
      case .texts(let set): sets.append((comparison.target, set))
      case .quantity, .quantities, .form: return
      }
    case .comparison, .not: return
    case .and(let clauses), .or(let clauses):
      for clause in clauses { collect(clause, &tests, &sets) }
    }
  }

  /// The parts of a text that the query matches.
  ///
  /// - Parameters:
  ///   - text: The text shown.
  ///   - key: The attribute it is the text of; comparisons of other attributes are left out. `nil`
  ///     holds every comparison against it.
  /// - Returns: Ranges of UTF-8 offsets, ascending, apart from each other. What a `*` stands for is
  ///   not part of a range: for `de*` in `desktop` it is `de`.
  public func ranges(in text: String, of key: AttributeKey? = nil) -> [Range<Int>] {
    var elements: [FoldOptions.RawValue: FoldedElement] = [:]
    var found: [Range<Int>] = []
    for (target, test) in tests where key.map(target.isAbout) ?? true {
      let options = test.folder.options.rawValue
      let element = elements[options] ?? FoldedElement(text, folder: test.folder)
      elements[options] = element
      for pattern in test.patterns where !pattern.segments.isEmpty {
        for range in test.allRanges(of: pattern, in: element) {
          found.append(element.folded.originalRange(of: range))
        }
      }
    }
    for (target, set) in sets where key.map(target.isAbout) ?? true {
      if set.contains(text) { found.append(0..<text.utf8.count) }
    }
    return merged(found)
  }

  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension AttributeTarget {
  /// Whether comparisons of the target look at the attribute of a key.
  fileprivate func isAbout(_ key: AttributeKey) -> Bool {
    switch self {
    case .metadata, .metadataAndText: covers(key)
    case .builtIn(let id): key == .builtIn(id)
    case .domainIdentifier: key == .builtIn(.domainIdentifier)
    case .custom(let name): key == .custom(CustomAttributeKey(name: name))
    case .uniqueIdentifier, .expirationDate: false
    }
  }
}

extension TextTest {
  /// The folded ranges of every occurrence of a pattern, where it can occur more than once.
  fileprivate func allRanges(of pattern: WordPattern, in element: FoldedElement) -> [Range<Int>] {
    switch coverage {
    case .whole:
      guard let ranges = pattern.rangesCoveringWhole(element) else { return [] }
      guard pattern.hasLeadingStar, pattern.hasTrailingStar, pattern.segments.count == 1 else {
        return ranges
      }
      return occurrences { pattern.segments[0].first(in: element, from: $0) }
    case .words:
      return occurrences { Self.united(pattern.rangesOfWords(in: element, from: $0)) }
    case .runs:
      return occurrences { Self.united(pattern.rangesOfRuns(in: element, from: $0)) }
    case .parts:
      return pattern.rangesOfParts(in: element) ?? []
    }
  }

  /// The range from the first of some segments to the last.
  private static func united(_ segments: [Range<Int>]?) -> Range<Int>? {
    guard let first = segments?.first, let last = segments?.last else { return nil }
    return first.lowerBound..<last.upperBound
  }

  private func occurrences(_ next: (Int) -> Range<Int>?) -> [Range<Int>] {
    var found: [Range<Int>] = []
    while let range = next(found.last?.upperBound ?? 0), !range.isEmpty { found.append(range) }
    return found
  }
}
