import BusTestSupport
import FresnelBus
import FresnelPlatform
import Synchronization
import Testing

@Suite("What becomes of open calls when their object or connection ends")
struct ServingEndTests {
  @Test("Open calls are answered after their object is gone; new ones are told that it is")
  func objectRemoved() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let collector = RequestCollector()
      try peer.server.serve(collector.object())
      async let reply = peer.client.call(method("Search"))
      let request = try #require(await collector.next())
      #expect(request.sender == nil)
      peer.server.stopServing("/object", "org.fresnel.Test")
      guard case .failure(let error) = await peer.client.call(method("Search")) else {
        Issue.record("An object that is gone answered.")
        return
      }
      #expect(error.code == .remote)
      request.reply(.success([.string("late")]))
      #expect(await reply == .success([.string("late")]))
    }
  }

  @Test("A call that came together with the one that ended its object is told that it is gone")
  func removedMeanwhile() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let calls = Mutex(0)
      let server = peer.server
      try server.serve(
        BusObject("/object", "org.fresnel.Test") { [weak server] _, _ in
          calls.withLock { $0 += 1 }
          server?.stopServing("/object", "org.fresnel.Test")
          return .success([])
        })
      // Sent on the loop's thread, so that both are read in one turn.
      let (replies, telling) = AsyncStream<BusReply>.makeStream()
      running.loop.perform {
        for _ in 0..<2 {
          peer.client.call(method("Quit"), timeout: .seconds(600)) { telling.yield($0) }
        }
      }
      var iterator = replies.makeAsyncIterator()
      #expect(await iterator.next() == .success([]))
      guard case .failure? = await iterator.next() else {
        Issue.record("An object that is gone answered.")
        return
      }
      #expect(calls.withLock { $0 } == 1)
    }
  }

  @Test("When the connection is lost, open calls are abandoned, and answers go nowhere")
  func connectionLost() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let collector = RequestCollector()
      try peer.server.serve(collector.object())
      async let reply = peer.client.call(method("Search"))
      let request = try #require(await collector.next())
      let abandoned = Happening()
      request.whenAbandoned { abandoned.happen() }
      peer.end()
      await abandoned.wait()
      guard case .failure(let error) = await reply else {
        Issue.record("Somebody answered.")
        return
      }
      #expect(error.code == .closed)
      request.reply(.success([]))
      await running.settle()
      #expect(abandoned.count == 1)
    }
  }

  @Test(
    "When the bus ends, open calls are abandoned",
    .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
  func busLost() async throws {
    try await withLoop { running in
      let bus = try PrivateBus()
      let service = try BusConnection.open(.address(bus.address), on: running.loop)
      let client = try BusConnection.open(.address(bus.address), on: running.loop)
      let collector = RequestCollector()
      try service.serve(collector.object())
      _ = await withCheckedContinuation { continuation in
        service.requestName("org.fresnel.Test") { continuation.resume(returning: $0) }
      }
      async let reply = client.call(method("Search"))
      let request = try #require(await collector.next())
      let abandoned = Happening()
      request.whenAbandoned { abandoned.happen() }
      bus.end()
      await abandoned.wait()
      guard case .failure = await reply else {
        Issue.record("Somebody answered.")
        return
      }
      request.reply(.success([]))
    }
  }

  @Test("A connection does not wait for open calls: its last reference ends it")
  func connectionGivenUp() async throws {
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let client = try BusConnection.open(
        .descriptor(near.descriptor, isServer: false), on: running.loop)
      let collector = RequestCollector()
      let abandoned = Happening()
      var server: BusConnection? = try .open(
        .descriptor(far.descriptor, isServer: true), on: running.loop)
      try server?.serve(collector.object())
      async let reply = client.call(method("Search"))
      let request = try #require(await collector.next())
      request.whenAbandoned { abandoned.happen() }
      server = nil
      far.shutdown()
      await abandoned.wait()
      request.reply(.success([]))
      guard case .failure = await reply else {
        Issue.record("Somebody answered.")
        return
      }
    }
  }

  /// What an object might keep its requests in.
  private final class Keeper: Sendable {
    let requests = Mutex<[BusRequest]>([])
    let gone: Happening
    init(_ gone: Happening) { self.gone = gone }
    deinit { gone.happen() }
  }

  @Test("Requests that only their object holds go with it", arguments: [true, false])
  func heldByObject(isRemovedFirst: Bool) async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let gone = Happening()
      do {
        let keeper = Keeper(gone)
        try peer.server.serve(
          BusObject("/object", "org.fresnel.Test") { request in
            // One call's notice holds other calls, as a search does that several wait for.
            request.whenAbandoned { [keeper] in withExtendedLifetime(keeper) {} }
            let former = keeper.requests.withLock { requests in
              defer { requests = [request] }
              return requests
            }
            withExtendedLifetime(former) {}
          })
      }
      let (replies, telling) = AsyncStream<BusReply>.makeStream()
      for _ in 0..<2 {
        peer.client.call(method("Search"), timeout: .seconds(600)) { telling.yield($0) }
      }
      var iterator = replies.makeAsyncIterator()
      // The first is given up when the second comes.
      guard case .failure(let error)? = await iterator.next() else {
        Issue.record("Somebody answered.")
        return
      }
      #expect(error.name == "org.freedesktop.DBus.Error.NoReply")
      if isRemovedFirst { peer.server.stopServing("/object", "org.fresnel.Test") }
      peer.end()
      await gone.wait()
      #expect(await iterator.next() != nil)
    }
  }
}
