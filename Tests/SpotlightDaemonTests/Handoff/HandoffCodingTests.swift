import FresnelHandoff
import FresnelProtection
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("What main and the process on the network say to each other")
struct HandoffCodingTests {
  private static let rounds = 300

  private struct Source {
    var generator: SeededGenerator

    mutating func number() -> UInt64 { generator.next() }
    mutating func flag() -> Bool { Bool.random(using: &generator) }
    mutating func count() -> Int { Int.random(in: 0...4, using: &generator) }
    mutating func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
    }
    mutating func text() -> String {
      String((0..<count()).map { _ in "aß☃️\0 ".randomElement(using: &generator) ?? "a" })
    }
    mutating func refusal() -> FresnelHandoff.Refusal {
      FresnelHandoff.Refusal.allCases.randomElement(using: &generator) ?? .failed
    }
    mutating func id() -> DeviceID { DeviceID(publicKey: bytes()) }
    mutating func address() -> DeviceAddress? {
      DeviceAddress(
        host: "host\(count())", port: UInt16.random(in: 1 ... .max, using: &generator))
    }
    mutating func addresses() -> [DeviceAddress] { (0..<count()).compactMap { _ in address() } }
    mutating func activity() -> HandoffActivity {
      HandoffActivity(
        app: text(), appName: text(), type: text(), title: text(), hasWebpage: flag(),
        hasStreams: flag())
    }
    mutating func available() -> AvailableActivity {
      AvailableActivity(number: number(), device: text(), activity: activity())
    }

    mutating func orders() -> [HandoffOrder] {
      let questions: [HandoffQuestion] = [
        .showCode, .awaitPairing, .typeCode(text(), flag() ? address() : nil), .devices,
        .forget(id()), .setAddresses(id(), addresses()), .accept(offer: number()),
        .openStream(pick: number()),
      ]
      return [
        .offer(activity()), .withdraw(app: text(), state: flag() ? bytes() : nil),
        .saved(number(), bytes()), .notSaved(number(), refusal(), reason: text()),
        .continued(pick: number()), .drop(pick: number()), .update(app: text(), state: bytes()),
        .setLocked(flag()), .cancel(number()), .stop, .resume,
        .vaultAnswered(number(), .bytes(flag() ? bytes() : nil)), .vaultAnswered(number(), .done),
        .vaultAnswered(number(), .failed(isAbsent: flag(), text())),
      ] + questions.map { .ask(number(), $0) }
    }

    mutating func news() -> [HandoffNews] {
      let devices = (0..<count()).map { _ in
        DeviceDescription(
          id: id(), name: text(), addresses: addresses(), lastSeen: number(), isConnected: flag())
      }
      let answers: [HandoffAnswer] = [
        .done, .failed(HandoffFailure(refusal: refusal(), message: text())),
        .code(text(), milliseconds: UInt32(truncatingIfNeeded: number()), addresses()),
        .paired(text()), .devices(devices), .picked(number(), available()), .stream,
      ]
      return [
        .available((0..<count()).map { _ in available() }),
        .save(number(), app: text(), type: text()), .deliver(pick: number(), state: bytes()),
        .updated(pick: number(), state: bytes()),
        .failed(pick: number(), refusal(), reason: text()),
        .wasContinued(app: text(), type: text(), device: text()),
        .streamOpened(app: text(), type: text()), .devicesChanged,
        .askVault(number(), .secret(.secretService, isMaking: flag())),
        .askVault(number(), .forget(.localKeyFile)), .askVault(number(), .read),
        .askVault(number(), .replace(bytes())),
      ] + answers.map { .answer(number(), $0) }
    }
  }

  @Test("Orders and news are read as they were written; what is cut off is neither")
  func roundTrips() throws {
    var source = Source(generator: SeededGenerator(seed: 5))
    for _ in 0..<Self.rounds {
      for order in source.orders() {
        let payload = order.payload
        #expect(try HandoffOrder(kind: order.kind, payload: payload) == order)
        for count in Set([0, payload.count / 2, max(0, payload.count - 1)])
        where count < payload.count {
          #expect(throws: WireError.self) {
            try HandoffOrder(kind: order.kind, payload: Array(payload.prefix(count)))
          }
        }
      }
      for news in source.news() {
        let payload = news.payload
        #expect(try HandoffNews(kind: news.kind, payload: payload) == news)
        for count in Set([0, payload.count / 2, max(0, payload.count - 1)])
        where count < payload.count {
          #expect(throws: WireError.self) {
            try HandoffNews(kind: news.kind, payload: Array(payload.prefix(count)))
          }
        }
      }
    }
  }

  @Test("Any bytes are an order, news, or an error")
  func nonsense() {
    var source = Source(generator: SeededGenerator(seed: 6))
    for round in 0..<20_000 {
      let kind = UInt8(round % 16)
      let bytes = source.bytes()
      if let order = try? HandoffOrder(kind: kind, payload: bytes) {
        #expect(order.kind == kind)
      }
      if let news = try? HandoffNews(kind: kind, payload: bytes) { #expect(news.kind == kind) }
    }
  }
}
