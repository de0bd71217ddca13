import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Searches ordered by what was chosen", .timeLimit(.minutes(30)))
struct MemorySearchTests {
  private let stage = MemoryStage()

  @Test("what was chosen twice for a text is first, however many answer it better")
  func twice() async throws {
    try await stage.put(naps(60) + [item("last", title: "A book naps")])
    let before = try await stage.found("nap")
    #expect(before.first == "0")
    #expect(!before.contains("45"))
    await stage.choose("45", after: "nap")
    #expect(try await stage.found("nap").first == "45")
    await stage.choose("46", after: "n")
    await stage.choose("46", after: "n")
    #expect(try await stage.found("n").first == "46")
    await stage.choose("45", after: "nap")
    #expect(try await stage.found("nap").prefix(2) == ["45", "46"])
    #expect(try await stage.found("na").first == "45")
    // Whoever types another word of the title finds them too, and by what is no word of it they do not.
    #expect(try await stage.found("book").prefix(2) == ["46", "45"])
    #expect(try await stage.found("book nap").prefix(2) == ["46", "45"])
    #expect(try await stage.found("bon") == [])
    // The app itself is told nothing of it.
    #expect(try await stage.found("nap", .own, by: stage.client(mail)) == before)
    #expect(try await stage.found("nap", .apps([mail.identifier])).first == "45")
  }

  @Test("an exact title stays first, and a query is ordered by the engine alone")
  func exactTitle() async throws {
    try await stage.put(naps(30) + [item("exact", title: "Náp")])
    for _ in 0..<3 { await stage.choose("20", after: "nap") }
    #expect(try await stage.found("nap").prefix(2) == ["exact", "20"])
    let reply = await stage.surface.ask(MemoryStage.request("title == \"nap*\"cdw", form: .query))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    #expect(!results.hits.map(\.item.uniqueIdentifier).contains("20"))
  }

  @Test("a title is exact as a whole, however long it is and whatever its white space")
  func wholeTitle() async throws {
    let long = "The quick brown fox jumps over the lazy dog and then runs back home again"
    let accented = "Thé" + long.dropFirst(3)
    for title in [long, accented, "Tea  cup", " Tea", "Tea\n", "Tea\u{a0}cup", "Tëa \t cup "] {
      let stage = MemoryStage()
      try await stage.put([item("exact", title: title), item("copy", title: title + " (copy)")])
      for _ in 0..<2 { await stage.choose("copy", after: "t") }
      let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for text in [title, words, words.uppercased(), " \(words) "] {
        #expect(try await stage.found(text) == ["exact", "copy"], "\(title.debugDescription)")
      }
      #expect(try await stage.found("t").first == "copy")
    }
  }

  @Test("what was chosen twice is found before what was chosen once, where items have to be read")
  func unprovenMatches() async throws {
    try await stage.put((0..<40).map { item("\($0)", title: "A long book naps \($0)") })
    try await stage.put([item("twice", title: "A long book naps 40")])
    try await stage.put((0..<30).map { item("best\($0)", title: "naps") })
    for _ in 0..<2 { await stage.choose("twice", after: "nap") }
    for number in 0..<40 { await stage.choose("\(number)", after: "n") }
    let reply = await stage.surface.ask(
      .search(
        SearchRequest(
          form: .typed, text: "nap", filters: ["title == \"*ap*\""], reach: .system, limit: 10,
          isSettled: true)))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    #expect(results.hits.first?.item.uniqueIdentifier == "twice")
  }

  @Test("what was chosen of other apps crowds out nothing")
  func crowding() async throws {
    try await stage.put(naps(40))
    try await stage.put(naps(120), of: notes)
    await stage.choose("30", after: "nap")
    await stage.choose("30", after: "nap")
    let narrowed = MemoryStage.request("nap", .apps([mail.identifier]))
    let before = await stage.surface.ask(narrowed)
    for number in 0..<100 {
      await stage.choose("\(number)", after: "nap", of: notes)
      await stage.choose("\(number)", after: "nap", of: notes)
    }
    #expect(await stage.surface.ask(narrowed) == before)
    #expect(try await stage.found("nap", .apps([mail.identifier])).first == "30")
    stage.host.set { $0.hidden = [notes.identifier] }
    #expect(try await stage.found("nap").first == "30")
  }

  @Test("things of two stores stand by the same dates")
  func twoStores() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "p"), of: notes, .none)
    await stage.choose("20", after: "nap")
    await stage.choose("p20", after: "nap", of: notes, .none)
    await stage.choose("p20", after: "nap", of: notes, .none)
    await stage.choose("20", after: "nap")
    #expect(try await stage.found("nap").prefix(2) == ["p20", "20"])
    await stage.choose("20", after: "nap")
    #expect(try await stage.found("nap").prefix(2) == ["20", "p20"])
  }

  @Test("a choice moves no row of a live search")
  func live() async throws {
    try await stage.put(naps(30))
    await stage.choose("20", after: "nap")
    stage.watch("nap")
    #expect(try await stage.list { !$0.isEmpty }.prefix(2) == ["20", "0"])
    await stage.chooseThrice("25", afterTextsThatBeginWith: "nap")
    try await stage.put([item("new", title: "Naps")])
    #expect(try await stage.list { $0.contains("new") }.prefix(3) == ["20", "new", "0"])
    #expect(try await stage.found("nap").first == "25")
  }

  @Test("what was chosen orders after a start too, before anything is chosen anew")
  func afterStart() async throws {
    let storage = FaultyStorage()
    let timers = TestTimers()
    let before = MemoryStage(timers, in: storage)
    try await before.put(naps(30))
    await before.choose("20", after: "nap")
    await before.choose("20", after: "nap")
    let list = try await before.hits("nap")
    #expect(list.first?.identifier == "20")
    before.core.close()
    #expect(try await MemoryStage(timers, in: storage).hits("nap") == list)
  }
}
