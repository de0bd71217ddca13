import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Patches, merges and the journal")
struct PatchReplayTests {
  private static let itemCount = 12

  private static func files() throws -> SegmentFiles {
    let storage = FaultyStorage()
    try storage.createDirectory("/j")
    return SegmentFiles(
      directory: "/j", storage: storage, cache: BlockCache(byteCount: 1 << 17), key: nil)
  }

  private static func put(_ items: [Item], at time: Double) throws -> JournalRecord {
    .batch(
      BatchRecord(
        scope: .notes, time: Timestamp(secondsSinceReferenceDate: time),
        operations: [
          .put(try items.map { try EncodedItem(validating: ItemCodec.encode($0)) })
        ]))
  }

  /// A state with one segment that the journal does not have, as if it were a file.
  private static func base() throws -> IndexState {
    var application = BatchApplication(IndexState())
    let items = (0..<itemCount).map { number in
      var item = Item("\(number)", title: "Note \(number)", text: "words")
      item.attributes[.contentCreationDate] = .date(.init(secondsSinceReferenceDate: 10))
      if number % 3 == 0 { item.expiration = .init(secondsSinceReferenceDate: 100) }
      return item
    }
    try application.apply(try put(items, at: 0))
    return try application.finish(threadCount: 1)
  }

  private static func changes(_ generator: inout SeededGenerator, at time: Double) throws
    -> JournalRecord
  {
    let items = (0...generator.below(3)).map { _ in
      let number = generator.below(itemCount)
      if generator.once(in: 12) { return Item("\(number)", title: "New \(generator.below(99))") }
      var item = Item(uniqueIdentifier: "\(number)", isUpdate: true)
      switch generator.below(5) {
      case 0: item.attributes[.pageCount] = .null
      case 1: item.attributes[.fileSize] = .integer(Int64(generator.below(9)))
      // Dates of which the latest counts for the static score.
      case 2:
        item.attributes[.contentCreationDate] = .date(
          .init(secondsSinceReferenceDate: Double(generator.below(11))))
      case 3:
        item.attributes[.addedDate] = .date(
          .init(secondsSinceReferenceDate: Double(generator.below(11))))
      default: item.attributes[.pageCount] = .integer(Int64(generator.below(9)))
      }
      if generator.once(in: 3) {
        item.expiration = .init(secondsSinceReferenceDate: 100 + Double(generator.below(50)))
      }
      return item
    }
    return try put(items, at: time)
  }

  private static func contents(_ state: IndexState) throws -> Set<Item> {
    let snapshot = Snapshot(
      state, time: Timestamp(secondsSinceReferenceDate: 0), of: PublishedIndex())
    var items: Set<Item> = []
    try snapshot.forEachItem { _, item in
      items.insert(try item.item())
      return true
    }
    return items
  }

  /// A state whose first segment was merged with nothing, the patches in its items.
  private static func rewritten(
    _ state: IndexState, from before: IndexSegment, number: UInt64
  ) throws -> IndexState {
    let task = MergeTask(
      kind: .files, parts: [before], number: number, time: Timestamp(secondsSinceReferenceDate: 0))
    let result = try task.run(try files(), isCancelled: { false })
    var next = state
    let merged = try result.mergedSegment(present: next.segments[0..<1], &next.scopes)
    next.segments.replaceSubrange(0..<1, with: merged.map { [$0] } ?? [])
    return next
  }

  @Test(
    "the journal leads to the same state from files that were merged at any later time",
    arguments: 0..<60 as Range<UInt64>)
  func replay(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let base = try Self.base()
    var application = BatchApplication(base)
    var records: [JournalRecord] = []
    var merged: [IndexState] = []
    let mergeStart = generator.below(8)
    var parts = base.segments
    for step in 0..<16 {
      if step == mergeStart { parts = application.state.segments }
      let record = try Self.changes(&generator, at: Double(step))
      if let resolved = try application.resolve(record, largestByteCount: 1 << 20) {
        records.append(resolved)
      }
      application.release()
      // What was put is in the backlog; a file has only what was in one before.
      if step >= mergeStart {
        var state = try Self.rewritten(
          application.state, from: parts[0], number: UInt64(seed * 100) + UInt64(step) + 1)
        // Items that were moved to in-memory segments are in the journal.
        state.segments = Array(state.segments.prefix(1))
        merged.append(state)
      }
    }
    let expected = try Self.contents(try application.finish(threadCount: 1))
    for (number, state) in merged.enumerated() {
      var replayed = BatchApplication(state)
      for record in records { try replayed.apply(record) }
      let found = try Self.contents(try replayed.finish(threadCount: 1))
      try #require(found == expected, "seed \(seed), merge \(number)")
    }
  }

  @Test("a merge that left out what had expired gives way to a later patch of it")
  func outdated() throws {
    let base = try Self.base()
    let task = MergeTask(
      kind: .files, parts: base.segments, number: 1 << 40,
      time: Timestamp(secondsSinceReferenceDate: 200))
    let result = try task.run(try Self.files(), isCancelled: { false })
    // The clock is set back.
    var application = BatchApplication(base)
    var item = Item(uniqueIdentifier: "0", isUpdate: true)
    item.attributes[.pageCount] = .integer(1)
    _ = try application.resolve(try Self.put([item], at: 50), largestByteCount: 1 << 20)
    var state = application.state
    #expect(throws: OutdatedMerge.self) {
      try result.mergedSegment(present: state.segments[0..<1], &state.scopes)
    }
  }

  /// What makes one item of another, again and again.
  private static func replayedOnMerged(
    _ updates: [Item], of base: IndexState, number: UInt64
  ) throws -> (expected: Set<Item>, replayed: Set<Item>) {
    var application = BatchApplication(base)
    var records: [JournalRecord] = []
    for update in updates {
      let record = try application.resolve(try put([update], at: 1), largestByteCount: 1 << 24)
      records.append(try #require(record))
      application.release()
    }
    var replayed = BatchApplication(
      try rewritten(application.state, from: application.state.segments[0], number: number))
    for record in records { try replayed.apply(record) }
    return (
      try contents(application.state), try contents(try replayed.finish(threadCount: 1))
    )
  }

  @Test("a key whose flags changed on the way does not keep the journal from being replayed")
  func flags() throws {
    let values: [(AttributeValue, Bool)] = [
      (.integer(5), false), (.null, false), (.integer(5), true),
    ]
    let updates = values.map { value, isUnique in
      var update = Item(uniqueIdentifier: "1", isUpdate: true)
      update.attributes[.custom(CustomAttributeKey(name: "c", isUnique: isUnique))] = value
      return update
    }
    let (expected, replayed) = try Self.replayedOnMerged(updates, of: Self.base(), number: 9001)
    #expect(replayed == expected)
  }

  @Test(
    "an item that is half as large as it may be is put whole, so that replaying never goes beyond")
  func limits() throws {
    func encoded(_ count: Int, pages: Int64) throws -> EncodedItem {
      var item = Item("1", title: "Note")
      item.attributes[.pageCount] = .integer(pages)
      for number in 0..<count - 2 {
        item.attributes[.custom(CustomAttributeKey(name: "k\(number)"))] = .boolean(true)
      }
      return try EncodedItem(opening: ItemCodec.encode(item))
    }
    let half = ItemLimits.attributeCount / 2
    for (count, isPatched) in [(half, true), (half + 1, false)] {
      let update = DocumentPatch.update(
        from: try encoded(count, pages: 1), to: try encoded(count, pages: 2))
      #expect((update != nil) == isPatched)
    }
  }
}
