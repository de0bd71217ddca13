import FresnelModel

/// The scopes of several segments as one ascending list.
struct MergedScopes {
  /// The scopes of all parts; the documents of one may all be left out.
  private(set) var union: [IndexScope]
  /// For each part, the place of each of its scopes in `union`.
  private(set) var unionNumbers: [[UInt32]]

  init(_ segments: [Segment]) {
    union = []
    for scope in segments.flatMap(\.scopes).map(\.scope).sorted() where union.last != scope {
      union.append(scope)
    }
    // Both ascend.
    unionNumbers = []
    for segment in segments {
      var numbers: [UInt32] = []
      var place = 0
      for scope in segment.scopes {
        while union[place] < scope.scope { place += 1 }
        numbers.append(UInt32(place))
      }
      unionNumbers.append(numbers)
    }
  }

  /// The final numbers of the scopes of `union` that have documents, ascending; that of another is of
  /// no meaning.
  static func finalNumbers(documentCounts: [UInt32]) -> [UInt32] {
    var next: UInt32 = 0
    return documentCounts.map { count in
      defer { next += count > 0 ? 1 : 0 }
      return next
    }
  }
}
