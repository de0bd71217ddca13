import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("HistoryLine")
struct HistoryLineTests {
  private let link = Link(NoTransport())

  /// A line that is open.
  private func openLine() -> HistoryLine {
    var line = HistoryLine()
    line.want(true)
    guard case .open(let number)? = line.nextStep(now: 0), line.isOpening(number) else {
      Issue.record("It is not opened.")
      return line
    }
    line.found(.open(7, link), .firstUnlock)
    return line
  }

  /// What the line would send, one after the other, all of it unanswered.
  private func sent(_ line: inout HistoryLine, now: UInt64 = 0) -> [(UInt64, String)] {
    var sent: [(UInt64, String)] = []
    while let step = line.nextStep(now: now) {
      if case .send(let order, let message, _) = step { sent.append((order, message.summary)) }
      if case .finish(let body) = step { body() }
    }
    return sent
  }

  @Test("of what waits of one activity in one state the last is sent, as a visit if any was one")
  func coalescing() {
    var line = HistoryLine()
    _ = line.append(donated(1, "a", isVisit: true)) { _ in }
    _ = line.append(donated(2, "b", isVisit: false)) { _ in }
    _ = line.append(donated(1, "c", isVisit: false)) { _ in }
    // The app goes on to another place with the same object.
    var elsewhere = donated(1, "d")
    elsewhere.activity.webpage = "https://example.com/d"
    _ = line.append(elsewhere) { _ in }
    guard case .open? = line.nextStep(now: 0) else {
      Issue.record("It is not opened.")
      return
    }
    line.found(.open(7, link), .firstUnlock)
    #expect(sent(&line).map(\.1) == ["update b", "visit c", "visit d"])
  }

  @Test(
    "what is handed over while a deletion is told of is sent only when it is known what that covers"
  )
  func telling() {
    var line = openLine()
    let dropped = Log<String>()
    line.tellingCount += 1
    for (number, title) in [(1 as UInt64, "covered"), (2, "other")] {
      _ = line.append(donated(number, title, related: number == 1 ? "x" : nil)) { result in
        if case .failure(let error) = result { dropped.append("\(title) \(error.code)") }
      }
    }
    line.release(1)
    #expect(sent(&line).isEmpty)
    line.tellingCount -= 1
    line.note(.items(.deleteIdentifiers(["x"])))
    #expect(sent(&line).map(\.1) == ["visit other"])
    #expect(dropped.values == ["covered cancelled"])
  }

  @Test("four requests at most are under way, and 64 donations wait")
  func limits() {
    var line = openLine()
    let dropped = Log<UInt64>()
    for number in 1...80 as ClosedRange<UInt64> {
      _ = line.append(donated(number, "\(number)")) { result in
        if case .failure(let error) = result, error.code == .unavailable { dropped.append(number) }
      }
    }
    let first = sent(&line)
    #expect(dropped.values == Array(1...16))
    #expect(first.map(\.1) == ["visit 17", "visit 18", "visit 19", "visit 20"])
    line.answered(first[0].0, .success(.donated(.new)), over: link)
    #expect(sent(&line).map(\.1) == ["visit 21"])
  }

  @Test("a donation is repeated for five seconds, a deletion for as long as it takes")
  func repeating() {
    var line = openLine()
    let outcomes = Log<String>()
    _ = line.append(donated(1, "early")) { _ in outcomes.append("early") }
    line.append(deletionOf: .domains(["other"])) { _ in outcomes.append("deletion") }
    let requests = sent(&line, now: 1)
    let second = Link(NoTransport())
    for (order, _) in requests { line.lost(order, over: link, now: 5_000_000_000) }
    guard case .open? = line.nextStep(now: 0) else {
      Issue.record("It is not opened again.")
      return
    }
    line.found(.open(8, second), .firstUnlock)
    let again = sent(&line, now: 6_000_000_000)
    #expect(again.map(\.1) == ["visit early", "delete"])
    #expect(outcomes.values.isEmpty)
    for (order, _) in again { line.lost(order, over: second, now: 6_000_000_000) }
    guard case .finish(let body)? = line.nextStep(now: 6_000_000_000) else {
      Issue.record("The donation is not given up.")
      return
    }
    body()
    #expect(outcomes.values == ["early"])
  }

  @Test("what the app deletes is not sent, and not sent again")
  func deleting() {
    var line = openLine()
    let related = Log<String>()
    let first = donated(1, "item", related: "x", domain: "mail.inbox")
    _ = line.append(first) { if case .failure = $0 { related.append("item") } }
    _ = line.append(donated(2, "page")) { _ in }
    // It waits for its item.
    #expect(sent(&line).map(\.1) == ["visit page"])
    line.note(.items(.deleteIdentifiers(["y"])))
    line.note(.items(.deleteDomains(["mail.in"])))
    #expect(sent(&line).isEmpty && related.values.isEmpty)
    line.note(.items(.deleteDomains(["mail"])))
    _ = sent(&line)
    #expect(related.values == ["item"])
    let order = line.append(first) { if case .failure = $0 { related.append("sent") } }
    line.release(order)
    #expect(sent(&line).map(\.0) == [order])
    line.note(.items(.deleteIdentifiers(["x"])))
    line.lost(order, over: link, now: 0)
    #expect(sent(&line).isEmpty)
    #expect(related.values == ["item", "sent"])
  }

  @Test("deleting activities takes along what waits of them")
  func deletingActivities() {
    var line = HistoryLine()
    let dropped = Log<UInt64>()
    for number in 1...2 as ClosedRange<UInt64> {
      var donation = donated(number, "\(number)")
      donation.activity.persistentIdentifier = "p\(number)"
      _ = line.append(donation) { if case .failure = $0 { dropped.append(number) } }
    }
    line.append(deletionOf: .persistentIdentifiers(["p1"])) { _ in }
    _ = line.append(donated(3, "later")) { _ in }
    while case .finish(let body)? = line.nextStep(now: 0) { body() }
    line.found(.open(7, link), .firstUnlock)
    #expect(sent(&line).map(\.1) == ["visit 2", "delete", "visit later"])
    #expect(dropped.values == [1])
  }

  @Test("in a locked class donations are dropped and deletions wait; who deletes items hears of it")
  func locked() {
    var line = openLine()
    line.found(.locked(link), .complete)
    let heard = Log<String>()
    _ = line.append(donated(1, "a")) { if case .failure = $0 { heard.append("donation") } }
    line.append(deletionOf: .all) { _ in heard.append("deletion") }
    line.append(deletionWithItemsOf: .domains(["d"]), in: .complete) {
      heard.append("same class \($0 == nil)")
    }
    line.append(deletionWithItemsOf: .domains(["d"]), in: .firstUnlock) {
      heard.append("other class \($0?.code == .classLocked)")
    }
    #expect(sent(&line).isEmpty)
    #expect(Set(heard.values) == ["donation", "same class true", "other class true"])
    // However often a domain is deleted, it waits once.
    for _ in 0..<100 {
      line.append(deletionWithItemsOf: .domains(["d"]), in: .firstUnlock) { _ in
        heard.append("again")
      }
      #expect(sent(&line).isEmpty)
    }
    #expect(heard.values.count == 103)
    line.classChanged(.complete)
    _ = line.nextStep(now: 0)
    line.found(.open(9, link), .complete)
    #expect(sent(&line).map(\.1) == ["delete", "delete"])
  }

  @Test("activities of domains are deleted apart from the items where others keep them")
  func domains() {
    var line = openLine()
    let heard = Log<Bool>()
    line.append(deletionWithItemsOf: .domains(["d"]), in: ProtectionClass.none) {
      heard.append($0 == nil)
    }
    #expect(sent(&line).isEmpty)
    #expect(heard.values == [true])
    line.append(deletionWithItemsOf: .domains(["d"]), in: .complete) { _ in }
    line.append(deletionWithItemsOf: .domains(["d"]), in: nil) { _ in }
    #expect(sent(&line).map(\.1) == ["delete", "delete"])
  }

  @Test("where no history is kept, donations end there and there is nothing to delete")
  func absence() {
    var line = openLine()
    line.foundNothing(over: link)
    let heard = Log<String>()
    _ = line.append(donated(1, "a")) { result in
      if case .failure(let error) = result { heard.append("\(error.code)") }
    }
    #expect(sent(&line).isEmpty)
    line.append(deletionOf: .all) { heard.append("\($0 == nil)") }
    #expect(sent(&line).isEmpty)
    #expect(heard.values == ["unsupported", "true"])
  }
}

/// A transport that leads nowhere.
private final class NoTransport: ClientTransport {
  func start(_ sink: any TransportSink) {}
  func send(_ envelope: Envelope<ClientMessage>) {}
  func close() {}
}

extension ClientMessage {
  /// What a message about history asks, for tests.
  var summary: String {
    switch self {
    case .donate(let request):
      (request.isVisit ? "visit " : "update ") + (request.activity.title ?? "")
    case .deleteActivities: "delete"
    default: "\(kind)"
    }
  }
}

/// An activity on its way.
func donated(
  _ number: UInt64, _ title: String, related: String? = nil, domain: String? = nil,
  isVisit: Bool = true
) -> DonatedActivity {
  var attributes = Attributes()
  if let related { attributes[.relatedUniqueIdentifier] = .string(related) }
  if let domain { attributes[.domainIdentifier] = .string(domain) }
  let item = try? IndexChange.encode(Item(uniqueIdentifier: "activity", attributes: attributes))
  return DonatedActivity(
    number: number,
    activity: WireActivity(type: "com.example.view", title: title, flags: [.search]),
    attributes: related == nil && domain == nil ? nil : item, isVisit: isVisit)
}
