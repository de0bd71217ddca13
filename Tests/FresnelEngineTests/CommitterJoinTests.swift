import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// A committer without the threads around it, so that each step of a join comes when a test wants it.
private struct JoinFixture {
  let storage: FaultyStorage
  let options = StoreOptions(imageByteCount: 1)
  var committer: Committer

  init(_ storage: FaultyStorage = FaultyStorage(), at directory: String = "/store") throws {
    self.storage = storage
    committer = try Committer(
      directory: directory, storage: storage, options: options,
      indexQueue: ParallelQueue(label: "test", width: 1), publishingTo: PublishedIndex())
  }

  mutating func apply(_ operation: Operation) throws {
    let record = try BatchRecord(
      Batch(scope: .notes, operations: [operation]), time: options.clock(),
      largestByteCount: options.largestBatchByteCount)
    let outcomes = committer.commit([
      CommitRequest(
        change: .success(.batch(record)), scope: .notes, expectedClientState: .any,
        completion: { _ in })
    ])
    if let error = outcomes[0] { throw error }
    try committer.settle()
  }

  mutating func put(_ identifiers: ClosedRange<Int>) throws {
    try apply(
      .put(identifiers.map { try ItemCodec.encode(Item("\($0)", title: "Item \($0)")) }))
  }

  /// Begins to write the images to a file, and does so.
  mutating func beginFile() throws -> SegmentJoin.Result {
    let begun = committer.beginJoin()
    let join = try #require(begun)
    #expect(join.kind == .images)
    return try join.run(committer.files, isCancelled: { false })
  }

  /// What the disk has after a crash.
  func left() throws -> (identifiers: Set<String>, loss: LossReport, isSound: Bool) {
    let store = try Store.open(at: "/store", storage: storage.afterPowerLoss())
    defer { store.close() }
    return (Set(store.snapshot().identifiers()), store.loss, store.check().isSound)
  }
}

@Suite("Files of joins beside what else is done")
struct CommitterJoinTests {
  @Test("removing earlier files leaves a file that a join has written and no list names yet")
  func erasure() throws {
    var fixture = try JoinFixture()
    try fixture.put(0...9)
    fixture.committer.install(try fixture.beginFile())
    try fixture.put(10...19)
    let result = try fixture.beginFile()
    try fixture.committer.eraseEarlierFiles()
    fixture.committer.install(result)
    try fixture.put(20...20)
    let left = try fixture.left()
    #expect(left.identifiers == Set((0...20).map(String.init)))
    #expect(left.loss == LossReport() && left.isSound)
  }

  @Test("a join that was under way when the store was compacted does no harm", arguments: 0...2)
  func compaction(moment: Int) throws {
    var fixture = try JoinFixture()
    try fixture.put(0...9)
    fixture.committer.install(try fixture.beginFile())
    try fixture.put(10...19)
    let result = try fixture.beginFile()
    if moment == 1 { try fixture.put(20...29) }
    if moment == 2 { try fixture.apply(.deleteIdentifiers(["3", "13"])) }
    #expect(fixture.committer.compact() == nil)
    try fixture.put(30...39)
    fixture.committer.install(result)
    let later = try fixture.beginFile()
    fixture.committer.install(later)
    var expected = Set((0...19).map(String.init)).union((30...39).map(String.init))
    if moment == 1 { expected.formUnion((20...29).map(String.init)) }
    if moment == 2 { expected.subtract(["3", "13"]) }
    let left = try fixture.left()
    #expect(left.identifiers == expected)
    #expect(left.loss == LossReport() && left.isSound)
    // The file of the join that came to nothing is gone.
    let files = fixture.storage.paths.filter { $0.contains("/segment-") }
    #expect(files.count == 2)
  }

  @Test("the file of another store that has a join's number stays when the directory is replaced")
  func replaced() throws {
    let storage = FaultyStorage()
    var theirs = try JoinFixture(storage, at: "/other")
    try theirs.put(100...109)
    theirs.committer.install(try theirs.beginFile())
    theirs.committer.close()
    var fixture = try JoinFixture(storage)
    try fixture.put(0...9)
    let result = try fixture.beginFile()
    storage.moveTree("/store", to: "/aside")
    storage.moveTree("/other", to: "/store")
    // It is noticed, and the store goes on with what is there now.
    #expect {
      try fixture.put(10...10)
    } throws: {
      ($0 as? StoreError)?.code == .directoryReplaced
    }
    fixture.committer.install(result)
    try fixture.put(11...11)
    let left = try fixture.left()
    #expect(left.identifiers == Set((100...109).map(String.init) + ["11"]))
    #expect(left.loss == LossReport() && left.isSound)
  }
}
