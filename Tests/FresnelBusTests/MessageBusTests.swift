import BusTestSupport
import FresnelBus
import FresnelPlatform
import Testing

@Suite(
  "BusConnection on a message bus",
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct MessageBusTests {
  private struct Ends {
    let bus: PrivateBus
    let service: BusConnection
    let client: BusConnection
  }

  private func connect(_ running: RunningLoop) throws -> Ends {
    let bus = try PrivateBus()
    return Ends(
      bus: bus,
      service: try .open(.address(bus.address), on: running.loop),
      client: try .open(.address(bus.address), on: running.loop))
  }

  private func take(_ name: String, _ connection: BusConnection) async -> BusReply {
    await withCheckedContinuation { continuation in
      connection.requestName(name) { continuation.resume(returning: $0) }
    }
  }

  @Test("An object is found by the name of its process; a name has one owner")
  func names() async throws {
    try await withLoop { running in
      let ends = try connect(running)
      try ends.service.serve(
        BusObject("/object", "org.fresnel.Test") { member, _ in .success([.string(member)]) })
      guard case .failure(let missing) = await ends.client.call(method("Early")) else {
        Issue.record("Nobody has the name yet.")
        return
      }
      #expect(missing.code == .noService)
      #expect(await take("org.fresnel.Test", ends.service) == .success([]))
      #expect(await take("org.fresnel.Test", ends.service) == .success([]))
      #expect(await ends.client.call(method("Late")) == .success([.string("Late")]))
      guard case .failure = await take("org.fresnel.Test", ends.client) else {
        Issue.record("Two have the name.")
        return
      }
    }
  }

  @Test("Signals count only from the owner of the name, whatever others address to us")
  func senders() async throws {
    try await withLoop { running in
      let ends = try connect(running)
      let impostor = try BusConnection.open(.address(ends.bus.address), on: running.loop)
      #expect(await take("org.fresnel.Test", ends.service) == .success([]))
      let (heard, telling) = AsyncStream<BusValue>.makeStream()
      let signal = BusSignal(from: "org.fresnel.Test", "/object", "org.fresnel.Test", "Changed")
      let subscription = try ends.client.subscribe(to: signal) {
        telling.yield($0.first ?? .byte(0))
      }
      let (owners, tellingOwners) = AsyncStream<String?>.makeStream()
      let watch = try ends.client.watchOwner(of: "org.fresnel.Test") { tellingOwners.yield($0) }
      for await owner in owners {
        #expect(owner != nil)
        break
      }
      try impostor.emit(signal, [.string("false")])
      // Behind the signal, since both come from the same connection.
      _ = await impostor.call(
        BusCall(
          to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
      try ends.service.emit(signal, [.string("true")])
      for await value in heard {
        #expect(value == .string("true"))
        break
      }
      withExtendedLifetime((subscription, watch)) {}
    }
  }

  @Test("Who watches a name is told that it has an owner, another one, and none")
  func owners() async throws {
    try await withLoop { running in
      let bus = try PrivateBus()
      let client = try BusConnection.open(.address(bus.address), on: running.loop)
      var service: BusConnection? = try .open(.address(bus.address), on: running.loop)
      let (told, telling) = AsyncStream<Bool>.makeStream()
      var changes = told.makeAsyncIterator()
      let watch = try client.watchOwner(of: "org.fresnel.Test") { telling.yield($0 != nil) }
      #expect(await changes.next() == false)
      if let service { #expect(await take("org.fresnel.Test", service) == .success([])) }
      #expect(await changes.next() == true)
      let (toldLater, tellingLater) = AsyncStream<Bool>.makeStream()
      let second = try client.watchOwner(of: "org.fresnel.Test") { tellingLater.yield($0 != nil) }
      for await isOwned in toldLater {
        #expect(isOwned)
        break
      }
      service = nil
      #expect(await changes.next() == false)
      withExtendedLifetime((watch, second)) {}
    }
  }

  @Test("Without a bus at the address there is an error, not a wait")
  func noBus() async throws {
    try await withLoop { running in
      #expect {
        try BusConnection.open(.address("unix:path=/nonexistent/bus"), on: running.loop)
      } throws: { error in (error as? BusError)?.code == .noBus }
    }
  }
}
