import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Marks: which are kept, where, and how they stand among many", .timeLimit(.minutes(30)))
struct MarkPlaceTests {
  private let stage = MemoryStage(in: FaultyStorage())
  private static let plain = MemoryStage.index(.none)

  @Test("aliases that are only begun keep no better title out, however short the list is")
  func begun() async throws {
    let items = (0..<30).map { item("\($0)", title: "Zebra \($0)") }
    try await stage.put(items + [item("exact", title: "t")])
    for number in 0..<30 { try await stage.mark(.addAlias, "\(number)", "t\(number)") }
    let all = try await stage.shown("t")
    #expect(all.first == "exact" && all.count == 31)
    for limit in [1, 10, 29, 30, 31] as [UInt64] {
      #expect(try await stage.shown("t", limit: limit) == Array(all.prefix(Int(limit))))
      #expect(try await stage.found("t", limit: limit).first == "exact")
    }
    #expect(try await stage.pages("t", limit: 7).flatMap(\.self) == all)
  }

  @Test("aliases of things that are gone, or that are filtered, keep no other from being found")
  func many() async throws {
    try await stage.put((0..<70).map { item("\($0)", title: "Zebra \($0)") })
    try await stage.put([item("far", title: "Zebu")], of: notes, .none)
    for number in 0..<70 { try await stage.mark(.addAlias, "\(number)", "t\(number)") }
    try await stage.mark(.addAlias, "far", "tz", of: notes, .none)
    #expect(try await stage.asked("t", .apps([notes.identifier])) == ["far"])
    try await stage.apply([.deleteAll])
    #expect(try await stage.shown("t") == ["far"])
  }

  @Test(
    "when the item moves to another class its marks follow with the next change, and no text is in the old one"
  )
  func moved() async throws {
    try await stage.put([item("1", title: "Zebra")], of: mail, .none)
    try await stage.mark(.pin, "1", "first", of: mail, .none)
    try await stage.apply([.deleteAll], of: mail, .none)
    let app = stage.client(mail)
    let handle = try await app.open(Self.plain, .firstUnlock)
    #expect(await app.apply([.put([try encoded(item("1", title: "Zebra"))])], handle) == nil)
    let mark = try await stage.mark(.pin, "1", "second", of: mail, .none)
    #expect(mark?.protection == .firstUnlock && mark?.pins.map(\.text) == ["first", "second"])
    #expect(try await stage.marks().marks == [try #require(mark)])
    #expect(stage.core.store(of: .none)?.metadataLog.state.marks == nil)
    #expect(try await stage.shown("first") == ["1"])
    // Nor does it go back when the item does.
    #expect(await app.apply([.deleteAll], handle) == nil)
    try await stage.put([item("1", title: "Zebra")], of: mail, .none)
    #expect(try await stage.mark(.pin, "1", "third", of: mail, .none)?.protection == .firstUnlock)
    #expect(stage.core.store(of: .none)?.metadataLog.state.marks == nil)
    #expect(try await stage.mark(.clear, "1", of: mail, .none) == nil)
    #expect(try await stage.marks().marks.isEmpty)
  }

  @Test("the one pinned last is first, also within one moment and when it was pinned before")
  func order() async throws {
    try await stage.put(naps(5))
    for identifier in ["1", "2", "1", "3", "2"] {
      // No time passes.
      let scope = IndexScope(app: mail.identifier, index: MemoryStage.index(.firstUnlock))
      let change = ChangeMark(.pin, scope, identifier, text: "nap")
      guard case .markChanged = await stage.surface.ask(.changeMark(change)) else {
        throw TestFailure("not pinned")
      }
      #expect(try await stage.shown("nap").first == identifier)
    }
    #expect(try await stage.shown("nap").prefix(3) == ["2", "3", "1"])
  }

  @Test(
    "no more things are marked, and no more bytes kept, than may be; what is there can be taken back"
  )
  func bounds() async throws {
    try await stage.put((0..<1001).map { item("\($0)", title: "Zebra") })
    for number in 0..<1000 { try await stage.mark(.hide, "\(number)") }
    var error = await #expect(throws: ServiceError.self) { try await stage.mark(.hide, "1000") }
    #expect(error?.code == .quotaExceeded)
    let padding = String(repeating: "x", count: 240)
    error = await #expect(throws: ServiceError.self) {
      for number in 0..<2200 {
        let verb: ChangeMark.Verb = number % 2 == 0 ? .pin : .addAlias
        try await stage.mark(verb, "\(number / 32)", "\(number) \(padding)")
      }
    }
    #expect(error?.code == .quotaExceeded)
    let marks = stage.core.store(of: .firstUnlock)?.metadataLog.state.marks
    #expect((marks?.byteCount ?? .max) <= MarkTable.byteLimit && marks?.marks.count == 1000)
    try await stage.mark(.show, "900")
    try await stage.mark(.hide, "1000")
  }

  @Test("what a later version wrote goes with its app, and when everything is forgotten")
  func laterVersion() async throws {
    try await stage.put(naps(2))
    let store = try #require(stage.core.store(of: .firstUnlock))
    let scope = IndexScope(app: mail.identifier, index: MemoryStage.index(.firstUnlock))
    let key = MarkRecord.key(of: MarkedThing(scope: scope, identifier: "1"))
    func write() throws {
      let result = Result { () throws(ServiceError) in
        try store.record([MetadataEntry(table: .marks, key: key, value: [2, 0, 7])])
      }
      try result.get()
      #expect(store.metadataLog.state[.marks].count == 1)
    }
    try write()
    let tool = TestClient(stage.core, AppIdentity(identifier: "org.fresnel"), role: .tool)
    _ = await tool.ask(.forgetChoices(ForgetChoices(app: nil, identifiers: [])))
    #expect(store.metadataLog.state[.marks].isEmpty)
    try write()
    let failure: ServiceError? = await withCheckedContinuation { done in
      stage.core.removeApp(mail) { done.resume(returning: $0) }
    }
    #expect(failure == nil && store.metadataLog.state[.marks].isEmpty)
  }
}
