import BusTestSupport
import FresnelBus
import FresnelHandoff
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightDaemon

/// Plays Avahi, runs the body, and ends the loop.
private func withAvahi(
  _ body: (PlayedAvahi, RunningLoop) async throws -> Void
) async throws {
  let running = try RunningLoop()
  defer { running.stop() }
  try await body(PlayedAvahi(on: running.loop), running)
}

/// Lets messages pass until the condition holds; these turns are more than any exchange takes.
private func settle(
  _ running: RunningLoop, until isDone: () -> Bool
) async throws {
  for _ in 0..<100_000 where !isDone() { await running.settle() }
  try #require(isDone())
}

/// Lets messages pass that should change nothing.
private func settle(_ running: RunningLoop) async {
  for _ in 0..<200 { await running.settle() }
}

private func announcement(_ epoch: UInt64 = 1) -> HandoffAnnouncement {
  var generator = SystemRandomNumberGenerator()
  return HandoffAnnouncement(to: DeviceBook(own: .random()), epoch: epoch, using: &generator)
}

@Suite("AvahiAnnouncer")
struct AvahiAnnouncerTests {
  @Test("What is announced is on the network as it is, and goes when it is stopped")
  func announcing() async throws {
    try await withAvahi { avahi, running in
      let announcer = AvahiAnnouncer(avahi.peer.client)
      let first = announcement()
      announcer.announce(AvahiService(first), port: 4001)
      try await settle(running) { avahi.announced.count == 1 }
      #expect(
        avahi.announced == [
          PlayedAvahi.Service(
            name: first.instance, type: "_fresnel._tcp", port: 4001,
            text: first.text.map { Array($0.utf8) })
        ])
      announcer.stop()
      try await settle(running) { avahi.announced.isEmpty }
      #expect(avahi.state.withLock { $0.freed } == ["/group/1"])
    }
  }

  @Test("A new announcement takes the place of the one before, however fast they come")
  func renewing() async throws {
    try await withAvahi { avahi, running in
      let announcer = AvahiAnnouncer(avahi.peer.client)
      var last = announcement()
      for epoch in 1...20 as ClosedRange<UInt64> {
        last = announcement(epoch)
        announcer.announce(AvahiService(last), port: UInt16(4000 + epoch))
        if epoch % 5 == 0 { await running.settle() }
      }
      try await settle(running) {
        avahi.announced.map(\.name) == [last.instance]
          && avahi.state.withLock { $0.freed.count == $0.groupCount - 1 }
      }
      #expect(avahi.announced.first?.port == 4020)
    }
  }

  @Test("Where Avahi comes later, or goes and comes back, it is told again")
  func coming() async throws {
    try await withAvahi { avahi, running in
      avahi.state.withLock { $0.isThere = false }
      let announcer = AvahiAnnouncer(avahi.peer.client)
      announcer.announce(AvahiService(announcement()), port: 4001)
      await settle(running)
      #expect(avahi.announced.isEmpty)
      for _ in 0..<2 {
        try avahi.change(isThere: true)
        try await settle(running) { avahi.announced.count == 1 }
        try avahi.change(isThere: false)
        await settle(running)
      }
      #expect(avahi.announced.isEmpty)
    }
  }

  @Test("While the host has no name nothing is announced, and then it is")
  func hostName() async throws {
    try await withAvahi { avahi, running in
      let announcer = AvahiAnnouncer(avahi.peer.client)
      announcer.announce(AvahiService(announcement()), port: 4001)
      try await settle(running) { avahi.announced.count == 1 }
      try avahi.change(to: 1)
      try await settle(running) { avahi.announced.isEmpty }
      try avahi.change(to: 2)
      try await settle(running) { avahi.announced.count == 1 }
    }
  }

  @Test("A name that somebody else has, and a refusal, are told once and leave nothing behind")
  func failing() async throws {
    try await withAvahi { avahi, running in
      let failures = Mutex(0)
      let announcer = AvahiAnnouncer(avahi.peer.client) { failures.withLock { $0 += 1 } }
      announcer.announce(AvahiService(announcement()), port: 4001)
      try await settle(running) { avahi.announced.count == 1 }
      try avahi.change(group: "/group/1", to: 2)
      await settle(running)
      #expect(failures.withLock { $0 } == 0)
      try avahi.change(group: "/group/1", to: 3)
      try avahi.change(group: "/group/1", to: 3)
      try await settle(running) { avahi.announced.isEmpty && failures.withLock { $0 } == 1 }
      avahi.state.withLock { $0.refuses = true }
      announcer.announce(AvahiService(announcement()), port: 4001)
      try await settle(running) { failures.withLock { $0 } == 2 }
      await settle(running)
      #expect(avahi.state.withLock { $0.freed } == ["/group/1", "/group/2"])
      #expect(failures.withLock { $0 } == 2)
    }
  }
}

@Suite("AvahiBrowser")
struct AvahiBrowserTests {
  /// What a browser told, one list after the other.
  private final class Told: Sendable {
    private let lists = Mutex<[[FoundPlace]]>([])
    func note(_ places: [FoundPlace]) { lists.withLock { $0.append(places) } }
    var last: [FoundPlace] { lists.withLock { $0.last ?? [] } }
    var count: Int { lists.withLock(\.count) }
  }

  private static func name(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func add(
    _ number: Int, to avahi: PlayedAvahi, host: String = "192.0.2.7", text: [String]? = nil
  ) {
    let values = PlayedAvahi.place(
      name(number), host: host, port: 4001, text: text ?? announcement().text)
    avahi.state.withLock { $0.places[name(number)] = values }
  }

  @Test("A device that announces itself is found by its hints, and gone when it goes")
  func finding() async throws {
    try await withAvahi { avahi, running in
      var (one, other) = (DeviceBook(own: .random()), DeviceBook(own: .random()))
      let pairKey = SecretBytes.random(byteCount: 32)
      try one.add(Device(publicKey: other.own.publicKey, pairKey: pairKey, name: "other"))
      try other.add(Device(publicKey: one.own.publicKey, pairKey: pairKey, name: "one"))
      var generator = SystemRandomNumberGenerator()
      let said = HandoffAnnouncement(to: one, epoch: 7, using: &generator)
      let told = Told()
      let browser = AvahiBrowser(avahi.peer.client) { told.note($0) }
      try await settle(running) { avahi.state.withLock { $0.browsers } == 1 }
      Self.add(1, to: avahi, text: said.text)
      try avahi.tell("ItemNew", Self.name(1))
      try await settle(running) { told.last.count == 1 }
      let place = try #require(told.last.first)
      #expect(place.address.description == "192.0.2.7:4001")
      let found = place.hints.compactMap { other.announcer(of: $0, epoch: 8)?.name }
      #expect(found == ["one"])
      try avahi.tell("ItemRemove", Self.name(1))
      try await settle(running) { told.last.isEmpty && told.count == 2 }
      withExtendedLifetime(browser) {}
    }
  }

  @Test("What is no place of this kind is passed over, and nobody traps on it")
  func others() async throws {
    try await withAvahi { avahi, running in
      let told = Told()
      let browser = AvahiBrowser(avahi.peer.client) { told.note($0) }
      try await settle(running) { avahi.state.withLock { $0.browsers } == 1 }
      Self.add(1, to: avahi, text: ["v=2"])
      Self.add(2, to: avahi, host: "not an address")
      avahi.state.withLock {
        $0.places[Self.name(3)] = [.string("nonsense")]
        $0.places[Self.name(4)] = PlayedAvahi.place(
          Self.name(4), host: "192.0.2.7", port: 0, text: announcement().text)
      }
      for number in 1...5 { try avahi.tell("ItemNew", Self.name(number)) }
      try avahi.tell("ItemNew", "Printer")
      try avahi.tell("ItemNew", Self.name(6), type: "_ipp._tcp")
      try avahi.tell("ItemNew", Self.name(7), flags: 16)
      try avahi.peer.emit(
        "/browser/1", "org.freedesktop.Avahi.ServiceBrowser", "ItemNew", [.string("short")])
      try avahi.tell("ItemRemove", Self.name(9))
      try await settle(running) { avahi.state.withLock { $0.resolved.count } == 5 }
      await settle(running)
      #expect(told.count == 0 && avahi.state.withLock { $0.resolved.count } == 5)
      // The next one is found all the same.
      Self.add(8, to: avahi, host: "fe80::1")
      try avahi.tell("ItemNew", Self.name(8), interface: 1)
      try await settle(running) { told.last.count == 1 }
      #expect(told.last.first?.address.scope == 2)
      withExtendedLifetime(browser) {}
    }
  }

  @Test("However many there are, no more than the limit are looked at")
  func limit() async throws {
    try await withAvahi { avahi, running in
      let told = Told()
      let browser = AvahiBrowser(avahi.peer.client) { told.note($0) }
      try await settle(running) { avahi.state.withLock { $0.browsers } == 1 }
      for number in 0..<200 {
        Self.add(number, to: avahi)
        try avahi.tell("ItemNew", Self.name(number))
      }
      try await settle(running) { told.last.count == AvahiBrowser.limit }
      await settle(running)
      #expect(avahi.state.withLock { $0.resolved.count } == AvahiBrowser.limit)
      try avahi.tell("ItemRemove", Self.name(0))
      try avahi.tell("ItemNew", Self.name(150))
      try await settle(running) { told.last.contains { $0.instance == Self.name(150) } }
      withExtendedLifetime(browser) {}
    }
  }

  @Test("When Avahi goes all places are gone, and it is asked anew when it comes back")
  func restart() async throws {
    try await withAvahi { avahi, running in
      let told = Told()
      let browser = AvahiBrowser(avahi.peer.client) { told.note($0) }
      try await settle(running) { avahi.state.withLock { $0.browsers } == 1 }
      Self.add(1, to: avahi)
      try avahi.tell("ItemNew", Self.name(1))
      try await settle(running) { told.last.count == 1 }
      try avahi.change(isThere: false)
      try await settle(running) { told.last.isEmpty }
      try avahi.change(isThere: true)
      try await settle(running) { avahi.state.withLock { $0.browsers } == 2 }
      try avahi.tell("ItemNew", Self.name(1))
      try await settle(running) { told.last.count == 1 }
      withExtendedLifetime(browser) {}
    }
  }
}
