import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelSegments
import FresnelStorage

extension GrowthCase {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 8e8), timeZone: "UTC")

  /// Segments: analysing, writing, opening, reading, merging and searching.
  static var storage: [GrowthCase] {
    [
      segmentCase("segment: analysing and writing items", { try items($0) }) {
        use(try? image($0))
      },
      segmentCase(
        "segment: custom attributes of one item", doublings: 3, { [try manyAttributes($0)] }
      ) { use(try? image($0)) },
      segmentCase("segment: one long text", { [try longText($0)] }) { use(try? image($0)) },
      segmentCase("segment: one long word", { [try longWord($0)] }) { use(try? image($0)) },
      segmentCase("segment: keywords of one item", { [try manyKeywords($0)] }) {
        use(try? image($0))
      },
      segmentCase(
        "segment: a text again and again", { try Array(repeating: longText(20), count: $0) }
      ) { use(try? image($0)) },
      journal("journal: replaying frames") { store, count in
        for number in 0..<count {
          try store.append(FrameKind(rawValue: 20), records: [Array("item \(number)".utf8)])
        }
      },
      journal("journal: replaying records of one frame") { store, count in
        let records = (0..<count).map { Array("item \($0)".utf8) }
        try store.append(FrameKind(rawValue: 20), records: records)
      },
      reading("segment: opening and reading") { segment in
        var items = ItemReader(segment.documents)
        for document in 0..<UInt32(segment.documentCount) { use(try? items.item(document)) }
        var terms = segment.terms.cursor()
        while (try? terms.next()) == true { use(terms.term) }
      },
      reading("segment: merging") { segment in
        let parts = [0, 1].map { _ in
          SegmentMerge.Part(segment, live: LiveDocuments(count: segment.documentCount))
        }
        use(try? SegmentMerge(parts, now: 0).write(to: .memory()))
      },
      searching("search: counting all", query: { _ in "title == \"*\"" }),
      searching("search: counting negations", query: { _ in "** != \"*1*\"cd" }),
      searching(
        "search: identifiers", query: list(separator: " || ") { "uniqueIdentifier == \"id-\($0)\"" }
      ),
      searching(
        "search: titles", query: list(separator: " || ") { "title == \"Item number \($0)\"" }),
      searching("search: numbers", query: list(separator: " || ") { "fileSize == \($0)" }),
      searching(
        "search: different words", items: 256,
        query: list(separator: " && ") { "** == \"w\($0)\"cdwt" }),
      searching(
        "search: one word again and again", items: 256,
        query: list(separator: " && ") { _ in "** == \"item\"cdwt" }),
      searching(
        "search: parts of words", items: 256,
        query: list(separator: " || ") { "** == \"*\($0)*\"cd" }
      ),
      searching(
        "search: negated parts of words", items: 256,
        query: list(separator: " && ") { "** != \"*\($0)x*\"cd" }),
      // The titles lack the last digit of one pattern, and have the pairs of letters of the other but no match, so both are
      // looked for up to their ends.
      searching(
        "search: a pattern of stars in long titles",
        { try titled(list { "\($0 % 10)" }($0 - 1)) },
        query: { "title == \"" + list { "*\($0 % 10)" }($0) + "*\"cd" }),
      searching(
        "search: a pattern of question marks in long titles",
        // So long that compiling and planning, which take the same time each time, do not count.
        from: 2048, { try titled("mx" + list { _ in "am" }($0)) },
        query: { _ in "title == \"*" + list { _ in "?m" }(100) + "x*\"cd" }),
      searching(
        "search: alternatives of two attributes", items: 256,
        query: list(separator: " || ") { "title == \"x\($0)*\" && fileSize > \($0)" }),
    ]
  }

  private static func segmentCase(
    _ name: String, doublings: Int = 4, _ items: @escaping (Int) throws -> [EncodedItem],
    _ read: @escaping ([EncodedItem]) -> Void
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: 512, doublings: doublings) { count in
      let items = try items(count)
      return { read(items) }
    }
  }

  /// A directory that is removed with the last reference.
  final class Scratch: Sendable {
    let path: String

    init() throws { path = try FileSystem.createTemporaryDirectory(prefix: "growth") }

    deinit { try? FileSystem.removeTree(path) }
  }

  private static func journal(
    _ name: String, _ write: @escaping (JournalStore, Int) throws -> Void
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: 512, doublings: 4) { count in
      let scratch = try Scratch()
      let store = try JournalStore.open(
        directory: scratch.path, storage: FileStorage(), mode: .readWrite, options: JournalOptions()
      ) { _ in }
      try write(store, count)
      try store.commit()
      try store.close()
      return {
        let opened = try? JournalStore.open(
          directory: scratch.path, storage: FileStorage(), mode: .readOnly,
          options: JournalOptions()
        ) { event in
          if case .frame(let frame) = event { for record in frame.records { use(record.bytes) } }
        }
        use(opened)
      }
    }
  }

  private static func reading(
    _ name: String, _ read: @escaping (Segment) -> Void
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: 512, doublings: 4) { count in
      let bytes = try image(try items(count))
      return { if let bytes, let segment = try? Segment.open(bytes) { read(segment) } }
    }
  }

  /// Counts the matches of a query in so many items as it has parts, or in a fixed number.
  private static func searching(
    _ name: String, items itemCount: Int? = nil, query: @escaping (Int) -> String
  ) -> GrowthCase {
    searching(name, { try items(itemCount ?? $0) }, query: query)
  }

  /// Counts the matches of a query in items.
  private static func searching(
    _ name: String, from smallest: Int = 512, _ items: @escaping (Int) throws -> [EncodedItem],
    query: @escaping (Int) -> String
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: smallest, doublings: 4) { count in
      guard let image = try image(try items(count)) else { return {} }
      let view = SegmentView(try Segment.open(image), scopeNumbers: [0])
      let query = try parseQuery(query(count))
      return {
        guard let compiled = try? CompiledQuery(query, context: context) else { return }
        let planned = PlannedQuery(compiled)
        let visibility = SearchVisibility(isScopeShown: nil, now: 0)
        var counting = SegmentsSearch(planned, in: [view], visibility)
        use(try? counting.count())
        var best = SegmentsSearch(planned, in: [view], visibility)
        use(try? best.best(10))
      }
    }
  }

  private static func image(_ items: [EncodedItem]) throws -> ByteSource? {
    var builder = SegmentBuilder()
    for item in items { builder.add(item, scope: IndexScope(app: "app")) }
    return try builder.finish(to: .memory())
  }

  private static func items(_ count: Int) throws -> [EncodedItem] {
    try (0..<count).map { number in
      try encoded("id-\(number)") { attributes in
        attributes[.title] = .string("Item number \(number)")
        attributes[.contentDescription] = .string("What item \(number * 7 % 1000) is about")
        attributes[.fileSize] = .integer(Int64(number))
      }
    }
  }

  /// A few items with the same title.
  private static func titled(_ title: String) throws -> [EncodedItem] {
    try (0..<16).map { number in
      try encoded("id-\(number)") { $0[.title] = .string(title) }
    }
  }

  private static func manyAttributes(_ count: Int) throws -> EncodedItem {
    try encoded("a") { attributes in
      for number in 0..<count {
        attributes[.custom(CustomAttributeKey(name: "own_\(number)"))] = .string("value \(number)")
      }
    }
  }

  private static func longText(_ count: Int) throws -> EncodedItem {
    try encoded("a") { $0[.textContent] = .string(list(separator: " ") { "word\($0)" }(count)) }
  }

  private static func longWord(_ count: Int) throws -> EncodedItem {
    try encoded("a") { $0[.textContent] = .string(list { "abc\($0)" }(count)) }
  }

  private static func manyKeywords(_ count: Int) throws -> EncodedItem {
    try encoded("a") { $0[.keywords] = .array((0..<count).map { .string("key \($0)") }) }
  }

  private static func encoded(
    _ identifier: String, _ fill: (inout Attributes) -> Void
  ) throws -> EncodedItem {
    var item = Item(uniqueIdentifier: identifier)
    fill(&item.attributes)
    return try EncodedItem(validating: try ItemCodec.encode(item))
  }
}
