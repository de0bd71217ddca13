import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// Damage of a file that no list names costs nothing: the journal has its items, until a list names the file.
@Suite("Damage of items that went straight to files")
struct BulkIndexingDamageTests {
  /// A committer with items in files that no list names.
  private static func unlisted() throws -> CommitterFixture {
    var fixture = try CommitterFixture(flushByteCount: 1 << 20)
    try fixture.commit(.put((0..<20).map { try ItemCodec.encode(PatchFixture.item($0)) }))
    fixture.indexInBulk()
    #expect(fixture.committer.state.segments.count { $0.unlistedNumber != nil } > 1)
    return fixture
  }

  private static func check(_ fixture: CommitterFixture) -> CheckReport {
    StoreCheck(files: fixture.committer.files, options: fixture.options.journal).run(
      Snapshot(fixture.published.state, time: fixture.clock.now, of: fixture.published))
  }

  /// Everything is there, in files that are sound, and nothing is told of.
  private static func expectWhole(_ fixture: inout CommitterFixture) throws {
    try fixture.committer.settle()
    #expect(try fixture.items().count == 20)
    #expect(fixture.published.loss == LossReport())
    #expect(check(fixture).faults == [])
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("a check tells of it", arguments: [0, 1])
  func check(position: Int) throws {
    let fixture = try Self.unlisted()
    #expect(Self.check(fixture).faults == [])
    let path = try #require(
      fixture.committer.state.segments[position].segment.source.path)
    try CommitterMendingTests.damageEnd(of: path, in: fixture.storage)
    let faults = Self.check(fixture).faults
    #expect(faults.count == 1 && faults.first?.contains(path) == true)
  }

  @Test("what a check or a read meets with before a list names the file is read from the journal")
  func before() throws {
    var fixture = try Self.unlisted()
    let segment = fixture.committer.state.segments[0]
    let path = try #require(segment.segment.source.path)
    try CommitterMendingTests.damageEnd(of: path, in: fixture.storage)
    fixture.committer.examineCopied(try #require(fixture.committer.files.firstDamage(of: segment)))
    #expect(fixture.storage.contents(of: path) == nil)
    try Self.expectWhole(&fixture)
    fixture.committer.listFilesIfDue(whileBusy: false)
    try Self.expectWhole(&fixture)
  }

  @Test("what was met with before a list names the file is mended once one does")
  func between() throws {
    for rotation in 0..<3 {
      var fixture = try Self.unlisted()
      let met = Mutex<[StorageError]>([])
      try withExtendedLifetime(met) {
        let segment = fixture.committer.state.segments[0]
        let path = try #require(segment.segment.source.path)
        try CommitterMendingTests.damageEnd(of: path, in: fixture.storage)
        let damage = try #require(fixture.committer.files.firstDamage(of: segment))
        // The writer looks at it after what was asked of it before.
        met.withLock { $0.append(damage) }
        switch rotation {
        case 0: fixture.committer.listFilesIfDue(whileBusy: false)
        case 1: try fixture.committer.renewJournal()
        default: try fixture.committer.flush()
        }
        for damage in met.withLock(\.self) { fixture.committer.examineCopied(damage) }
        #expect(fixture.merge()?.mend != nil)
        #expect(fixture.storage.contents(of: path) == nil)
      }
      let damage = try #require(fixture.published.loss.damages.first, "rotation \(rotation)")
      #expect(fixture.published.loss.extent == .none && damage.lostItemCount == 0)
      #expect(try fixture.items().count == 20)
      #expect(Self.check(fixture).faults == [])
      try CommitterMendingTests.expectLeft(fixture)
    }
  }

  @Test("a device that damages what is written has items stay in memory for a while")
  func pause() throws {
    var fixture = try Self.unlisted()
    let path = try #require(fixture.committer.state.segments[0].segment.source.path)
    fixture.committer.examineCopied(StorageError(.corrupted, "A copy is damaged.", path: path))
    func put(_ numbers: Range<Int>) throws {
      try fixture.commit(.put(numbers.map { try ItemCodec.encode(PatchFixture.item($0)) }))
    }
    try put(20..<40)
    fixture.indexInBulk()
    #expect(fixture.committer.state.segments.count { !$0.isInMemory } == 0)
    fixture.clock.advance(by: 11)
    try put(40..<60)
    fixture.indexInBulk()
    #expect(fixture.committer.state.segments.count { $0.unlistedNumber != nil } > 0)
    #expect(try fixture.items().count == 60)
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("while what is left of another file can't be written down, it is made again all the same")
  func pauseOfSalvage() throws {
    var fixture = try CommitterFixture()
    try fixture.putFile((100..<120).map(PatchFixture.item))
    try fixture.commit(.put((0..<20).map { try ItemCodec.encode(PatchFixture.item($0)) }))
    fixture.indexInBulk()
    let listed = try #require(fixture.committer.state.segments[0].segment.source.path)
    let unlisted = try #require(fixture.committer.state.segments[1].segment.source.path)
    #expect(fixture.committer.state.segments[1].unlistedNumber != nil)
    fixture.committer.failedSalvageTime = fixture.clock.now
    fixture.committer.examine(StorageError(.corrupted, "It is damaged.", path: unlisted))
    #expect(fixture.storage.contents(of: unlisted) == nil)
    try fixture.committer.settle()
    #expect(try fixture.items().count == 40)
    #expect(fixture.published.loss == LossReport())
    // What is damaged of a file that a list names is looked at again once the pause is over.
    fixture.committer.failedSalvageTime = fixture.clock.now
    fixture.committer.examine(StorageError(.corrupted, "It is damaged.", path: listed))
    #expect(fixture.published.loss == LossReport())
    fixture.clock.advance(by: 5)
    fixture.committer.examinePostponed()
    #expect(fixture.published.loss == LossReport())
    fixture.clock.advance(by: 6)
    fixture.committer.examinePostponed()
    #expect(fixture.published.loss.damages.count == 1)
    #expect(try fixture.items().count == 40)
    #expect(try fixture.left().identifiers.count == 40)
  }
}
