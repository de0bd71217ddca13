import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Pinned, hidden and named things", .timeLimit(.minutes(30)))
struct MarkTests {
  private let storage = FaultyStorage()
  private let stage: MemoryStage

  init() { stage = MemoryStage(in: storage) }

  @Test("a pinned thing is first for that text alone, above exact titles and what was chosen")
  func pinned() async throws {
    try await stage.put(naps(30) + [item("exact", title: "Nap"), item("far", title: "Zebra")])
    for _ in 0..<3 { await stage.choose("20", after: "nap") }
    try await stage.mark(.pin, "far", "Náp ")
    for text in ["nap", "NAP", " náp"] { #expect(try await stage.shown(text).first == "far") }
    #expect(try await stage.shown("nap").prefix(3) == ["far", "exact", "20"])
    for text in ["na", "naps", "nap x"] {
      #expect(try await !stage.shown(text).contains("far"))
    }
    // The one pinned last stands first, and each comes once.
    try await stage.mark(.pin, "21", "nap")
    #expect(try await stage.shown("nap").prefix(4) == ["21", "far", "exact", "20"])
    #expect(try await stage.shown("nap").count { $0 == "21" } == 1)
    try await stage.mark(.unpin, "21", "NAP")
    try await stage.mark(.unpin, "far", "nap")
    #expect(try await stage.shown("nap").prefix(2) == ["exact", "20"])
    #expect(try await stage.marks().marks.isEmpty)
  }

  @Test("matches are counted with what is pinned, each once")
  func counted() async throws {
    try await stage.put(naps(30) + [item("far", title: "Zebra")])
    try await stage.mark(.pin, "far", "nap")
    try await stage.mark(.pin, "3", "nap")
    for limit in [0, 1, 100] as [UInt64] {
      let question = MemoryStage.question("nap", limit: limit, flags: .countsMatches)
      #expect(try await stage.answer(question).matchCount == 31, "\(limit)")
    }
    try await stage.mark(.hide, "4")
    let question = MemoryStage.question("nap", flags: .countsMatches)
    #expect(try await stage.answer(question).matchCount == 30)
    #expect(try await stage.pages("nap", limit: 7).flatMap(\.self).count == 30)
  }

  @Test("filters and the order by text alone hold for what is pinned")
  func filtered() async throws {
    try await stage.put(naps(3) + [item("far", title: "Zebra"), item("near", title: "Zebu")])
    try await stage.mark(.pin, "far", "nap")
    try await stage.mark(.addAlias, "near", "nap")
    var question = MemoryStage.question("nap")
    question.filters = ["title == \"naps*\""]
    #expect(try await stage.answer(question).hits.count == 1)
    question.filters = ["title == \"Ze*\""]
    let both = try await stage.answer(question).hits.map(\.item.uniqueIdentifier)
    #expect(both == ["far", "near"])
    #expect(try await stage.asked("nap", .apps([notes.identifier])).isEmpty)
    question.filters = []
    question.order = .ascending("title")
    #expect(try await stage.answer(question).hits.count == 3)
    stage.host.set { $0.ordersByChoices = false }
    #expect(try await stage.shown("nap").first == "near")
    #expect(try await !stage.shown("nap").contains("far"))
  }

  @Test("an alias finds its thing as a title does, and its beginning as a title's does")
  func named() async throws {
    try await stage.put(
      naps(30) + [item("tt", title: "Timetable"), item("exact", title: "Tt two")])
    try await stage.mark(.addAlias, "tt", "TT")
    #expect(try await stage.shown("tt").prefix(2) == ["tt", "exact"])
    #expect(try await stage.shown("t").prefix(2).contains("tt"))
    #expect(try await stage.shown("timetable") == ["tt"])
    try await stage.mark(.addAlias, "7", "nap number seven")
    #expect(try await stage.shown("nap num").first == "7")
    // Chosen things stand above beginnings, as they do above those of titles.
    for _ in 0..<2 { await stage.choose("20", after: "nap") }
    #expect(try await stage.shown("nap").prefix(2) == ["20", "7"])
    try await stage.mark(.removeAlias, "tt", "tt")
    #expect(try await stage.shown("tt") == ["exact"])
  }

  @Test("what is hidden is in no answer of a surface, and in those of its app")
  func hidden() async throws {
    try await stage.put(naps(12))
    try await stage.put([item("n0", title: "naps of notes")], of: notes, .none)
    try await stage.mark(.hide, "0")
    try await stage.mark(.pin, "0", "nap")
    for _ in 0..<3 { await stage.choose("0", after: "nap") }
    for text in ["nap", "naps", "n", "naps 0", "nasp"] {
      #expect(try await !stage.shown(text).contains("0"), "\(text)")
    }
    #expect(try await !stage.asked("nap", .apps([mail.identifier])).contains("0"))
    let app = stage.client(mail)
    #expect(try await stage.found("nap", .own, by: app).contains("0"))
    var question = MemoryStage.question("naps o")
    question.suggestionLimit = 5
    #expect(try await stage.answer(question).suggestions.contains { $0.text.contains("of") })
    try await stage.mark(.hide, "n0", of: notes, .none)
    #expect(try await !stage.answer(question).suggestions.contains { $0.text.contains("of") })
    // A query finds it, so that it can be shown again.
    let query = MemoryStage.request("title == \"*naps*\"", limit: 100, form: .query)
    guard case .found(let results) = await stage.surface.ask(query) else {
      throw TestFailure("not found")
    }
    #expect(results.hits.contains { $0.item.uniqueIdentifier == "0" })
    try await stage.mark(.show, "0")
    #expect(try await stage.shown("nap").first == "0")
  }

  @Test("an app learns nothing of it, and may change nothing")
  func apps() async throws {
    try await stage.put(naps(5))
    let app = stage.client(mail)
    let question = MemoryStage.question("nap", .own)
    let before = try await stage.answer(question, to: app)
    let hits = try await stage.hits("nap", .own, by: app)
    try await stage.mark(.pin, "3", "nap")
    try await stage.mark(.addAlias, "3", "nap")
    try await stage.mark(.hide, "2")
    #expect(try await stage.answer(question, to: app) == before)
    #expect(try await stage.hits("nap", .own, by: app) == hits)
    for verb in ChangeMark.Verb.allCases {
      let scope = IndexScope(app: mail.identifier, index: "a")
      let reply = await app.ask(.changeMark(ChangeMark(verb, scope, "3", text: "nap")))
      #expect(reply.failure?.code == .refused)
    }
    #expect(await app.ask(.listMarks(ListMarks())).failure?.code == .refused)
    #expect(try await stage.marks().marks.count == 2)
  }

  @Test(
    "it survives that the item is deleted, and that it is forgotten, and ends with its app or all of history"
  )
  func ends() async throws {
    try await stage.put(naps(5))
    try await stage.put(naps(5, "n"), of: notes, .none)
    try await stage.mark(.pin, "3", "nap")
    try await stage.mark(.pin, "n3", "nap", of: notes, .none)
    try await stage.apply([.deleteAll])
    #expect(try await stage.shown("nap").first == "n3")
    #expect(try await stage.marks().marks.count == 2)
    try await stage.put(naps(5))
    #expect(try await stage.shown("nap").prefix(2) == ["n3", "3"])
    for _ in 0..<2 { await stage.choose("3", after: "nap") }
    // Only that it was chosen is forgotten: the person's own words stay.
    #expect(try await stage.mark(.forget, "3")?.pins.map(\.text) == ["nap"])
    #expect(try await stage.shown("nap").prefix(2) == ["n3", "3"])
    try await stage.mark(.unpin, "3", "nap")
    #expect(try await stage.shown("nap").prefix(2) == ["n3", "0"])
    let failure: ServiceError? = await withCheckedContinuation { done in
      stage.core.removeApp(notes) { done.resume(returning: $0) }
    }
    #expect(failure == nil)
    #expect(try await stage.marks().marks.isEmpty)
    #expect(try await stage.shown("nap").first == "0")
    let tool = TestClient(stage.core, AppIdentity(identifier: "org.fresnel"), role: .tool)
    try await stage.mark(.hide, "1")
    func forget(_ identifiers: [String]) async throws -> ChoicesForgotten {
      let request = ForgetChoices(app: mail.identifier, identifiers: identifiers)
      guard case .choicesForgotten(let forgotten) = await tool.ask(.forgetChoices(request))
      else { throw TestFailure("not forgotten") }
      return forgotten
    }
    #expect(try await forget(["1", "2"]) == ChoicesForgotten(count: 0, identifiers: []))
    #expect(try await stage.marks().marks.count == 1)
    #expect(try await forget([]) == ChoicesForgotten(count: 1, identifiers: []))
    #expect(try await stage.marks().marks.isEmpty)
  }

  @Test("what cannot be marked is refused, and no more is kept than may be")
  func bounds() async throws {
    try await stage.put(naps(20))
    let long = String(repeating: "a", count: 257)
    for (verb, text) in [(ChangeMark.Verb.pin, ""), (.pin, " \t"), (.addAlias, long)] {
      await #expect(throws: ServiceError.self) { try await stage.mark(verb, "1", text) }
    }
    await #expect(throws: ServiceError.self) { try await stage.mark(.hide, "nowhere") }
    for number in 0..<16 { try await stage.mark(.pin, "1", "text \(number)") }
    await #expect(throws: ServiceError.self) { try await stage.mark(.pin, "1", "one more") }
    // What is pinned for the text already is no more.
    try await stage.mark(.pin, "1", "Text 3")
    #expect(try await stage.marks().marks.first?.pins.count == 16)
    #expect(try await stage.mark(.clear, "1") == nil)
  }

  @Test("a list on the screen changes at once")
  func live() async throws {
    try await stage.put(naps(12))
    stage.watchAnswers("nap")
    _ = try await stage.list { $0.first == "0" }
    try await stage.mark(.pin, "5", "nap")
    _ = try await stage.list { $0.first == "5" }
    try await stage.mark(.hide, "5")
    #expect(try await stage.list { !$0.contains("5") }.first == "0")
  }

  @Test("before a class can be read nothing of it is listed or found, nor marked")
  func locked() async throws {
    try await stage.put(naps(5))
    try await stage.put(naps(5, "n"), of: notes, .none)
    try await stage.mark(.pin, "3", "nap")
    try await stage.mark(.pin, "n3", "nap", of: notes, .none)
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage) { options in
      for index in options.directories.indices
      where options.directories[index].classes.contains(.firstUnlock) {
        options.directories[index].key = .awaited
      }
    }
    defer { next.core.close() }
    next.core.provideKey(
      .failure(ServiceError(.classLocked, "The class is locked.")), for: .firstUnlock)
    let list = try await next.marks()
    #expect(list.marks.map(\.identifier) == ["n3"] && list.unread == [.firstUnlock])
    #expect(try await next.asked("nap").first == "n3")
    for verb in [ChangeMark.Verb.pin, .unpin] {
      let error = await #expect(throws: ServiceError.self) { try await next.mark(verb, "3", "nap") }
      #expect(error?.code == .classLocked)
    }
  }
}
