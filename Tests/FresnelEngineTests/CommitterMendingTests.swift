import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// Each step of writing a damaged segment anew, as it comes beside commits.
@Suite("Steps of writing a damaged segment anew")
struct CommitterMendingTests {
  /// Changes the last byte of a file where it is: who has it open has its end in memory.
  static func damageEnd(of path: String, in storage: FaultyStorage) throws {
    let file = try storage.open(path, for: .updating)
    let place = try file.byteCount() - 1
    try file.write([try file.read(at: place, count: 1)[0] ^ 0x10], at: place)
    try file.sync()
  }

  /// Damages the file at a position, and notes that as a check does.
  static func damage(_ position: Int, _ fixture: inout CommitterFixture) throws {
    let segment = fixture.committer.state.segments[position]
    try damageEnd(of: try #require(segment.segment.source.path), in: fixture.storage)
    if let damage = fixture.committer.files.firstDamage(of: segment) {
      fixture.committer.recordMend(damage)
    }
  }

  /// A committer with one file, whose damage is noted.
  static func damaged(itemCount: Int = 20) throws -> CommitterFixture {
    var fixture = try CommitterFixture()
    try fixture.putFile((0..<itemCount).map(PatchFixture.item))
    try damage(0, &fixture)
    #expect(fixture.committer.mends.count == 1)
    return fixture
  }

  /// What the disk has is sound and the same as what readers see.
  static func expectLeft(_ fixture: CommitterFixture, _ comment: Comment? = nil) throws {
    let left = try fixture.left()
    let items = try fixture.items()
    #expect(left.identifiers == Set(items.keys), comment)
    #expect(left.loss == LossReport() && left.isSound, comment)
  }

  @Test("what is deleted, patched and put meanwhile holds once the file is in place")
  func changes() throws {
    var fixture = try Self.damaged()
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    #expect(task.mend != nil && fixture.committer.isMending)
    try fixture.apply(.deleteIdentifiers(["3"]))
    let result = try task.run(fixture.committer.files) { false }
    try fixture.put([PatchFixture.pages("4", 77)])
    try fixture.apply(.deleteIdentifiers(["5"]))
    try fixture.put([Item("6", title: "Replaced")])
    let expected = try fixture.items()
    #expect(expected.count == 18 && expected["4"]?.attributes[.pageCount] == .integer(77))
    fixture.committer.install(result)
    #expect(!fixture.committer.isMending && fixture.committer.mends.isEmpty)
    #expect(try fixture.items() == expected)
    let damage = try #require(fixture.published.loss.damages.first)
    #expect(fixture.published.loss.extent == .none && damage.lostItemCount == 0)
    #expect(fixture.storage.contents(of: try #require(damage.setAsidePath)) != nil)
    try Self.expectLeft(fixture)
  }

  @Test("a merge that is called off is begun again")
  func cancellation() throws {
    var fixture = try Self.damaged()
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    let files = fixture.committer.files
    #expect(throws: CancellationError.self) { try task.run(files) { true } }
    fixture.committer.abandon(task, CancellationError())
    #expect(!fixture.committer.isMending)
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    try Self.expectLeft(fixture)
  }

  @Test("damage that has passed is forgotten")
  func passing() throws {
    var fixture = try Self.damaged()
    let segment = fixture.committer.state.segments[0].segment
    try Self.damageEnd(of: try #require(segment.source.path), in: fixture.storage)
    segment.source.note(StorageError(.corrupted, "A copy is damaged.", path: segment.source.path))
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    // The next damage of the file is told of again.
    #expect(segment.source.notedDamage == nil)
    #expect(fixture.committer.state.segments[0].segment === segment)
    #expect(fixture.published.loss == LossReport())
  }

  @Test("without room it is tried again after a pause, and not before")
  func postponement() throws {
    var fixture = try Self.damaged()
    fixture.storage.setFault(
      .init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    #expect(fixture.merge()?.mend != nil)
    fixture.storage.setFault(nil)
    #expect(fixture.committer.mends.count == 1)
    fixture.committer.restoreRoom()
    #expect(fixture.merge() == nil)
    #expect(fixture.published.loss == LossReport())
    fixture.clock.advance(by: 11)
    fixture.committer.restoreRoom()
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    #expect(fixture.published.loss.damages.map(\.lostItemCount) == [0])
    try Self.expectLeft(fixture)
  }

  @Test("what is wrong under a sound checksum is read as far as it can be, and not tried again")
  func wrongContent() throws {
    let storage = FaultyStorage()
    var before = try CommitterFixture(storage)
    try before.putFile((0..<20).map(PatchFixture.item))
    let expected = try before.items()
    let segment = before.committer.state.segments[0].segment
    let path = try #require(segment.source.path)
    // Numbers of documents that there are none of.
    var content = Array(try segment.source.pin(0, Int(segment.source.byteCount)).bytes)
    let order = Int(segment.footer.putOrderOffset)
    for index in order..<order + 8 { content[index] = 0xff }
    before.committer.close()
    var sink = try ByteSink.file(path, storage: storage, key: nil)
    sink.beginCopiedBytes()
    try sink.append(content)
    sink.endCopiedBytes()
    _ = try sink.finish()
    try Self.damageEnd(of: path, in: storage)
    var fixture = try CommitterFixture(storage.afterPowerLoss())
    #expect(fixture.committer.mends.count == 1)
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    #expect(!fixture.committer.state.segments.contains { !$0.isUnlisted })
    #expect(try fixture.items() == expected)
    #expect(fixture.published.loss.extent == .none)
    while let task = fixture.merge() { #expect(task.mend == nil) }
    try Self.expectLeft(fixture)
  }

  @Test("what turns out to be lost is told, and the rest is kept")
  func lost() throws {
    // So many that the file has blocks without copies.
    let before = try Self.damaged(itemCount: 1000)
    let segment = before.committer.state.segments[0].segment
    let path = try #require(segment.source.path)
    let bytes = try #require(before.storage.contents(of: path))
    let place = Int(segment.documents.pages.place(of: 0).offset)
    let storage = before.storage.afterPowerLoss()
    storage.setContents(BlockFileParts.flip(place, of: bytes), of: path)
    // Opening meets with the damage of the end, and reads no item.
    var fixture = try CommitterFixture(storage)
    #expect(fixture.committer.mends.count == 1)
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    #expect(fixture.published.loss.extent != .none)
    #expect(fixture.published.lossScopes == .named([.notes]))
    #expect(fixture.storage.paths.contains { $0.hasPrefix("/store/damaged/segment-") })
  }

  @Test("a merge of several files that has read a damaged one has mended it")
  func largerMerge() throws {
    var fixture = try CommitterFixture()
    for number in 0..<8 { try fixture.putFile([PatchFixture.item(number)]) }
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    #expect(task.kind == .files && task.parts.count == 8 && task.mend == nil)
    try Self.damage(5, &fixture)
    #expect(fixture.committer.isMending)
    fixture.finish(task, Result { try task.run(fixture.committer.files) { false } })
    #expect(fixture.committer.mends.isEmpty && !fixture.committer.isMending)
    #expect(fixture.published.loss.damages.count == 1)
    #expect(fixture.storage.paths.contains { $0.hasPrefix("/store/damaged/segment-") })
    #expect(try fixture.items().count == 8)
    try Self.expectLeft(fixture)
  }

  @Test("wherever putting the new file in place ends, all is in files that can be read")
  func crashes() throws {
    for call in 1...100 {
      var fixture = try Self.damaged()
      let begun = fixture.committer.beginMerge()
      let task = try #require(begun)
      let result = try task.run(fixture.committer.files) { false }
      fixture.storage.setFault(.init(call: call, isPersistent: true))
      fixture.committer.install(result)
      let isOver = fixture.storage.callCount < call
      for disk in [
        fixture.storage.afterKill(), fixture.storage.afterPowerLoss(),
        fixture.storage.afterPowerLoss(.keepsRandomSectors(seed: UInt64(call))),
      ] {
        let again = try CommitterFixture(disk)
        try #require(try again.items().count == 20, "call \(call)")
        // What was taken out of a damaged file is bounded, and would be in memory.
        try #require(again.committer.state.segments.allSatisfy { !$0.isUnlisted }, "call \(call)")
        try #require(again.published.loss.extent == .none, "call \(call)")
      }
      if isOver { return }
    }
    Issue.record("Putting a file in place takes more than 100 calls.")
  }
}
