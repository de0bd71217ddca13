import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Items that lack forms are analysed again beside other work")
struct CommitterFormsTests {
  private static func fixture(_ storage: FaultyStorage) throws -> CommitterFixture {
    var fixture = try CommitterFixture(storage)
    fixture.committer.completesForms = true
    return fixture
  }

  /// How many items lack forms.
  private static func formlessCount(_ fixture: CommitterFixture) throws -> Int {
    try fixture.committer.state.segments.reduce(0) {
      try $0 + ($1.segment.hasAllForms() ? 0 : $1.view.live.count)
    }
  }

  @Test("commits wait for few bytes, however long the items are")
  func longItems() throws {
    let text = String(repeating: "a long text ", count: 10_000)
    var fixture = try Self.fixture(try FormlessStore.make(itemCounts: [40], text: text))
    fixture.committer.reanalyse()
    let left = try Self.formlessCount(fixture)
    #expect((20..<40).contains(left))
  }

  @Test("it waits until what is in memory was written")
  func memory() throws {
    var fixture = try Self.fixture(try FormlessStore.make(itemCounts: [1000]))
    for _ in 0..<4 { fixture.committer.reanalyse() }
    #expect(try Self.formlessCount(fixture) == 744)
    fixture.committer.install(try fixture.beginFile())
    fixture.committer.reanalyse()
    #expect(try Self.formlessCount(fixture) == 488)
  }

  @Test("it waits on a full disk, and goes on once there is room")
  func fullDisk() throws {
    let storage = try FormlessStore.make(itemCounts: [1000])
    var fixture = try Self.fixture(storage)
    storage.setFault(.init(call: 1, isPersistent: true, code: .full, onlyNeedsRoom: true))
    for _ in 0..<4 {
      fixture.committer.reanalyse()
      while fixture.merge() != nil {}
      fixture.clock.advance(by: 60)
    }
    #expect(try Self.formlessCount(fixture) == 744)
    storage.setFault(nil)
    try fixture.put(2000...2000)
    for _ in 0..<8 {
      while fixture.merge() != nil {}
      fixture.committer.reanalyse()
    }
    #expect(try Self.formlessCount(fixture) == 0)
    #expect(fixture.committer.state.segments.reduce(0) { $0 + $1.view.live.count } == 1001)
  }

  @Test(
    "while it cannot go on, a file of which half was deleted is written anew",
    arguments: [true, false])
  func halfDeleted(isRoomShort: Bool) throws {
    let storage = try FormlessStore.make(itemCounts: [1100])
    var fixture = try Self.fixture(storage)
    if isRoomShort {
      fixture.committer.isRoomShort = true
    } else {
      fixture.committer.reanalysisFailed = true
    }
    try fixture.apply(.deleteIdentifiers((0..<700).map { "\($0)" }))
    while fixture.merge() != nil {}
    #expect(!storage.paths.contains("/store/segment-0000000000000001"))
    #expect(fixture.committer.state.segments.reduce(0) { $0 + $1.view.live.count } == 400)
  }
}
