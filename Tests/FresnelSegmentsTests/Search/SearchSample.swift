import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

/// Random items in some segments, of which some documents are deleted, expired or hidden: what
/// searches are tried on.
struct SearchSample {
  /// Where segments lie.
  enum Medium: CaseIterable {
    case memory, file
    /// In memory, joined from two.
    case joined
  }

  /// A document, as a search sees it and as plain values.
  struct Document {
    let segment: Int
    let number: UInt32
    /// Its place in the order in which items were put.
    let place: Int
    let item: Item
    let scope: IndexScope
    let staticScore: UInt32
    let isShown: Bool
    let terms: NaiveTerms
  }

  let views: [SegmentView]
  let visibility: SearchVisibility
  let documents: [Document]

  private static let scopes = [
    IndexScope(app: "a"), IndexScope(app: "a", index: "x"), IndexScope(app: "b"),
  ]
  private static let now = 1000.0

  /// Makes a sample. A third of them have neither deleted nor expired nor hidden documents.
  init(
    _ medium: Medium, itemCount: Int, _ random: inout SeededGenerator,
    item: (String, inout SeededGenerator) -> Item = RandomText.item
  ) throws {
    let segmentCount = Int.random(in: 1...3, using: &random)
    let isWhole = Int.random(in: 0..<3, using: &random) == 0
    let shown =
      isWhole || Bool.random(using: &random)
      ? [true, true, true] : (0..<3).map { _ in Bool.random(using: &random) }
    visibility = SearchVisibility(isScopeShown: shown, now: Self.now)
    var views: [SegmentView] = []
    var documents: [Document] = []
    for segment in 0..<segmentCount {
      let items = try Self.items(
        itemCount / segmentCount, segment, canExpire: !isWhole, &random, item)
      let opened = try Self.segment(of: items, medium)
      let numbers = opened.scopes.map { UInt32(Self.scopes.firstIndex(of: $0.scope) ?? 0) }
      var view = SegmentView(opened, scopeNumbers: numbers)
      for number in 0..<UInt32(opened.documentCount) {
        let isDeleted = !isWhole && Int.random(in: 0..<10, using: &random) == 0
        if isDeleted { _ = view.remove(number) }
        let encoded = try opened.documents.item(number)
        let scope = numbers[Int(try opened.documents.scope(number))]
        let item = try encoded.item()
        let place = items.firstIndex {
          $0.item.bytes.elementsEqual(encoded.bytes) && $0.scope == Self.scopes[Int(scope)]
        }
        let isExpired = item.expiration.map { $0.secondsSinceReferenceDate <= Self.now } ?? false
        documents.append(
          Document(
            segment: segment, number: number, place: try #require(place), item: item,
            scope: Self.scopes[Int(scope)],
            staticScore: try opened.documents.staticScore(number),
            isShown: !isDeleted && !isExpired && shown[Int(scope)], terms: NaiveTerms(encoded)))
      }
      views.append(view)
    }
    self.views = views
    self.documents = documents
  }

  private static func items(
    _ count: Int, _ segment: Int, canExpire: Bool, _ random: inout SeededGenerator,
    _ makeItem: (String, inout SeededGenerator) -> Item
  ) throws -> [(item: EncodedItem, scope: IndexScope)] {
    try (0..<count).map { number in
      let identifier =
        Int.random(in: 0..<200, using: &random) == 0 ? "é\(number)" : "\(segment).\(number)"
      var item = makeItem(identifier, &random)
      if canExpire, Int.random(in: 0..<4, using: &random) == 0 {
        item.expiration = Timestamp(
          secondsSinceReferenceDate: now + Double(Int.random(in: -2...2, using: &random)))
      }
      if Bool.random(using: &random) {
        item.domainIdentifier = ["d", "d.e", "f"].randomElement(using: &random)
      }
      return (
        try EncodedItem(opening: try ItemCodec.encode(item)),
        scopes.randomElement(using: &random) ?? scopes[0]
      )
    }
  }

  private static func segment(
    of items: [(item: EncodedItem, scope: IndexScope)], _ medium: Medium
  ) throws -> Segment {
    if medium == .joined {
      let parts = try [items[..<(items.count / 2)], items[(items.count / 2)...]].map { items in
        let part = try segment(of: Array(items), .memory)
        return SegmentMerge.Part(part, live: LiveDocuments(count: part.documentCount))
      }
      // Before any of them expires.
      let joined = try SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
      return try Segment.open(try #require(joined?.image))
    }
    var builder = SegmentBuilder()
    for (item, scope) in items { builder.add(item, scope: scope) }
    switch medium {
    case .memory, .joined:
      return try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
    case .file:
      let storage = FaultyStorage()
      try storage.createDirectory("/store")
      let sink = try ByteSink.file("/store/segment", storage: storage, key: nil)
      _ = try builder.finish(to: sink)
      return try Segment.open(
        try ByteSource.open(
          "/store/segment", storage: storage, cache: BlockCache(byteCount: 1 << 16), key: nil))
    }
  }

  /// The documents that match a query, best first, found by looking at each.
  func matches(of query: PlannedQuery) -> [Document] {
    let found: [(document: Document, facts: Int)] = documents.compactMap { document in
      guard document.isShown, query.compiled.matches(document.item) else { return nil }
      return (document, NaiveRanking(document.terms).facts(query.plan))
    }
    return found.sorted { left, right in
      if left.facts != right.facts { return left.facts > right.facts }
      let (one, other) = (left.document, right.document)
      if one.staticScore != other.staticScore { return one.staticScore > other.staticScore }
      let (identifier, otherIdentifier) = (
        Array(one.item.uniqueIdentifier.utf8), Array(other.item.uniqueIdentifier.utf8)
      )
      if identifier != otherIdentifier {
        return identifier.lexicographicallyPrecedes(otherIdentifier)
      }
      return one.scope < other.scope
    }.map(\.document)
  }
}
