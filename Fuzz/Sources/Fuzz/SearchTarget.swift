import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage

/// Searches of a segment. Inputs are those of ``SegmentTarget``.
enum SearchTarget: FuzzTarget {
  private static let queries: [PlannedQuery] = [
    "** == \"g*\"cdw", "** == \"grocery li*\"cdw", "* == \"list\"cd && * == \"a*\"cdw",
    "** == \"*oce*\"cd", "title == \"*trip\"c", "keywords == \"caf?\"cd", "** != \"e*\"cdw",
    "uniqueIdentifier == \"note-1-1\"", "** == \"g*\"cdw && rating > 2",
    "title == \"w*\"cdw || domainIdentifier == \"mail\"",
    "contentType == \"public*\" || ** == \"re\"c",
    "** == \"word1*\"cdw", "!(** == \"gr*\"cdw && title != \"x*\") && ** == \"list\"cdw",
    (0..<20).map { "uniqueIdentifier == \"note-\($0)-1\"" }.joined(separator: " || "),
    (0..<20).map { "title != \"*w\($0)*\"cd" }.joined(separator: " && "),
    (0..<20).map { "rating == \($0)" }.joined(separator: " || "),
  ].map { PlannedQuery(SampleQueries.compile($0)) }

  /// The seeds of segments, and one with enough documents for stored prefixes.
  static func seeds() throws -> [[UInt8]] {
    var builder = SegmentBuilder()
    for number in 0..<1_100 {
      let title = Attributes([.builtIn(.title): .string("word\(number % 1_030)")])
      let item = Item(uniqueIdentifier: String(number, radix: 36), attributes: title)
      builder.add(
        try EncodedItem(validating: ItemCodec.encode(item)), scope: IndexScope(app: "a", index: ""))
    }
    let many = try contents(of: builder.finish(to: .memory())) + [1]
    return try SegmentTarget.seeds() + [many]
  }

  static func examine(_ input: [UInt8]) {
    guard let segment = SegmentTarget.open(input) else { return }
    let views = [
      SegmentView(segment, scopeNumbers: (0..<UInt32(segment.scopes.count)).map { $0 })
    ]
    for query in queries {
      for shown in [[true], [true, false], [false, true, true]] {
        let visibility = SearchVisibility(isScopeShown: shown, now: 7.1e8)
        isReadable { () throws(StorageError) in
          var search = SegmentsSearch(query, in: views, visibility)
          for match in try search.best(5) {
            expect(match.document < segment.documentCount, "A match is none of the segment's.")
          }
        }
        isReadable { () throws(StorageError) in
          var search = SegmentsSearch(query, in: views, visibility)
          let count = try search.count()
          expect(count <= segment.documentCount, "There are more matches than documents.")
        }
      }
    }
  }
}
