import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("IdentifierIndex")
struct IdentifierIndexTests {
  @Test(
    "each identifier leads to its document, and no other identifier to any",
    arguments: [0, 1, 2, 600, 3000])
  func findsDocuments(count: Int) throws {
    for withFilter in [false, true] {
      let segment = try Segment(Self.keys(count: count), withFilter: withFilter)
      for (document, key) in segment.keys.enumerated() {
        #expect(try segment.find(key.scope, key.identifier) == UInt32(document))
        #expect(try segment.find(key.scope + 7, key.identifier) == nil)
        #expect(try segment.find(key.scope, key.identifier + "x") == nil)
      }
      #expect(try segment.find(0, "stranger") == nil)
    }
  }

  @Test("empty, long and non-ASCII identifiers are found by their bytes")
  func findsUnusualIdentifiers() throws {
    let identifiers = [
      "", "a", "abc", "abcd", "abcdefghijk", "abcdefghijkl", "caf\u{e9}", "cafe\u{301}", "京都", "\0",
      String(repeating: "x", count: ItemLimits.identifierByteCount),
    ]
    let segment = try Segment(
      identifiers.map { Key(scope: 3, identifier: $0) }, withFilter: true)
    for (document, identifier) in identifiers.enumerated() {
      #expect(try segment.find(3, identifier) == UInt32(document))
    }
    #expect(!segment.index.hasOnlyASCIIIdentifiers)
  }

  @Test(
    "asked for many identifiers at once, every one that is there is a candidate, and few others")
  func findsCandidates() throws {
    for withFilter in [false, true] {
      let segments = try [Self.keys(count: 900), Self.keys(count: 300)].map {
        try Segment($0, withFilter: withFilter)
      }
      var identifiers = IdentifierBatch()
      let asked = segments[0].keys.filter { $0.scope == 1 }
      for key in asked {
        for text in [key.identifier, key.identifier + "x"] {
          Array(text.utf8).withUnsafeBufferPointer { identifiers.append($0) }
        }
      }
      // In turn, so that the batch is hashed for one index of a segment after another.
      for scope in [1, 2, 1] as [UInt32] {
        for segment in segments {
          var candidates: [Int] = []
          try segment.index.forEachCandidate(among: &identifiers, scope: scope) {
            candidates.append($0)
          }
          #expect(candidates == candidates.sorted())
          let found = Set(candidates)
          var strangerCount = 0
          for (place, key) in asked.enumerated() {
            if try segment.find(scope, key.identifier) != nil {
              #expect(found.contains(place * 2))
            } else if found.contains(place * 2) {
              strangerCount += 1
            }
            if found.contains(place * 2 + 1) { strangerCount += 1 }
          }
          if withFilter { #expect(strangerCount < asked.count / 4) }
        }
      }
      var nothing: [Int] = []
      try Segment([], withFilter: withFilter).index
        .forEachCandidate(among: &identifiers, scope: 1) { nothing.append($0) }
      #expect(nothing.isEmpty)
    }
  }

  @Test(
    "asked for the documents of many identifiers at once, those come that one at a time would give",
    arguments: [0, 1, 600, 3000])
  func findsDocumentsOfMany(count: Int) throws {
    for withFilter in [false, true] {
      let segment = try Segment(Self.keys(count: count), withFilter: withFilter)
      var generator = SeededGenerator(seed: 9)
      var identifiers = IdentifierBatch()
      var texts = segment.keys.map(\.identifier).filter { _ in Bool.random(using: &generator) }
      texts += ["", "stranger", "caf\u{e9}"] + texts.map { $0 + "x" }
      texts.shuffle(using: &generator)
      for text in texts { Array(text.utf8).withUnsafeBufferPointer { identifiers.append($0) } }
      for scope in [0, 1, 2, 9] as [UInt32] {
        var found: [UInt32] = []
        try segment.index.forEachDocument(of: &identifiers, scope: scope) {
          found.append($0)
          return true
        }
        #expect(found == (try texts.compactMap { try segment.find(scope, $0) }).sorted())
        var first: [UInt32] = []
        try segment.index.forEachDocument(of: &identifiers, scope: scope) {
          first.append($0)
          return false
        }
        #expect(first == Array(found.prefix(1)))
      }
    }
  }

  @Test("the index tells whether all identifiers are ASCII")
  func tellsASCII() throws {
    #expect(
      try Segment([Key(scope: 0, identifier: "a")], withFilter: false).index.hasOnlyASCIIIdentifiers
    )
    #expect(try Segment([], withFilter: false).index.hasOnlyASCIIIdentifiers)
  }

  @Test("the filter lets about one stranger in a hundred pass")
  func filters() {
    var generator = SeededGenerator(seed: 4)
    var filter = IdentifierFilter(hashCount: 10_000)
    let known = (0..<10_000).map { _ in generator.next() }
    for hash in known { filter.insert(hash) }
    #expect(known.allSatisfy(filter.mayContain))
    let passed = (0..<10_000).count { _ in filter.mayContain(generator.next()) }
    #expect(passed < 250)
  }

  @Test("documents that all have the same key are refused, and take no long time")
  func refusesOneKeyForAll() throws {
    var writer = IdentifierIndexWriter(withFilter: false)
    for _ in 0..<2000 { [1, 2].withUnsafeBytes { writer.add($0, scope: 0) } }
    var sink = ByteSink.memory()
    var error: StorageError?
    do throws(StorageError) {
      _ = try writer.finish(to: &sink)
    } catch let thrown {
      error = thrown
    }
    #expect(error?.code == .tooLarge)
  }

  @Test("a damaged index leads to an error or to some document, and no further")
  func survivesDamage() throws {
    let segment = try Segment(Self.keys(count: 100), withFilter: true)
    var footer: [UInt8] = []
    segment.location.encode(to: &footer)
    for seed in 0..<1500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let changesFooter = generator.once(in: 2)
      let changedFooter = changesFooter ? generator.mutate(footer, changes: 1) : footer
      let image = changesFooter ? segment.image : generator.mutate(segment.image, changes: 20)
      _ = try? Segment(
        segment.keys, image: image, footer: changedFooter, segment.documentLocation
      ).findAll()
    }
  }

  // MARK: -

  struct Key {
    var scope: UInt32
    var identifier: String
  }

  static func keys(count: Int) -> [Key] {
    (0..<count).map { Key(scope: UInt32($0 % 3), identifier: "item-\($0 / 2 * 7)-\($0 % 2)") }
  }

  /// A segment of documents that have identifiers only.
  private struct Segment {
    let keys: [Key]
    let image: [UInt8]
    let location: IdentifierIndexLocation
    let documentLocation: DocumentStoreLocation
    let index: IdentifierIndex

    init(_ keys: [Key], withFilter: Bool) throws {
      var sink = ByteSink.memory()
      var documents = DocumentStoreWriter(compresses: false)
      var identifiers = IdentifierIndexWriter(withFilter: withFilter)
      for key in keys {
        let item = try ItemCodec.encode(Item(uniqueIdentifier: key.identifier))
        try documents.add(
          EncodedItem(opening: item), scope: key.scope, staticScore: 0, to: &sink)
        Array(key.identifier.utf8).withUnsafeBytes { identifiers.add($0, scope: key.scope) }
      }
      documentLocation = try documents.finish(to: &sink)
      location = try identifiers.finish(to: &sink)
      let source = try #require(try sink.finish())
      self.keys = keys
      image = try Array(source.pin(0, Int(source.byteCount)).bytes)
      index = try IdentifierIndex(
        source, location, documents: DocumentStore(source, documentLocation))
    }

    init(
      _ keys: [Key], image: [UInt8], footer: [UInt8], _ documentLocation: DocumentStoreLocation
    ) throws {
      self.keys = keys
      self.image = image
      self.documentLocation = documentLocation
      var position = 0
      location = try footer.withUnsafeBytes {
        try IdentifierIndexLocation.decode($0, at: &position)
      }
      let source = ByteSource(memory: image)
      index = try IdentifierIndex(
        source, location, documents: DocumentStore(source, documentLocation))
    }

    func find(_ scope: UInt32, _ identifier: String) throws -> UInt32? {
      try Array(identifier.utf8).withUnsafeBytes { try index.find(scope: scope, identifier: $0) }
    }

    func findAll() throws {
      for key in keys { _ = try? find(key.scope, key.identifier) }
    }
  }
}
