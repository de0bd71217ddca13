import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// What a full disk makes a store try again, and when.
@Suite("Room that is kept and looked for")
struct CommitterRoomTests {
  private static let reserve = "/store/reserve"
  private static let noRoom = StorageError(.full, "There is no room.")

  /// A committer that has given up the room that it kept, on a disk without a free byte.
  private static func fullDisk() throws -> CommitterFixture {
    var fixture = try CommitterFixture()
    try fixture.put(0...9)
    #expect(fixture.storage.paths.contains(reserve))
    fixture.committer.giveUpReserve()
    #expect(!fixture.storage.paths.contains(reserve))
    fixture.storage.setCapacity(fixture.storage.usedByteCount)
    return fixture
  }

  @Test("room to keep is looked for once in a while, and found when there is some")
  func pause() throws {
    var fixture = try Self.fullDisk()
    fixture.committer.restoreRoom()
    let callCount = fixture.storage.callCount
    for _ in 0..<5 { fixture.committer.restoreRoom() }
    #expect(fixture.storage.callCount == callCount)
    fixture.clock.advance(by: 11)
    fixture.committer.restoreRoom()
    #expect(fixture.storage.callCount > callCount)
    #expect(fixture.committer.isRoomShort)
    fixture.storage.setCapacity(nil)
    fixture.clock.advance(by: 11)
    fixture.committer.restoreRoom()
    #expect(!fixture.committer.isRoomShort && fixture.storage.paths.contains(Self.reserve))
  }

  @Test("room that a merge gives back is looked for at once")
  func roomFromMerge() throws {
    var fixture = try CommitterFixture()
    try fixture.putFile((0..<9).map { Item("\($0)", title: "Item \($0)") })
    fixture.committer.giveUpReserve()
    fixture.storage.setCapacity(fixture.storage.usedByteCount)
    fixture.committer.restoreRoom()
    try fixture.apply(.deleteAll)
    fixture.storage.setCapacity(nil)
    fixture.committer.restoreRoom()
    #expect(fixture.committer.isRoomShort)
    #expect(fixture.merge()?.kind == .files)
    fixture.committer.restoreRoom()
    #expect(!fixture.committer.isRoomShort && fixture.storage.paths.contains(Self.reserve))
  }

  @Test("room that compacting gives back is looked for at once")
  func roomFromCompacting() throws {
    var fixture = try Self.fullDisk()
    fixture.committer.restoreRoom()
    fixture.storage.setCapacity(nil)
    fixture.committer.restoreRoom()
    #expect(fixture.committer.isRoomShort)
    #expect(fixture.committer.compact() == nil)
    #expect(!fixture.committer.isRoomShort && fixture.storage.paths.contains(Self.reserve))
  }

  @Test("on a full disk a damaged file gives its room back", arguments: [1100, 800])
  func damagedFile(deletedCount: Int) throws {
    var fixture = try CommitterMendingTests.damaged(itemCount: 1100)
    fixture.committer.giveUpReserve()
    try fixture.apply(.deleteIdentifiers((0..<deletedCount).map(String.init)))
    let merged = fixture.merge()
    #expect(merged?.kind == .files && merged?.mend == nil)
    #expect(!fixture.storage.paths.contains { $0.hasPrefix("/store/damaged/") })
    let damage = try #require(fixture.published.loss.damages.first)
    #expect(damage.setAsidePath == nil && damage.lostItemCount == 0)
    #expect(fixture.committer.mends.isEmpty && fixture.published.loss.extent == .none)
    #expect(try fixture.left().identifiers == Set(fixture.items().keys))
  }

  @Test("on a full disk a file of few items, of which half is deleted, gives room back")
  func smallFile() throws {
    var fixture = try CommitterFixture()
    try fixture.putFile((0..<40).map(PatchFixture.item))
    let path = try #require(fixture.committer.state.segments[0].segment.source.path)
    try fixture.apply(.deleteIdentifiers((0..<19).map(String.init)))
    fixture.committer.giveUpReserve()
    #expect(fixture.committer.beginMerge() == nil)
    try fixture.apply(.deleteIdentifiers(["19"]))
    #expect(fixture.merge()?.kind == .files)
    #expect(fixture.storage.contents(of: path) == nil)
    #expect(fixture.committer.state.segments.map(\.segment.documentCount) == [20])
    #expect(try fixture.left().identifiers == Set(fixture.items().keys))
    // It is as small as it gets.
    #expect(fixture.committer.beginMerge() == nil)
  }

  @Test("while a merge is under way that may take it, no room is kept")
  func mergeUnderWay() throws {
    var fixture = try CommitterFixture()
    try fixture.put(0...9)
    fixture.committer.giveUpReserve()
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    fixture.committer.restoreRoom()
    #expect(!fixture.storage.paths.contains(Self.reserve))
    let files = fixture.committer.files
    fixture.finish(task, Result { try task.run(files) { false } })
    fixture.committer.restoreRoom()
    #expect(fixture.storage.paths.contains(Self.reserve))
  }

  @Test("a large merge that found no room waits, and is tried again without anything being put")
  func largeMerge() throws {
    var fixture = try CommitterFixture()
    for number in 0..<8 { try fixture.putFile([Item("\(number)", title: "Item \(number)")]) }
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    #expect(task.kind == .files && task.parts.count == 8)
    fixture.committer.abandon(task, Self.noRoom)
    fixture.committer.restoreRoom()
    #expect(fixture.committer.beginMerge() == nil)
    try fixture.apply(.deleteIdentifiers(["1"]))
    // What is left without an item is dropped all the same.
    #expect(fixture.merge()?.parts.count == 1)
    fixture.committer.restoreRoom()
    #expect(fixture.committer.beginMerge() == nil)
    for number in 8..<10 {
      fixture.committer.isRoomShort = false
      try fixture.put([Item("\(number)", title: "Item \(number)")])
      // In-memory segments go to a file; files wait.
      #expect(fixture.merge()?.kind == .flush)
      #expect(fixture.committer.beginMerge() == nil)
    }
    fixture.committer.isRoomShort = true
    fixture.clock.advance(by: 11)
    fixture.committer.restoreRoom()
    #expect(!fixture.committer.isRoomShort)
    #expect(fixture.merge()?.kind == .files)
  }
}
