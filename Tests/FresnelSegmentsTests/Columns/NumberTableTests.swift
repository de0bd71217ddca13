import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("Numbers from tables in memory against those from columns and items")
struct NumberTableTests {
  private static let few = AttributeKey.custom(CustomAttributeKey(name: "few"))
  private static let many = AttributeKey.custom(CustomAttributeKey(name: "many"))
  private static let none = AttributeKey.custom(CustomAttributeKey(name: "none"))
  private static let keys = [few, many, none, .builtIn(.pageCount)]

  /// Numbers of which few differ, of which more differ than a byte tells apart, and of no document; whole ones, those of
  /// arrays and texts among them.
  private static func entry(
    _ number: Int, _ random: inout SeededGenerator, holdsWideArrays: Bool
  ) throws -> SegmentModel.Entry {
    var attributes = Attributes()
    switch random.below(6) {
    case 0: break
    case 1: attributes[few] = .array([.string("a"), .double(0.5), .double(0.25)])
    case 2: attributes[few] = .string("none")
    default: attributes[few] = .double(Double(random.below(5)) / 4)
    }
    if random.below(4) > 0 { attributes[many] = .double(Double(random.below(2_000)) / 7) }
    if random.below(3) > 0 { attributes[.pageCount] = .integer(Int64(random.below(300)) - 100) }
    // A column refuses so many values, so that items have to tell.
    if holdsWideArrays, random.below(100) == 0 {
      attributes[few] = .array((0..<600).map { .integer(Int64($0)) })
    }
    let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
    return SegmentModel.Entry(
      scope: IndexScope(app: "a"), item: try EncodedItem(validating: ItemCodec.encode(item)))
  }

  private static func numbers(
    _ documents: [UInt32], _ read: (UInt32, UnsafeMutableBufferPointer<Double?>) throws -> Void
  ) throws -> [[Double?]] {
    try documents.map { document in
      var values = [Double?](repeating: -1, count: keys.count)
      try values.withUnsafeMutableBufferPointer { try read(document, $0) }
      return values
    }
  }

  @Test(
    "are the same in any order, patched documents among them", arguments: 0..<12 as Range<UInt64>)
  func areTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = [1, 40, 700, 1_500][Int(seed % 4)]
    let entries = try (0..<count).map {
      try Self.entry($0, &random, holdsWideArrays: seed % 3 == 2)
    }
    let segment =
      seed % 2 == 0
      ? try SegmentFixture.image(entries)
      : try SegmentFixture.file(entries, storage: FaultyStorage())
    var view = SegmentView(segment, scopeNumbers: [0])
    for _ in 0..<random.below(5) {
      var update = Item(uniqueIdentifier: "", isUpdate: true)
      update.attributes[.pageCount] = .integer(Int64(random.below(10)) + 1_000)
      let document = UInt32(random.below(count))
      let stored = try view.segment.documents.item(document)
      let changed = try EncodedItem.merging(
        [EncodedItem(validating: ItemCodec.encode(update))], into: stored)
      // An item of which more than numbers would change is not patched.
      if let patch = DocumentPatch(from: stored, to: try EncodedItem(validating: changed)) {
        view.patch(document, patch)
      }
    }
    let documents = (0..<UInt32(count)).shuffled(using: &random)
    var budget = SearchBudget()
    var reader = NumberReader(Self.keys, in: view)
    let expected = try Self.numbers(documents) { try reader.read($0, into: $1, &budget) }
    // The second time the tables are remembered.
    for _ in 0..<2 {
      var remembered = RememberedNumbers(Self.keys, in: view)
      let found = try Self.numbers(documents) { try remembered.read($0, into: $1, &budget) }
      try #require(found == expected, "seed \(seed)")
    }
  }

  @Test("the first question makes the table, whatever is left of its time")
  func exhausted() throws {
    var random = SeededGenerator(seed: 1)
    let entries = try (0..<5_000).map { try Self.entry($0, &random, holdsWideArrays: false) }
    let view = SegmentView(try SegmentFixture.image(entries), scopeNumbers: [0])
    let isInMemory = RememberedNumbers(Self.keys, in: view).areInMemory
    #expect(isInMemory)
    // Other attributes have tables of their own, but not any number of them.
    let counts = (1...8).map { count in
      RememberedNumbers(Array(repeating: Self.keys[0], count: count), in: view).areInMemory
    }
    #expect(counts.count { $0 } == 3)
  }

  /// The numbers of a document as a reader gives them; `nil` where it is damaged.
  private static func outcome(
    _ read: (UnsafeMutableBufferPointer<Double?>, inout SearchBudget) throws(StorageError) -> Void
  ) -> [Double?]? {
    var budget = SearchBudget()
    var values = [Double?](repeating: -1, count: keys.count)
    do throws(StorageError) {
      try values.withUnsafeMutableBufferPointer { (values) throws(StorageError) in
        try read(values, &budget)
      }
      return values
    } catch {
      #expect(error.code == .corrupted)
      return nil
    }
  }

  @Test(
    "damaged bytes cost the documents whose columns they are in, as without tables",
    arguments: 0..<60 as Range<UInt64>)
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let entries = try (0..<200).map { try Self.entry($0, &random, holdsWideArrays: false) }
    var bytes = try SegmentFixture.bytes(of: try SegmentFixture.image(entries))
    for _ in 0..<1 + random.below(seed % 2 == 0 ? 3 : 40) {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    let segment: Segment
    do throws(StorageError) {
      segment = try Segment.open(ByteSource(memory: bytes))
    } catch {
      #expect(error.code == .corrupted || error.code == .newerFormat, "seed \(seed)")
      return
    }
    let view = SegmentView(segment, scopeNumbers: [0])
    for document in 0..<UInt32(segment.documentCount) {
      let expected = Self.outcome { (values, budget) throws(StorageError) in
        var reader = NumberReader(Self.keys, in: view)
        try reader.read(document, into: values, &budget)
      }
      let found = Self.outcome { (values, budget) throws(StorageError) in
        var reader = RememberedNumbers(Self.keys, in: view)
        try reader.read(document, into: values, &budget)
      }
      try #require(found == expected, "seed \(seed), document \(document)")
    }
  }
}
