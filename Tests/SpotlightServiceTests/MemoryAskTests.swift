import FresnelEngine
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Answers ordered by what was chosen", .timeLimit(.minutes(30)))
struct MemoryAskTests {
  private let stage = MemoryStage()

  @Test("what was chosen twice for a text is first, however many answer it better")
  func twice() async throws {
    try await stage.put(naps(60) + [item("last", title: "A book naps")])
    let before = try await stage.asked("nap")
    #expect(before.first == "0" && !before.contains("45"))
    await stage.choose("45", after: "nap")
    #expect(try await stage.asked("nap").first == "45")
    await stage.choose("46", after: "n")
    await stage.choose("46", after: "n")
    #expect(try await stage.asked("n").first == "46")
    await stage.choose("45", after: "nap")
    #expect(try await stage.asked("nap").prefix(2) == ["45", "46"])
    #expect(try await stage.asked("na", .apps([mail.identifier])).first == "45")
    #expect(try await stage.asked("book").contains("45"))
  }

  @Test("an exact title stays first, and who wants no order has that of the engine")
  func exactTitle() async throws {
    try await stage.put(naps(30) + [item("exact", title: "Náp")])
    let unranked = MemoryStage.question("nap", flags: .isUnranked)
    let before = try await stage.answer(unranked)
    for _ in 0..<3 { await stage.choose("20", after: "nap") }
    #expect(try await stage.asked("nap").prefix(2) == ["exact", "20"])
    #expect(try await stage.answer(unranked) == before)
  }

  @Test("ten exact names of an app fill a list, and leave room for what is known and other apps")
  func manyNames() async throws {
    try await stage.put((0..<30).map { item("a\($0)", title: "Nap") })
    #expect(Set(try await stage.asked("nap").map { $0.first }) == ["a"])
    try await stage.put(naps(30, "n") + [item("other", title: "nap")], of: notes, .none)
    let unknown = try await stage.asked("nap")
    #expect(unknown.firstIndex(of: "other").map { $0 < 4 } == true)
    #expect(unknown.count { $0.hasPrefix("a") } == 9)
    for _ in 0..<2 { await stage.choose("n20", after: "nap", of: notes, .none) }
    let known = try await stage.asked("nap")
    #expect(known.contains("other") && known[4] == "n20")
    #expect(known.dropFirst(5).allSatisfy { $0.hasPrefix("a") } && known.count == 10)
    await stage.choose("a29", after: "nap")
    await stage.choose("a28", after: "nap")
    let all = try await stage.asked("nap")
    #expect(all.prefix(2) == ["a28", "a29"] && all[6] == "n20")
    // Who asks one app has all of its names first.
    let narrowed = try await stage.asked("nap", .apps([mail.identifier]), limit: 30)
    #expect(narrowed.prefix(2) == ["a28", "a29"] && narrowed.count == 30)
  }

  @Test("what only its code finds is first once it was chosen, though words fill the list")
  func code() async throws {
    try await stage.put(
      (0..<30).map { item("\($0)", title: "Wifi \($0)") }
        + [item("code", title: "Settings of the Wi-Fi network")])
    #expect(try await stage.asked("wifi").contains("code") == false)
    for _ in 0..<2 { await stage.choose("code", after: "wifi") }
    for limit in [1, 10, 40] as [UInt64] {
      #expect(try await stage.asked("wifi", limit: limit).first == "code")
    }
    let pages = try await stage.pages("wifi", limit: 7)
    #expect(pages.first?.first == "code" && Set(pages.joined()).count == 31)
  }

  @Test("the names of several apps that have many hide no other one's")
  func manyAppsWithManyNames() async throws {
    for number in 0..<4 {
      let app = AppIdentity(identifier: "com.example.app\(number)")
      try await stage.put((0..<60).map { item("\(number).\($0)", title: "Nap") }, of: app)
    }
    try await stage.put([item("other", title: "nap")], of: notes, .none)
    for limit in [14, 20] as [UInt64] {
      #expect(try await stage.asked("nap", limit: limit).prefix(13).contains("other"))
      let counted = MemoryStage.question("nap", limit: limit, flags: .countsMatches)
      #expect(try await stage.answer(counted).matchCount == 241)
    }
  }

  @Test("names that are too long to be proven come once, however many of them are known")
  func longNames() async throws {
    let text = "A book of remarkably long naps"
    try await stage.put((0..<30).map { item("a\($0)", title: text) })
    try await stage.put((10..<40).map { item("n\($0)", title: text) }, of: notes, .none)
    for number in 10..<30 {
      await stage.choose("n\(number)", after: text, of: notes, .none)
    }
    for limit in [10, 20, 100] as [UInt64] {
      let found = try await stage.asked(text, limit: limit)
      #expect(Set(found).count == found.count)
      #expect(found.first == "n29")
    }
  }

  @Test("nothing comes twice over the pages, and nothing is missing")
  func pages() async throws {
    try await stage.put(naps(90) + (0..<8).map { item("e\($0)", title: "nap") })
    try await stage.put(naps(90, "p") + [item("other", title: "nap")], of: notes, .none)
    for number in [80, 40, 61, 3] {
      for _ in 0...(number % 2) { await stage.choose("\(number)", after: "nap") }
    }
    await stage.choose("p70", after: "n", of: notes, .none)
    let whole = try await stage.asked("nap", limit: 500)
    #expect(Set(whole).count == 189 && whole.count == 189)
    for limit in [1, 7, 30] as [UInt64] {
      let pages = try await stage.pages("nap", limit: limit)
      #expect(pages.flatMap(\.self) == Array(whole.prefix(pages.joined().count)))
      #expect(pages.joined().count == (limit == 1 ? 100 : 189))
    }
  }

  @Test("what was chosen changes no number of matches")
  func count() async throws {
    try await stage.put(naps(60) + [item("exact", title: "nap")])
    let question = MemoryStage.question("nap", limit: 5, flags: .countsMatches)
    #expect(try await stage.answer(question).matchCount == 61)
    for number in [50, 51, 52] { await stage.choose("\(number)", after: "nap") }
    let answer = try await stage.answer(question)
    #expect(answer.matchCount == 61)
    #expect(answer.hits.map(\.item.uniqueIdentifier).prefix(4) == ["exact", "52", "51", "50"])
  }

  @Test("who mistypes a word in one way finds what was chosen first among what is meant")
  func lowerReading() async throws {
    try await stage.put((0..<40).map { item("\($0)", title: "Gmail letters \($0)") })
    #expect(try await stage.asked("gmial").contains("33") == false)
    for _ in 0..<2 { await stage.choose("33", after: "gmial") }
    #expect(try await stage.asked("gmial").first == "33")
    // What has the word as it was typed comes before all that is meant.
    try await stage.put([item("typed", title: "A gmial")])
    #expect(try await stage.asked("gmial").first == "typed")
  }

  @Test("what lacks a word is ordered by choices among what lacks as much")
  func missingWord() async throws {
    try await stage.put((0..<9).map { item("\($0)", title: "Walnut \($0) cake") })
    let text = "walnut cake recipe "
    let before = try await stage.asked(text)
    let last = try #require(before.last)
    for _ in 0..<2 { await stage.choose(last, after: text) }
    #expect(try await stage.asked(text) == [last] + before.dropLast())
  }

  @Test("with the ranking fixed the engine orders, byte for byte, and without delay")
  func fixed() async throws {
    let other = MemoryStage(stage.timers)
    other.host.set { $0.ordersByChoices = false }
    for stage in [stage, other] {
      try await stage.put(naps(60) + (0..<9).map { item("e\($0)", title: "nap") })
    }
    for number in [50, 51, 50] { await stage.choose("\(number)", after: "nap") }
    let question = MemoryStage.question("nap", flags: .countsMatches)
    #expect(try await stage.answer(question) != other.answer(question))
    await stage.setRanking(isLearned: false)
    #expect(try await stage.answer(question) == other.answer(question))
    let search = MemoryStage.request("nap")
    #expect(await stage.surface.ask(search) == other.surface.ask(search))
    await stage.setRanking(isLearned: true)
    #expect(try await stage.asked("nap").contains("50"))
  }

  @Test("what an older program kept has no texts, and orders nothing")
  func olderRecord() async throws {
    let storage = FaultyStorage()
    let stage = MemoryStage(in: storage)
    try await stage.put(naps(30))
    await stage.choose("20", after: "nap")
    await stage.choose("21", after: "nap")
    var attributes = Attributes()
    attributes[.engagementRecord] = .data(EngagementRecord(at: stage.timers.timeOfDay).encoded)
    let key = try #require(Choice.item(index: "a", identifier: "20").key)
    let record = try EncodedItem(
      opening: ItemCodec.encode(
        Item(uniqueIdentifier: key, expiration: .distantFuture, attributes: attributes)))
    let store = try #require(stage.core.store(of: .firstUnlock))
    await withCheckedContinuation { continuation in
      store.perform {
        let batch = Batch(
          scope: .engagement(of: mail.identifier), operations: [.putEncoded([record])])
        store.submit(batch) { _ in continuation.resume() }
      }
    }
    stage.core.close()
    let next = MemoryStage(stage.timers, in: storage)
    #expect(try await next.asked("nap").prefix(2) == ["21", "0"])
    await next.choose("20", after: "nap")
    #expect(try await next.asked("nap").prefix(3) == ["20", "21", "0"])
  }

  @Test("no byte of what an app is answered tells of choices")
  func apps() async throws {
    try await stage.put(naps(60))
    try await stage.put(naps(60), of: notes)
    let questions = ["n", "nap", "naps 5", "nasp "].map { text in
      AskRequest(text: text, limit: 10, suggestionLimit: 5, flags: [.isSettled, .countsMatches])
    }
    var before: [AskAnswer] = []
    for question in questions {
      before.append(try await stage.answer(question, to: stage.client(mail)))
    }
    for number in [50, 51, 50] {
      for app in [mail, notes] { await stage.choose("\(number)", after: "nap", of: app) }
    }
    for (question, answer) in zip(questions, before) {
      #expect(try await stage.answer(question, to: stage.client(mail)) == answer)
    }
  }

  @Test("things of two stores stand by the same dates, whatever app they are of")
  func twoStores() async throws {
    try await stage.put(naps(30))
    try await stage.put(naps(30, "p"), of: notes, .none)
    await stage.choose("20", after: "nap")
    await stage.choose("p20", after: "nap", of: notes, .none)
    await stage.choose("p20", after: "nap", of: notes, .none)
    await stage.choose("20", after: "nap")
    #expect(try await stage.asked("nap").prefix(2) == ["p20", "20"])
    await stage.choose("20", after: "nap")
    #expect(try await stage.asked("nap").prefix(2) == ["20", "p20"])
  }
}
