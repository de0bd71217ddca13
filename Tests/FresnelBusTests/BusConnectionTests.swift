import BusTestSupport
import FresnelBus
import FresnelPlatform
import FresnelTestSupport
import Synchronization
import Testing

@Suite("BusConnection")
struct BusConnectionTests {
  @Test("A call brings back what the object answers, and its error by name")
  func calls() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Double") { arguments in
        guard case .int32(let number)? = arguments.first else {
          return .failure(BusError(named: "org.fresnel.Error.NoNumber", "That is no number."))
        }
        return .success([.int32(number * 2)])
      }
      #expect(await peer.client.call(method("Double", [.int32(21)])) == .success([.int32(42)]))
      let refusal = await peer.client.call(method("Double", [.string("x")]))
      #expect(
        refusal
          == .failure(BusError(named: "org.fresnel.Error.NoNumber", "That is no number.")))
      guard case .failure(let unknown) = await peer.client.call(method("Halve")) else {
        Issue.record("A method that is not there was answered.")
        return
      }
      #expect(unknown.name == "org.freedesktop.DBus.Error.UnknownMethod")
      #expect(
        try peer.client.callAndWait(method("Double", [.int32(4)]), timeout: .seconds(600))
          == [.int32(8)])
    }
  }

  @Test("Calls of another interface of the same object find their own way")
  func interfaces() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.setProperty("/object", "org.fresnel.Test", "Colour", .string("blue"))
      try peer.answer("/object", "org.fresnel.Test", "Name") { _ in .success([.string("it")]) }
      #expect(await peer.client.call(method("Name")) == .success([.string("it")]))
      let property = await peer.client.call(
        .property(of: "x", "/object", "org.fresnel.Test", "Colour"))
      #expect(property == .success([.variant(.string("blue"))]))
    }
  }

  @Test("Values of all types come back as they went", arguments: 0..<20 as Range<UInt64>)
  func values(seed: UInt64) async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Echo") { .success($0) }
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        let values = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          RandomBusValues.value(depth: 4, using: &generator)
        }
        let reply = await peer.client.call(method("Echo", values))
        try #require(reply == .success(values), "seed \(seed)")
      }
    }
  }

  @Test("A descriptor that goes along is the same file at the other end")
  func descriptors() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Status") { arguments in
        let status = try? arguments.first?.descriptor?.status()
        return .success([.uint64(status?.byteCount ?? 0)])
      }
      let file = try [UInt8](repeating: 1, count: 77).withUnsafeBytes {
        try MemoryFile.sealed($0, name: "test")
      }
      #expect(
        await peer.client.call(method("Status", [.descriptor(file)])) == .success([.uint64(77)]))
    }
  }

  @Test("Values that break the rules are refused before they are sent")
  func brokenValues() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      var deep = BusValue.byte(1)
      for _ in 0..<100 { deep = .structure([deep]) }
      let broken: [BusValue] = [
        .string("a\0b"), .objectPath("no/path"), .signature("a{vs}"),
        .array(element: "s", [.int32(1)]), .array(element: "", []), .structure([]), deep,
        .entry(.string("a"), .byte(1)), .array(element: "{vs}", []),
      ]
      for value in broken {
        guard case .failure(let error) = await peer.client.call(method("Echo", [value])) else {
          Issue.record("\(value) was sent.")
          continue
        }
        #expect(error.code == .malformed, "\(value)")
      }
      guard
        case .failure(let error) = await peer.client.call(
          BusCall(to: "x", "no path", "org.fresnel.Test", "Echo"))
      else { return }
      #expect(error.code == .malformed)
    }
  }

  @Test("A call that nobody answers ends with the time")
  func timeout() async throws {
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let client = try BusConnection.open(
        .descriptor(near.descriptor, isServer: false), on: running.loop)
      guard
        case .failure(let error) = await client.call(method("Echo"), timeout: .milliseconds(5))
      else {
        Issue.record("Somebody answered.")
        return
      }
      #expect(error.code == .timedOut)
      withExtendedLifetime(far) {}
    }
  }

  @Test("When the other end goes, what waits fails and whoever asked is told, once")
  func closing() async throws {
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let client = try BusConnection.open(
        .descriptor(near.descriptor, isServer: false), on: running.loop)
      let (ends, telling) = AsyncStream<Void>.makeStream()
      client.whenClosed { telling.yield() }
      async let reply = client.call(method("Echo"))
      await running.settle()
      far.shutdown()
      guard case .failure(let error) = await reply else {
        Issue.record("Somebody answered.")
        return
      }
      #expect(error.code == .closed)
      for await _ in ends { break }
      guard case .failure(let later) = await client.call(method("Echo")) else { return }
      #expect(later.code == .closed)
      #expect(throws: BusError.self) { try client.emit(BusSignal("/a", "a.b", "C"), []) }
      client.whenClosed { telling.finish() }
      for await _ in ends {}
    }
  }

  @Test("Who calls before it is noticed that the other end is gone is told that it is, each time")
  func goneUnnoticed() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Name") { _ in .success([]) }
      #expect(await peer.client.call(method("Name")) == .success([]))
      let codes: [BusError.Code?] = await withCheckedContinuation { continuation in
        let replies = Mutex<[BusError.Code?]>([])
        // On the loop's thread, so that nothing is noticed in between.
        running.loop.perform {
          peer.end()
          for _ in 0..<2 {
            peer.client.call(method("Name"), timeout: .seconds(600)) { reply in
              let all = replies.withLock { replies in
                if case .failure(let error) = reply {
                  replies.append(error.code)
                } else {
                  replies.append(nil)
                }
                return replies
              }
              if all.count == 2 { continuation.resume(returning: all) }
            }
          }
        }
      }
      #expect(codes == [.closed, .closed])
    }
  }

  @Test("What waits fails also when the connection is given up")
  func givingUp() async throws {
    try await withLoop { running in
      let (near, far) = try UnixSocket.pair()
      let (replies, telling) = AsyncStream<BusReply>.makeStream()
      do {
        let client = try BusConnection.open(
          .descriptor(near.descriptor, isServer: false), on: running.loop)
        client.call(method("Echo"), timeout: .seconds(100)) { telling.yield($0) }
      }
      for await reply in replies {
        #expect(reply == .failure(BusError(.closed, "The connection has ended.")))
        break
      }
      withExtendedLifetime(far) {}
    }
  }

  @Test("Signals reach who listens for them, in order, until they listen no more")
  func signals() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let (heard, telling) = AsyncStream<BusValue>.makeStream()
      var subscription: BusSubscription? = try peer.client.subscribe(
        to: BusSignal(from: "org.any.Name", "/object", "org.fresnel.Test", "Changed")
      ) { telling.yield($0.first ?? .byte(0)) }
      try peer.emit("/other", "org.fresnel.Test", "Changed", [.int32(-1)])
      try peer.emit("/object", "org.fresnel.Test", "Changing", [.int32(-2)])
      for number in 0..<100 as Range<Int32> {
        try peer.emit("/object", "org.fresnel.Test", "Changed", [.int32(number)])
      }
      var next: Int32 = 0
      for await value in heard {
        #expect(value == .int32(next))
        next += 1
        if next == 100 { break }
      }
      subscription = nil
      try peer.emit("/object", "org.fresnel.Test", "Changed", [.int32(100)])
      try peer.answer("/object", "org.fresnel.Test", "Wait") { _ in .success([]) }
      // The reply comes behind the signal.
      _ = await peer.client.call(method("Wait"))
      telling.finish()
      for await value in heard { Issue.record("\(value) was heard.") }
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("Who listens by the first argument hears all arguments, whoever else listens")
  func firstArguments() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      let (heard, telling) = AsyncStream<[BusValue]>.makeStream()
      let subscriptions = try ["a", "b", "c"].map { name in
        try peer.client.subscribe(
          to: BusSignal("/object", "org.fresnel.Test", "Changed", firstArgument: name)
        ) { if name == "b" { telling.yield($0) } }
      }
      let values: [BusValue] = [.string("b"), .options(["x": .bool(true)]), .int32(1)]
      try peer.emit("/object", "org.fresnel.Test", "Changed", [.string("a")])
      try peer.emit("/object", "org.fresnel.Test", "Changed", values)
      for await found in heard {
        #expect(found == values)
        break
      }
      withExtendedLifetime(subscriptions) {}
    }
  }

  @Test("A handler may call, send, serve and end the connection it was called by")
  func reentrancy() async throws {
    try await withLoop { running in
      let peer = try TestBusPeer(on: running.loop)
      try peer.answer("/object", "org.fresnel.Test", "Echo") { .success($0) }
      let held = Mutex<BusConnection?>(peer.client)
      let (replies, telling) = AsyncStream<BusReply>.makeStream()
      peer.client.call(method("Echo", [.byte(1)]), timeout: .seconds(600)) { _ in
        let client = held.withLock { $0.take() }
        try? client?.emit(BusSignal("/a", "a.b", "C"), [])
        try? client?.serve(BusObject("/b", "a.b") { _, _ in .success([]) })
        client?.call(method("Echo", [.byte(2)]), timeout: .seconds(600)) { telling.yield($0) }
      }
      for await reply in replies {
        #expect(reply == .success([.byte(2)]))
        break
      }
    }
  }
}
