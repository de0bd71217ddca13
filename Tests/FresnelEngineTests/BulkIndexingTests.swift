import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// What may come between an item's commit and a list that names its file.
private enum Step: Int, CaseIterable {
  case put, putAgain, delete, deleteDomain, indexInBulk, settle, list, merge, renew, compact, reopen
}

@Suite("Items that go straight to files")
struct BulkIndexingTests {
  private static func item(_ number: Int, version: Int = 0) -> Item {
    Item(
      "\(number)", title: "Item \(number) version \(version)", text: "Some words of a text",
      domain: "d.\(number % 3)")
  }

  private static func put(
    _ numbers: ClosedRange<Int>, _ fixture: inout CommitterFixture
  ) throws {
    try fixture.commit(.put(numbers.map { try ItemCodec.encode(item($0)) }))
  }

  private static func segmentFiles(_ storage: FaultyStorage) -> Set<String> {
    Set(storage.paths.filter { $0.contains("/segment-") })
  }

  private static func identifiers(_ numbers: some Sequence<Int>) -> Set<String> {
    Set(numbers.map(String.init))
  }

  @Test("they show before a list names their files, and a power loss before that costs nothing")
  func powerLoss() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try Self.put(0...19, &fixture)
    fixture.indexInBulk()
    let unlisted = Self.segmentFiles(fixture.storage)
    #expect(unlisted.count > 1)
    #expect(fixture.committer.inMemoryByteCount == 0)
    #expect(try Set(fixture.items().keys) == Self.identifiers(0...19))
    #expect(try fixture.left().identifiers == Self.identifiers(0...19))
    fixture.committer.listFilesIfDue(whileBusy: true)
    #expect(fixture.committer.state.segments.count { !$0.isUnlisted } == 0)
    fixture.committer.listFilesIfDue(whileBusy: false)
    #expect(fixture.committer.state.segments.count { $0.isUnlisted } == 0)
    #expect(Self.segmentFiles(fixture.storage) == unlisted)
    let left = try fixture.left()
    #expect(left.identifiers == Self.identifiers(0...19) && left.isSound)
  }

  @Test("what is deleted before a list names their files stays deleted")
  func deletion() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try Self.put(0...19, &fixture)
    fixture.indexInBulk()
    try fixture.commit(.deleteIdentifiers(["3", "7"]))
    try fixture.commit(.deleteDomains(["d.2"]))
    let expected = Self.identifiers((0...19).filter { $0 % 3 != 2 && $0 != 3 && $0 != 7 })
    #expect(try fixture.left().identifiers == expected)
    try fixture.committer.settle()
    fixture.committer.listFilesIfDue(whileBusy: false)
    #expect(try Set(fixture.items().keys) == expected)
    #expect(try fixture.left().identifiers == expected)
  }

  @Test("in-memory segments that came before become a file first, and the list names all in order")
  func order() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try fixture.put(0...1)
    try Self.put(2...19, &fixture)
    fixture.indexInBulk()
    try fixture.put(20...20)
    fixture.committer.listFilesIfDue(whileBusy: false)
    #expect(fixture.committer.state.segments.count { !$0.isUnlisted } == 0)
    let task = fixture.merge()
    #expect(task?.kind == .flush)
    // What came behind them is few, and stays in memory.
    #expect(fixture.committer.state.segments.count { $0.isUnlisted } == 1)
    let last = fixture.committer.state.segments.last
    #expect(last?.isInMemory == true)
    #expect(try fixture.items().count == 21)
    #expect(try fixture.left().identifiers == Self.identifiers(0...20))
    let store = try Store.open(at: "/store", storage: fixture.storage.afterPowerLoss())
    #expect(store.snapshot().identifiers().prefix(3) == ["0", "1", "2"])
    store.close()
  }

  @Test(
    "where a file can't be written the segment stays in memory, and nothing is left of the file")
  func fullDisk() throws {
    for call in 1...12 {
      var fixture = try CommitterFixture(flushByteCount: 1 << 20)
      try Self.put(0...19, &fixture)
      fixture.storage.setFault(
        .init(call: call, isPersistent: true, code: .full, onlyNeedsRoom: true))
      fixture.indexInBulk()
      fixture.storage.setFault(nil)
      #expect(try Set(fixture.items().keys) == Self.identifiers(0...19), "call \(call)")
      let unlisted = fixture.committer.state.segments.filter { $0.unlistedNumber != nil }
      #expect(Self.segmentFiles(fixture.storage).count == unlisted.count, "call \(call)")
      #expect(try fixture.left().identifiers == Self.identifiers(0...19), "call \(call)")
    }
  }

  @Test(
    "a file that turns out to be damaged, or can't be read, before a list names it is made again",
    arguments: [StorageError.Code.corrupted, .inputOutput])
  func damage(code: StorageError.Code) throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try Self.put(0...19, &fixture)
    fixture.indexInBulk()
    let path = try #require(Self.segmentFiles(fixture.storage).min())
    fixture.committer.examine(StorageError(code, "It is damaged.", path: path))
    try fixture.committer.settle()
    #expect(try Set(fixture.items().keys) == Self.identifiers(0...19))
    #expect(fixture.published.loss == LossReport())
    #expect(!Self.segmentFiles(fixture.storage).contains(path))
    try fixture.put(20...20)
    #expect(try fixture.left().identifiers == Self.identifiers(0...20))
  }

  @Test("a list names the files, however few, once in-memory segments wait behind them")
  func memory() throws {
    var fixture = try CommitterFixture(flushByteCount: 200_000)
    // Fewer would be indexed beside their commit.
    try Self.put(0...19, &fixture)
    fixture.indexInBulk()
    fixture.committer.listFilesIfDue(whileBusy: true)
    #expect(fixture.committer.state.segments.count { $0.unlistedNumber != nil } > 0)
    var numbers = Array(0...19)
    while fixture.committer.inMemoryByteCount <= 200_000 {
      let next = numbers.count
      try fixture.put(next...next + 9)
      numbers += next...next + 9
    }
    fixture.committer.listFilesIfDue(whileBusy: true)
    #expect(fixture.committer.state.segments.count { $0.unlistedNumber != nil } == 0)
    let task = fixture.merge()
    #expect(task?.kind == .flush)
    #expect(fixture.committer.inMemoryByteCount == 0)
    #expect(try fixture.left().identifiers == Self.identifiers(numbers))
  }

  @Test("no file is written any more once the journal was read again")
  func abandoned() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try Self.put(0...19, &fixture)
    let begun = fixture.committer.beginBuild(isBulk: true)
    let build = try #require(begun)
    fixture.committer.recover(from: StorageError(.inputOutput, "It failed."))
    build.help()
    #expect(throws: StorageError.self) { try build.segments() }
    let isWell = fixture.committer.finish(build)
    #expect(isWell)
    #expect(Self.segmentFiles(fixture.storage).isEmpty)
    try fixture.committer.settle()
    #expect(try Set(fixture.items().keys) == Self.identifiers(0...19))
  }

  @Test("where room is short, what was deleted of such a file leaves the disk with a compaction")
  func compactionFileByFile() throws {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try fixture.put(30...31)
    try Self.put(0...19, &fixture)
    fixture.indexInBulk()
    try fixture.apply(.deleteIdentifiers(["3", "7"]))
    try fixture.committer.compactFileByFile()
    let segments = fixture.committer.state.segments
    #expect(segments.count { $0.isUnlisted } == 0)
    #expect(segments.count { $0.view.live.count < $0.segment.documentCount } == 0)
    let expected = (0...19).filter { $0 != 3 && $0 != 7 } + [30, 31]
    #expect(try fixture.left().identifiers == Self.identifiers(expected))
  }

  @Test("a store that is closed, or compacted, has all in files that a list names")
  func closing() throws {
    for isCompacted in [false, true] {
      var fixture = try CommitterFixture(flushByteCount: 1 << 20)
      try fixture.put(0...1)
      try Self.put(2...19, &fixture)
      fixture.indexInBulk()
      try fixture.put(20...20)
      let error = isCompacted ? fixture.committer.compact() : nil
      #expect(error == nil)
      fixture.committer.flushForClosing()
      #expect(fixture.committer.state.segments.count { $0.isUnlisted } == 0)
      let named = fixture.committer.state.segments.count
      #expect(Self.segmentFiles(fixture.storage).count == named)
      #expect(isCompacted == (named == 1))
      fixture.committer.close()
      #expect(try fixture.left().identifiers == Self.identifiers(0...20))
    }
  }

  @Test(
    "whatever comes before a list names them, readers and a power loss find what was acknowledged",
    arguments: 0..<60 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var fixture = try CommitterFixture(flushByteCount: [1, 3000, 1 << 20][Int(seed % 3)])
    var model: [String: String] = [:]
    for number in 0..<40 {
      let comment: Comment = "seed \(seed), step \(number)"
      switch Step.allCases.randomElement(using: &generator) ?? .put {
      case .put, .putAgain:
        let items = (0...generator.below(8)).map { _ in
          Self.item(generator.below(30), version: number)
        }
        try fixture.commit(.put(items.map { try ItemCodec.encode($0) }))
        for item in items { model[item.uniqueIdentifier] = item.title }
      case .delete:
        let gone = (0...2).map { _ in "\(generator.below(30))" }
        try fixture.commit(.deleteIdentifiers(gone))
        for identifier in gone { model[identifier] = nil }
      case .deleteDomain:
        guard generator.once(in: 3) else { continue }
        try fixture.commit(.deleteDomains(["d.1"]))
        model = model.filter { (Int($0.key) ?? 0) % 3 != 1 }
      case .indexInBulk: fixture.indexInBulk()
      case .settle: try fixture.committer.settle()
      case .list: fixture.committer.listFilesIfDue(whileBusy: generator.once(in: 2))
      case .merge: fixture.merge()
      case .renew: try fixture.committer.renewJournal()
      case .compact:
        let error = fixture.committer.compact()
        #expect(error == nil, comment)
      case .reopen: fixture.committer.recover(from: StorageError(.inputOutput, "It failed."))
      }
      if generator.once(in: 4) {
        try fixture.committer.settle()
        #expect(try fixture.items().mapValues(\.title) == model, comment)
      }
      let left = try fixture.left()
      #expect(left.identifiers == Set(model.keys), comment)
      #expect(left.isSound && left.loss == LossReport(), comment)
    }
    fixture.committer.close()
  }
}

extension Item {
  fileprivate var title: String {
    if case .string(let title)? = attributes[.title] { title } else { "" }
  }
}
