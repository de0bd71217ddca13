import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// What is left of a damaged file is read while nobody holds what searches need, and what met with it is made again.
@Suite("Reading a damaged file beside searches", .timeLimit(.minutes(30)))
struct WriterSalvageTests {
  @Test("a search is answered while what a read has found to be damaged is read")
  func reading() async throws {
    let held = try await HeldSalvage()
    defer { held.close() }
    held.published.recordDamage(
      StorageError(.corrupted, "It is damaged.", path: held.paths[0]))
    // It comes behind the reading on the writer's queue.
    let put = held.begin { try await $0.put(["later"]) }
    try await held.expectAnswers()
    held.storage.letGo()
    try await put.value
    try held.expectLeft(besides: ["fresh", "later"])
  }

  @Test("a commit that meets with damage is made once, after the file was read")
  func commit() async throws {
    let held = try await HeldSalvage()
    defer { held.close() }
    let lost = try #require(held.damaged[0].min())
    // Made twice, it would not find the client state that it expects.
    let put = held.begin { try await $0.put([lost, "later"], .exactly(nil)) }
    try await held.expectAnswers()
    held.storage.letGo()
    try await put.value
    #expect(held.snapshot.state.scopes.clientState(of: .notes) == [1])
    try held.expectLeft(besides: ["fresh", "later", lost])
  }

  @Test("a commit that meets with two damaged files is made once, after both were read")
  func twoFiles() async throws {
    let held = try await HeldSalvage(fileCount: 2)
    defer { held.close() }
    let lost = try held.damaged.map { try #require($0.min()) }
    let put = held.begin { try await $0.put(lost, .exactly(nil)) }
    #expect(await held.storage.reached())
    held.storage.letGo()
    try await put.value
    #expect(held.snapshot.state.scopes.clientState(of: .notes) == [1])
    try held.expectLeft(besides: Set(lost + ["fresh"]), damagedFiles: 2)
  }

  @Test("damage of two files that reads find together is read one after the other")
  func twoExaminations() async throws {
    let held = try await HeldSalvage(fileCount: 2)
    defer { held.close() }
    for path in held.paths {
      held.published.recordDamage(StorageError(.corrupted, "It is damaged.", path: path))
    }
    let examinations = held.begin { try await $0.finishExaminations() }
    try await held.expectAnswers()
    held.storage.letGo()
    try await examinations.value
    try held.expectLeft(besides: ["fresh"], damagedFiles: 2)
  }

  @Test("a compaction that meets with damage is made again after the file was read")
  func compaction() async throws {
    let held = try await HeldSalvage()
    defer { held.close() }
    let compaction = held.begin {
      try await $0.blocking { try $0.compact(isCancelled: { false }) }
    }
    try await held.expectAnswers()
    held.storage.letGo()
    try await compaction.value
    #expect(held.published.state.segments.count == 1)
    try held.expectLeft(besides: ["fresh"])
  }

  @Test("a commit fails where there is no room for what was read, and is made after the pause")
  func fullDisk() async throws {
    let held = try await HeldSalvage()
    defer { held.close() }
    let lost = try #require(held.damaged[0].min())
    let put = held.begin { try await $0.put([lost], .exactly(nil)) }
    try await held.expectAnswers()
    held.storage.base.setFault(
      .init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    held.storage.letGo()
    await #expect(throws: StoreError.self) { try await put.value }
    held.storage.base.setFault(nil)
    let found = held.snapshot.item(scope: .notes, identifier: "fresh")
    #expect(try found?.item().attributes[.title] == .string("New fresh"))
    #expect(held.snapshot.state.scopes.clientState(of: .notes) == nil)
    held.clock.advance(by: 11)
    try await held.put([lost], .exactly(nil))
    try held.expectLeft(besides: ["fresh", lost])
  }

  @Test("closing waits for the reading, and what was read is kept")
  func closing() async throws {
    let held = try await HeldSalvage()
    defer { held.close() }
    held.published.recordDamage(
      StorageError(.corrupted, "It is damaged.", path: held.paths[0]))
    // It ends with the reading, unless the store is closed before its turn.
    let examinations = held.begin { try await $0.finishExaminations() }
    try await held.expectAnswers()
    let closing = held.begin { try await $0.blocking { $0.close() } }
    held.storage.letGo()
    try await closing.value
    _ = await examinations.result
    await #expect(throws: StoreError.self) { try await held.put(["late"]) }
    try held.expectLeft(besides: ["fresh"])
  }
}
