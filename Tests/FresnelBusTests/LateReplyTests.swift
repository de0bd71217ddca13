import BusTestSupport
import FresnelBus
import FresnelPlatform
import Testing

@Suite(
  "Objects on a bus that answer later",
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct LateReplyTests {
  /// A process that serves a collector's object on a bus.
  private struct Service {
    let bus: PrivateBus
    let loop: EventLoop
    let connection: BusConnection
    let collector = RequestCollector()

    init(_ running: RunningLoop) async throws {
      bus = try PrivateBus()
      loop = running.loop
      connection = try .open(.address(bus.address), on: running.loop)
      try connection.serve(collector.object())
      let connection = connection
      let name: BusReply = await withCheckedContinuation { continuation in
        connection.requestName("org.fresnel.Test") { continuation.resume(returning: $0) }
      }
      _ = try name.get()
    }

    func client() throws -> BusConnection { try .open(.address(bus.address), on: loop) }
  }

  private func failure(_ reply: BusReply) -> String? {
    if case .failure(let error) = reply { error.name } else { nil }
  }

  @Test("An answer may come later and from another thread; calls need not be answered in order")
  func late() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let client = try service.client()
      async let one = client.call(method("Search", [.string("a")]))
      let first = try #require(await service.collector.next())
      async let two = client.call(method("Search", [.string("b")]))
      let second = try #require(await service.collector.next())
      #expect(first.member == "Search")
      #expect(first.path == "/object")
      #expect(first.arguments == [.string("a")])
      #expect(first.sender?.hasPrefix(":") == true)
      #expect(first.sender == second.sender)
      second.reply(.success([.string("second")]))
      #expect(await two == .success([.string("second")]))
      await Task.detached { first.reply(.success([.string("first")])) }.value
      #expect(await one == .success([.string("first")]))
    }
  }

  @Test("A call is told who sent it, by the name that the bus gave")
  func sender() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let client = try service.client()
      _ = await withCheckedContinuation { continuation in
        client.requestName("org.fresnel.Client") { continuation.resume(returning: $0) }
      }
      async let reply = client.call(method("Search"))
      let request = try #require(await service.collector.next())
      let owner = await service.connection.call(
        BusCall(
          to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
          "GetNameOwner", [.string("org.fresnel.Client")]))
      #expect(owner == .success([.string(request.sender ?? "")]))
      request.reply(.success([]))
      _ = await reply
    }
  }

  @Test("A call that is given up without an answer fails at once, by name")
  func never() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let client = try service.client()
      async let reply = client.call(method("Search"))
      #expect(await service.collector.next() != nil)
      #expect(failure(await reply) == "org.freedesktop.DBus.Error.NoReply")
    }
  }

  @Test("The first answer counts; another one, or giving up later, changes nothing")
  func twice() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let client = try service.client()
      async let reply = client.call(method("Search"))
      var request = await service.collector.next()
      let abandoned = Happening()
      request?.reply(.success([.int32(1)]))
      request?.reply(.success([.int32(2)]))
      request?.whenAbandoned { abandoned.happen() }
      request = nil
      #expect(await reply == .success([.int32(1)]))
      async let next = client.call(method("Search"))
      request = await service.collector.next()
      request?.reply(.success([.int32(3)]))
      #expect(await next == .success([.int32(3)]))
      await running.settle()
      #expect(abandoned.count == 0)
    }
  }

  @Test("Values that cannot be sent are answered by an error, not by silence")
  func brokenAnswer() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let client = try service.client()
      async let reply = client.call(method("Search"))
      let request = try #require(await service.collector.next())
      request.reply(.success([.string("fine"), .objectPath("no path")]))
      #expect(failure(await reply) == "org.freedesktop.DBus.Error.Failed")
    }
  }

  @Test("When the sender leaves the bus, its calls are abandoned once, and those of others stay")
  func senderGone() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      let other = try service.client()
      async let otherReply = other.call(method("Other"))
      let stays = try #require(await service.collector.next())
      let untouched = Happening()
      stays.whenAbandoned { untouched.happen() }
      let abandoned = Happening()
      var leaver: BusConnection? = try service.client()
      leaver?.call(method("Search"), timeout: .seconds(600)) { _ in }
      let request = try #require(await service.collector.next())
      request.whenAbandoned { abandoned.happen() }
      request.whenAbandoned { abandoned.happen() }
      leaver = nil
      await abandoned.wait()
      await abandoned.wait()
      // Who asks later is told as well.
      request.whenAbandoned { abandoned.happen() }
      await abandoned.wait()
      request.reply(.success([]))
      stays.reply(.success([.string("here")]))
      #expect(await otherReply == .success([.string("here")]))
      await running.settle()
      #expect(abandoned.count == 3)
      #expect(untouched.count == 0)
    }
  }

  @Test("A sender has eight open calls for a path; its ninth fails, until one is answered")
  func ninthOfPath() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      try service.connection.serve(service.collector.object("/other"))
      let client = try service.client()
      for _ in 0..<8 { client.call(method("Search"), timeout: .seconds(600)) { _ in } }
      await service.collector.hold(8)
      let limit = "org.freedesktop.DBus.Error.LimitsExceeded"
      #expect(failure(await client.call(method("Search"))) == limit)
      async let elsewhere = client.call(
        BusCall(to: "org.fresnel.Test", "/other", "org.fresnel.Test", "Search"))
      await service.collector.next()?.reply(.success([.string("other path")]))
      #expect(await elsewhere == .success([.string("other path")]))
      let other = try service.client()
      async let ofOther = other.call(method("Search"))
      await service.collector.next()?.reply(.success([.string("other sender")]))
      #expect(await ofOther == .success([.string("other sender")]))
      service.collector.answerFirst()
      async let again = client.call(method("Search"))
      await service.collector.next()?.reply(.success([.string("again")]))
      #expect(await again == .success([.string("again")]))
    }
  }

  @Test("An object has 64 open calls; the next fails, until a sender with open calls leaves")
  func sixtyFifth() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      var clients: [BusConnection] = []
      for _ in 0..<8 {
        let client = try service.client()
        for _ in 0..<8 { client.call(method("Search"), timeout: .seconds(600)) { _ in } }
        clients.append(client)
      }
      let requests = service.collector
      await requests.hold(63)
      let last = try #require(await requests.next())
      let abandoned = Happening()
      last.whenAbandoned { abandoned.happen() }
      let late = try service.client()
      let limit = "org.freedesktop.DBus.Error.LimitsExceeded"
      #expect(failure(await late.call(method("Search"))) == limit)
      clients = []
      await abandoned.wait()
      async let reply = late.call(method("Search"))
      await requests.next()?.reply(.success([.string("room")]))
      #expect(await reply == .success([.string("room")]))
    }
  }

  @Test("An object that answers at once takes any number of calls that come together")
  func atOnce() async throws {
    try await withLoop { running in
      let service = try await Service(running)
      try service.connection.serve(
        BusObject("/prompt", "org.fresnel.Test") { _, arguments in .success(arguments) })
      let client = try service.client()
      let replies = await withTaskGroup(of: BusReply.self) { group in
        // More than an object may keep open, and fewer than a bus lets a client wait for.
        for number in 0..<100 as Range<Int32> {
          group.addTask {
            await client.call(
              BusCall(
                to: "org.fresnel.Test", "/prompt", "org.fresnel.Test", "Echo", [.int32(number)]))
          }
        }
        return await group.reduce(into: [BusReply]()) { $0.append($1) }
      }
      let echoes = try replies.map { try $0.get() }
      #expect(Set(echoes) == Set((0..<100).map { [.int32($0)] }))
    }
  }
}
