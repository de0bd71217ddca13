import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// What fails while a damaged segment is written anew, and when that is tried again.
@Suite("Failures while a damaged segment is written anew")
struct CommitterMendingFailureTests {
  private static let denied = StorageError(.denied, "It may not be written.")

  /// A committer with some files of two items each.
  private static func files(_ count: Int) throws -> CommitterFixture {
    var fixture = try CommitterFixture()
    for number in 0..<count {
      try fixture.putFile([PatchFixture.item(number), PatchFixture.item(100 + number)])
    }
    return fixture
  }

  private static func path(_ position: Int, _ fixture: CommitterFixture) throws -> String {
    try #require(fixture.committer.state.segments[position].segment.source.path)
  }

  /// Runs the merge that is due on a disk that changes the new file before it is read back.
  private static func merge(
    _ fixture: inout CommitterFixture, spoiling spoil: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) throws -> MergeTask {
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    let spoiled = fixture.committer.files.path(.segment(task.number))
    let files = SegmentFiles(
      directory: "/store",
      storage: SpoilingStorage(base: fixture.storage, path: spoiled, spoil: spoil),
      cache: fixture.options.cache, key: nil)
    fixture.finish(task, Result { try task.run(files) { false } })
    return task
  }

  @Test("a new file that can't be read back takes nobody's place")
  func damagedNewFile() throws {
    var fixture = try CommitterMendingTests.damaged()
    let old = try Self.path(0, fixture)
    let task = try Self.merge(&fixture) { $0.map { $0 ^ 0x55 } }
    #expect(task.mend != nil && fixture.committer.mends.count == 1)
    #expect(fixture.published.loss == LossReport())
    #expect(try Self.path(0, fixture) == old && fixture.storage.contents(of: old) != nil)
    #expect(fixture.merge() == nil)
    fixture.clock.advance(by: 11)
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    #expect(fixture.published.loss.damages.map(\.lostItemCount) == [0])
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("damage that opening the new file meets with is noted, and mended after a pause")
  func damagedCopyOfNewFile() throws {
    var fixture = try CommitterMendingTests.damaged()
    // As long as each new file is damaged, the pause doubles.
    for pause in [10.0, 20, 40] {
      _ = try Self.merge(&fixture) { $0.dropLast() + [$0[$0.count - 1] ^ 0x10] }
      #expect(fixture.committer.mends.count == 1)
      fixture.clock.advance(by: pause - 1)
      #expect(fixture.committer.beginMerge() == nil, "\(pause)")
      fixture.clock.advance(by: 2)
    }
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("the pause doubles as long as it fails, and holds up no other file")
  func pauses() throws {
    var fixture = try Self.files(2)
    try CommitterMendingTests.damage(0, &fixture)
    for pause in [10.0, 20, 40] {
      let begun = fixture.committer.beginMerge()
      let task = try #require(begun)
      fixture.committer.abandon(task, Self.denied)
      fixture.clock.advance(by: pause - 1)
      #expect(fixture.committer.beginMerge() == nil)
      fixture.clock.advance(by: 2)
    }
    let begun = fixture.committer.beginMerge()
    fixture.committer.abandon(try #require(begun), Self.denied)
    try CommitterMendingTests.damage(1, &fixture)
    let other = try Self.path(1, fixture)
    #expect(fixture.merge()?.mend?.path == other)
    #expect(fixture.committer.mends.count == 1 && fixture.merge() == nil)
    fixture.clock.advance(by: 81)
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty)
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("after a failure that has the store opened again there is a pause, too")
  func reopening() throws {
    var fixture = try CommitterMendingTests.damaged()
    let begun = fixture.committer.beginMerge()
    fixture.committer.abandon(
      try #require(begun), StorageError(.untrusted, "The journal can't be trusted."))
    #expect(fixture.committer.journal != nil && fixture.committer.mends.count == 1)
    #expect(fixture.merge() == nil)
    fixture.clock.advance(by: 11)
    #expect(fixture.merge()?.mend != nil)
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("a loss that can't be written down is not forgotten")
  func failedSalvage() throws {
    let before = try CommitterMendingTests.damaged(itemCount: 1000)
    let segment = before.committer.state.segments[0].segment
    let path = try #require(segment.source.path)
    let bytes = try #require(before.storage.contents(of: path))
    let place = Int(segment.documents.pages.place(of: 0).offset)
    let storage = before.storage.afterPowerLoss()
    storage.setContents(BlockFileParts.flip(place, of: bytes), of: path)
    var fixture = try CommitterFixture(storage)
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    let result = Result { try task.run(fixture.committer.files) { false } }
    fixture.storage.setFault(
      .init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    fixture.finish(task, result)
    fixture.storage.setFault(nil)
    #expect(fixture.committer.mends.count == 1)
    #expect(fixture.published.loss.extent == .none)
    fixture.clock.advance(by: 11)
    fixture.committer.restoreRoom()
    #expect(fixture.merge()?.mend != nil)
    #expect(fixture.committer.mends.isEmpty && fixture.published.loss.extent != .none)
  }

  @Test("what a read meets with is looked at while another file's mend pauses")
  func reportWhileMendPauses() throws {
    var fixture = try Self.files(2)
    try CommitterMendingTests.damage(0, &fixture)
    let begun = fixture.committer.beginMerge()
    fixture.committer.abandon(try #require(begun), Self.denied)
    let path = try Self.path(1, fixture)
    fixture.committer.examine(StorageError(.corrupted, "It is damaged.", path: path))
    #expect(fixture.published.loss.damages.map(\.path) == [path])
  }

  @Test("what a read meets with while salvaging pauses is looked at afterwards")
  func reportWhileSalvagePauses() throws {
    var fixture = try Self.files(2)
    let paths = [try Self.path(0, fixture), try Self.path(1, fixture)]
    fixture.storage.setFault(
      .init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    for path in paths {
      fixture.committer.examine(StorageError(.corrupted, "It is damaged.", path: path))
    }
    fixture.storage.setFault(nil)
    fixture.committer.examinePostponed()
    #expect(fixture.published.loss.damages.isEmpty)
    fixture.clock.advance(by: 11)
    fixture.committer.examinePostponed()
    #expect(fixture.published.loss.damages.map(\.path) == paths)
    #expect(try fixture.items().count == 4)
  }

  @Test("what can't be set aside is looked at again after a pause, and not after each commit")
  func examinationPauses() throws {
    var fixture = try Self.files(2)
    let paths = [try Self.path(0, fixture), try Self.path(1, fixture)]
    // The file can't be moved, and nothing of it can be kept in its place.
    try fixture.apply(.deleteIdentifiers(["0", "100"]))
    fixture.storage.setFault(.init(call: 1, isPersistent: true, code: .denied))
    fixture.committer.examine(StorageError(.corrupted, "It is damaged.", path: paths[0]))
    // Salvaging waits for nothing, so only the pause keeps it from being tried.
    #expect(fixture.committer.maySalvage)
    fixture.storage.setFault(nil)
    for _ in 0..<5 { fixture.committer.examinePostponed() }
    #expect(fixture.published.loss.damages.isEmpty)
    fixture.clock.advance(by: 11)
    fixture.committer.examinePostponed()
    #expect(fixture.published.loss.damages.map(\.path) == [paths[0]])
  }

  @Test("a merge that met with damage that can't be set aside is not tried again at once")
  func mergeAfterFailedSalvage() throws {
    var fixture = try Self.files(2)
    let path = try Self.path(0, fixture)
    // Nothing of the file can be kept in its place, so that no pause of salvaging ends the attempts.
    try fixture.apply(.deleteIdentifiers(["0", "100"]))
    fixture.committer.salvaging = .later
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    fixture.committer.abandon(task, StorageError(.corrupted, "It is damaged.", path: path))
    let wanted = fixture.committer.takeWantedSalvage()
    let reading = try #require(wanted)
    let outcome = reading.read(fixture.committer.files, threadCount: 1)
    fixture.storage.setFault(.init(call: 1, isPersistent: true, code: .denied))
    let isDone = fixture.committer.finish(reading, outcome)
    #expect(!isDone)
    fixture.storage.setFault(nil)
    #expect(fixture.committer.beginMerge() == nil)
    fixture.clock.advance(by: 11)
    #expect(fixture.merge() != nil)
  }

  @Test("a merge that a device has failed is noted, and its files are read beside the writer")
  func deviceFailure() throws {
    var fixture = try Self.files(8)
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    #expect(task.parts.count == 8)
    let path = try Self.path(5, fixture)
    let failure = StorageError(.inputOutput, "The device can't read.", path: path)
    fixture.committer.abandon(task, failure)
    #expect(fixture.committer.mends.count == 1)
    #expect(fixture.merge()?.mend?.path == path)
    #expect(fixture.committer.mends.isEmpty)
    // The same failure again, and so on, would have the two take turns without end.
    #expect(fixture.merge() == nil)
    fixture.clock.advance(by: 11)
    #expect(fixture.merge()?.parts.count == 8)
    #expect(fixture.published.loss == LossReport())
  }

  @Test("a failure of the device that has passed is no damage of a file that a merge has read")
  func passedDeviceFailure() throws {
    var fixture = try Self.files(8)
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    let path = try Self.path(5, fixture)
    fixture.committer.recordMend(
      StorageError(.inputOutput, "The device can't read.", path: path))
    fixture.finish(task, Result { try task.run(fixture.committer.files) { false } })
    #expect(fixture.committer.mends.isEmpty && fixture.published.loss == LossReport())
    #expect(!fixture.storage.paths.contains { $0.hasPrefix("/store/damaged/") })
    try CommitterMendingTests.expectLeft(fixture)
  }

  @Test("a commit that meets with damage that is noted already is tried again")
  func notedBefore() throws {
    var fixture = try CommitterMendingTests.damaged()
    let path = try Self.path(0, fixture)
    let isRetried = fixture.committer.handleDamage(
      StorageError(.inputOutput, "The device can't read.", path: path))
    #expect(isRetried && fixture.committer.mends.count == 1)
  }
}

/// A file system that changes a file whenever it is about to be read, as a disk does that writes badly.
private final class SpoilingStorage: Storage {
  let base: FaultyStorage
  let path: String
  let spoil: @Sendable ([UInt8]) -> [UInt8]

  init(base: FaultyStorage, path: String, spoil: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.base = base
    self.path = path
    self.spoil = spoil
  }

  func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile {
    if path == self.path, access == .reading, let bytes = base.contents(of: path) {
      base.setContents(spoil(bytes), of: path)
    }
    return try base.open(path, for: access)
  }

  func createDirectory(_ path: String) throws(StorageError) { try base.createDirectory(path) }
  func entries(of directory: String) throws(StorageError) -> [String] {
    try base.entries(of: directory)
  }
  func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }
  func remove(_ path: String) throws(StorageError) { try base.remove(path) }
  func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }
  func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }
}
