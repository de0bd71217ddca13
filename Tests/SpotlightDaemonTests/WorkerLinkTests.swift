import BusTestSupport
import FresnelModel
import FresnelPlatform
import FresnelProtection
import SpotlightService
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("WorkerLink")
struct WorkerLinkTests {
  private static let peer = Peer(
    app: AppIdentity(identifier: "com.example.mail"), trust: .executable, role: .surface,
    processIdentifier: 77, program: "mail 1")
  private static let orders: [WorkerOrder] = [
    .adopt(peer), .carryOut(IntakeRecord(app: "a", .sealed([1, 2, 3]))),
    .carryOut(IntakeRecord(app: "a", .removal)), .serve, .stop,
    .extensionLed(AppIdentity(identifier: "a"), ServiceError(.unavailable, "Not now.")),
    .extensionLed(AppIdentity(identifier: "a"), nil),
    .carryOut(IntakeRecord(app: "a", .privateIndex("b"))),
    .ask(300, .lookForItems(IndexScope(app: "a", index: "b"))),
    .ask(2, .examine(AppIdentity(identifier: "a"), mends: true)),
    .ask(3, .examine(nil, mends: false)),
    .reload,
  ]
  private static let news: [WorkerNews] = [
    .keyFound(publicKey: [UInt8](repeating: 3, count: 32), keyFile: []),
    .keyFound(publicKey: [UInt8](repeating: 3, count: 32), keyFile: [1, 2]),
    .keyMissing(reason: "why", isSecretLost: false), .keyMissing(reason: "", isSecretLost: true),
    .carriedOut, .notCarriedOut,
    .wantExtension(AppIdentity(identifier: "a"), reason: "why"),
    .extensionTraffic(AppIdentity(identifier: "a"), .sent(.provideData, 300)),
    .extensionTraffic(AppIdentity(identifier: "a"), .received(.dataProvided, 300)),
    .extensionTraffic(AppIdentity(identifier: "a"), .ended), .answer(300, .holdsItems(true)),
    .answer(1, .holdsItems(false)), .answer(2, nil), .answer(3, .found([])),
    .answer(4, .found([finding, ServiceFinding(.quotaReached, .note, in: .complete, "Why.")])),
  ]

  private static var finding: ServiceFinding {
    var finding = ServiceFinding(
      .itemDamaged, .error, app: "a", index: "b", in: .completeUnlessOpen, "What.")
    finding.isMended = true
    finding.isNoted = true
    return finding
  }

  @Test("Orders and news are read as they were written, and nothing else is one")
  func messages() throws {
    for order in Self.orders {
      #expect(try WorkerOrder(kind: order.kind, payload: order.payload) == order)
      for count in 0..<order.payload.count {
        #expect(throws: WireError.self) {
          try WorkerOrder(kind: order.kind, payload: Array(order.payload.prefix(count)))
        }
      }
    }
    for news in Self.news {
      #expect(try WorkerNews(kind: news.kind, payload: news.payload) == news)
    }
    for count in 0..<(Self.news.last?.payload.count ?? 0) {
      #expect(throws: WireError.self) {
        try WorkerNews(kind: 7, payload: Array(Self.news.last?.payload.prefix(count) ?? []))
      }
    }
    #expect(throws: WireError.self) { try WorkerOrder(kind: 9, payload: []) }
    #expect(throws: WireError.self) { try WorkerNews(kind: 1, payload: [1]) }
    #expect(throws: WireError.self) { try WorkerNews(kind: 6, payload: [1, 97, 0, 255, 255]) }
  }

  /// Two ends on one loop, with what each receives.
  private func withLinks(
    _ body: (WorkerLink, AsyncStream<WorkerLink.Message>, UnixSocket, AsyncStream<Void>)
      async throws
      -> Void
  ) async throws {
    let running = try RunningLoop()
    let (near, far) = try UnixSocket.pair()
    let (messages, telling) = AsyncStream<WorkerLink.Message>.makeStream()
    let (ends, tellingEnd) = AsyncStream<Void>.makeStream()
    let sender = WorkerLink(near, on: running.loop, received: { _ in }, closed: {})
    let receiver = WorkerLink(far, on: running.loop) {
      telling.yield($0)
    } closed: {
      tellingEnd.yield()
    }
    try sender.start()
    try receiver.start()
    let result: Result<Void, any Error>
    do { result = .success(try await body(sender, messages, near, ends)) } catch {
      result = .failure(error)
    }
    running.stop()
    withExtendedLifetime(receiver) {}
    try result.get()
  }

  @Test("Messages of any length come in order, with their own descriptors")
  func order() async throws {
    try await withLinks { sender, messages, _, _ in
      let lengths = [0, 1, 100, 3_000_000, 5, 70_000, 0]
      for (number, length) in lengths.enumerated() {
        let descriptor = number % 2 == 0 ? try UnixSocket.pair().0.descriptor : nil
        sender.send(UInt8(number), [UInt8](repeating: UInt8(number), count: length), descriptor)
      }
      var number = 0
      for await message in messages {
        #expect(Int(message.kind) == number)
        #expect(message.payload == [UInt8](repeating: UInt8(number), count: lengths[number]))
        #expect((message.descriptor != nil) == (number % 2 == 0))
        number += 1
        if number == lengths.count { break }
      }
    }
  }

  @Test("A link that pauses takes the rest of a message that has begun, and nothing of the next")
  func pausing() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    for startByteCount in [0, 3, 8, 11] {
      let (near, far) = try UnixSocket.pair()
      let (messages, telling) = AsyncStream<WorkerLink.Message>.makeStream()
      let link = WorkerLink(far, on: running.loop, received: { telling.yield($0) }, closed: {})
      try link.start()
      let first: [UInt8] = [5, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5]
      func send(_ bytes: some Sequence<UInt8>) throws {
        _ = try Array(bytes).withUnsafeBytes { try near.send($0) }
      }
      let (pauses, pausing) = AsyncStream<Bool>.makeStream()
      if startByteCount > 0 {
        // The beginning of a message is received before the pause, after a whole one.
        try send(first + first.prefix(startByteCount))
        for await message in messages {
          #expect(message.payload == [1, 2, 3, 4, 5])
          break
        }
      }
      link.pause { pausing.yield(true) }
      await withCheckedContinuation { continuation in
        running.loop.perform { continuation.resume() }
      }
      if startByteCount > 0 {
        try send(first.dropFirst(startByteCount) + [0, 0, 0, 0, 9, 0, 0, 0])
        for await message in messages {
          #expect(message.payload == [1, 2, 3, 4, 5])
          break
        }
      }
      for await _ in pauses { break }
      if startByteCount == 0 { try send([0, 0, 0, 0, 9, 0, 0, 0]) }
      // Sending goes on.
      link.send(4, [1])
      let socket = try #require(link.release())
      let (later, tellingLater) = AsyncStream<WorkerLink.Message>.makeStream()
      let next = WorkerLink(socket, on: running.loop) {
        tellingLater.yield($0)
      } closed: {
      }
      try next.start()
      for await message in later {
        #expect(message.kind == 9 && message.payload.isEmpty)
        break
      }
      next.close()
    }
  }

  @Test("A link that takes no descriptors ends when one comes, claimed by a message or not")
  func descriptors() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    for claimedCount: UInt8 in [0, 1] {
      let (near, far) = try UnixSocket.pair()
      let (ends, tellingEnd) = AsyncStream<Bool>.makeStream()
      let link = WorkerLink(far, on: running.loop, takesDescriptors: false) { _ in
        tellingEnd.yield(true)
      } closed: {
        tellingEnd.yield(false)
      }
      try link.start()
      let first: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0]
      let second: [UInt8] = [0, 0, 0, 0, 2, claimedCount, 0, 0]
      _ = try first.withUnsafeBytes { try near.send($0) }
      for await isFirst in ends {
        #expect(isFirst)
        break
      }
      _ = try second.withUnsafeBytes { try near.send($0, descriptors: [near.descriptor]) }
      for await isMessage in ends {
        #expect(!isMessage)
        break
      }
      link.close()
    }
  }

  @Test("A link that ends while it pauses says so, whatever is half received")
  func pausingAtTheEnd() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let (near, far) = try UnixSocket.pair()
    let link = WorkerLink(far, on: running.loop, received: { _ in }, closed: {})
    try link.start()
    _ = try [5, 0, 0].withUnsafeBytes { try near.send($0) }
    await withCheckedContinuation { continuation in
      link.pause { continuation.resume() }
      near.shutdown()
    }
    // Nothing else keeps the link, and one that is gone tells nothing.
    link.close()
  }

  @Test("When sending fails in the middle of a message, the link ends, and what follows is dropped")
  func brokenInTheMiddle() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let (near, far) = try UnixSocket.pair()
    let (ends, tellingEnd) = AsyncStream<Void>.makeStream()
    let link = WorkerLink(near, on: running.loop, received: { _ in }) { tellingEnd.yield() }
    // The other end does not read: a part of it waits here.
    link.send(1, [UInt8](repeating: 1, count: 3_000_000))
    far.shutdown()
    link.send(2, [])
    link.send(3, [UInt8](repeating: 3, count: 3_000_000))
    try link.start()
    for await _ in ends { break }
    link.send(4, [])
  }

  @Test(
    "Bytes that make no sense end the link, and so does the other end",
    arguments: [
      [255, 255, 255, 255, 1, 0, 0, 0], [0, 0, 0, 0, 1, 2, 0, 0], [0, 0, 0, 0, 1, 1, 0, 0], [],
    ] as [[UInt8]])
  func nonsense(bytes: [UInt8]) async throws {
    try await withLinks { _, _, socket, ends in
      if bytes.isEmpty {
        socket.shutdown()
      } else {
        _ = try bytes.withUnsafeBytes { try socket.send($0) }
      }
      for await _ in ends { break }
    }
  }
}
