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
      var remembered = try RememberedNumbers(Self.keys, in: view, &budget)
      let found = try Self.numbers(documents) { try remembered.read($0, into: $1, &budget) }
      try #require(found == expected, "seed \(seed)")
    }
  }

  @Test("a search that has to end makes no tables, and the next one does")
  func budget() throws {
    var random = SeededGenerator(seed: 1)
    let entries = try (0..<5_000).map { try Self.entry($0, &random, holdsWideArrays: false) }
    let view = SegmentView(try SegmentFixture.image(entries), scopeNumbers: [0])
    var cancelled = SearchBudget(isCancelled: { true })
    let first = try RememberedNumbers(Self.keys, in: view, &cancelled)
    let isFirstInMemory = first.areInMemory
    #expect(cancelled.isExhausted && !isFirstInMemory)
    var budget = SearchBudget()
    let second = try RememberedNumbers(Self.keys, in: view, &budget)
    let isSecondInMemory = second.areInMemory
    #expect(isSecondInMemory)
  }

  @Test("damaged bytes give an error or numbers", arguments: 0..<60 as Range<UInt64>)
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let entries = try (0..<200).map { try Self.entry($0, &random, holdsWideArrays: false) }
    var bytes = try SegmentFixture.bytes(of: try SegmentFixture.image(entries))
    for _ in 0..<1 + random.below(40) {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    var budget = SearchBudget()
    do throws(StorageError) {
      let view = SegmentView(try Segment.open(ByteSource(memory: bytes)), scopeNumbers: [0])
      var reader = try RememberedNumbers(Self.keys, in: view, &budget)
      var values = [Double?](repeating: nil, count: Self.keys.count)
      for document in 0..<UInt32(view.segment.documentCount) {
        try values.withUnsafeMutableBufferPointer { (values) throws(StorageError) in
          try reader.read(document, into: values, &budget)
        }
      }
    } catch {
      #expect(error.code == .corrupted || error.code == .newerFormat, "seed \(seed)")
    }
  }
}
