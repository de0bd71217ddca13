import FresnelModel
import SpotlightWire
import Testing

@testable import FresnelCommands

@Suite("Deleting places key by key")
struct EraseHistoryTests {
  @Test("what was deleted before a failure is told, and nothing is deleted after it")
  func failure() {
    var asked: [[String]] = []
    let request = DeleteHistory(app: "a.b", keys: ["one", "none", "one", "two", "bad", "late"])
    let outcome = EraseHistory.delete(request) { part in
      #expect(part.app == "a.b")
      asked.append(part.keys)
      if part.keys == ["bad"] { throw ServiceError(.unavailable, "It ended.") }
      return (part.keys == ["none"] ? 0 : 2, [.complete])
    }
    #expect(asked == [["one"], ["none"], ["two"], ["bad"]])
    #expect(outcome.count == 4 && outcome.missing == ["none"] && outcome.locked == [.complete])
    #expect((outcome.failure as? ServiceError)?.code == .unavailable)
  }

  @Test("without a key all is deleted at once")
  func all() {
    var asked: [[String]] = []
    let outcome = EraseHistory.delete(DeleteHistory()) { part in
      asked.append(part.keys)
      return (3, [])
    }
    #expect(asked == [[]])
    #expect(outcome.count == 3 && outcome.missing.isEmpty && outcome.failure == nil)
  }
}
