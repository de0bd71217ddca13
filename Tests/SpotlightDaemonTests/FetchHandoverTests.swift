import BusTestSupport
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WebAddresses
import WebTestSupport
import WireTestSupport

@testable import WebFetching

/// The socket of a process that fetches, in the hands of one that may have been taken over.
@Suite("The handed over fetching process", .timeLimit(.minutes(30)))
struct FetchHandoverTests {
  private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

  private func policy(_ addresses: Set<AddressKind>) -> FetchPolicy {
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.addresses = addresses
    policy.ports = nil
    return policy
  }

  /// Starts the process on the thread of a loop, which stays.
  private func launched(
    _ policy: FetchPolicy, on running: RunningLoop
  ) async throws -> (socket: UnixSocket, process: RunningProcess) {
    let program = try TestProgram.path("fresnel")
    return try await withCheckedContinuation { continuation in
      running.loop.perform { [loop = running.loop] in
        continuation.resume(
          returning: Result { () throws(SystemError) in
            try FetchProcess.launch(program, policy, on: loop)
          })
      }
    }.get()
  }

  @Test("its policy stays: a second one ends it before anything is fetched")
  func secondPolicy() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let running = try RunningLoop()
    defer { running.stop() }
    let request = FetchRequest(try url("http://127.0.0.1:\(server.address.port)/"))
    for isSecond in [false, true] {
      let (socket, process) = try await launched(policy([.global]), on: running)
      let (events, telling) = AsyncStream<WorkerLink.Message?>.makeStream()
      let link = WorkerLink(socket, on: running.loop) {
        telling.yield($0)
      } closed: {
        telling.yield(nil)
      }
      try link.start()
      // As one writes who was handed the socket, and wants to go elsewhere.
      var orders = [FetchOrder.fetch(1, request)]
      if isSecond { orders.insert(.begin(policy([.global, .loopback])), at: 0) }
      for order in orders { link.send(order.kind, order.payload) }
      process.openGate()
      for await event in events {
        guard let event else {
          #expect(isSecond)
          break
        }
        let news = try FetchNews(kind: event.kind, payload: event.payload)
        guard case .answer(1, .failure(let error)) = news else {
          Issue.record("\(news)")
          break
        }
        #expect(!isSecond && error.code == .addressRefused)
        break
      }
      link.close()
      process.signalGroup(.kill)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("a policy that allows it has something fetched")
  func fetching() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let running = try RunningLoop()
    defer { running.stop() }
    let policy = policy([.loopback])
    let (socket, process) = try await launched(policy, on: running)
    process.openGate()
    let fetcher = try WebFetcher(policy, through: socket)
    defer { fetcher.close() }
    let request = FetchRequest(try url("http://127.0.0.1:\(server.address.port)/"))
    for _ in 0..<2 { #expect(try await fetcher.fetch(request).status == 200) }
    process.signalGroup(.kill)
  }

  @Test("when its socket is lost, fetches fail at once, those that run and those that follow")
  func loss() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let request = FetchRequest(try url("http://127.0.0.1:9/"))
    for isLostBefore in [true, false] {
      let (near, far) = try UnixSocket.pair()
      let fetcher = try WebFetcher(policy([.loopback]), through: near)
      defer { fetcher.close() }
      let link = WorkerLink(far, on: running.loop) { _ in
        // An order came: the process dies of it.
        far.shutdown()
      } closed: {
      }
      if isLostBefore { far.shutdown() } else { try link.start() }
      for _ in 0..<3 {
        let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request) }
        #expect(error?.code == .unavailable, "\(error?.message ?? "")")
      }
      link.close()
    }
  }

  @Test("it answers without descriptors; one that sends some is given up")
  func descriptors() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let (near, far) = try UnixSocket.pair()
    let fetcher = try WebFetcher(policy([.loopback]), through: near)
    defer { fetcher.close() }
    let mine = Mutex<WorkerLink?>(nil)
    // An answer that would be taken, but for the descriptor.
    let url = try url("http://127.0.0.1:9/")
    let answer = FetchAnswer(
      FetchResponse(
        url: url, status: 200, version: .http11, fields: HTTPFields([]), body: [1],
        truncation: nil, sentByteCount: 1, address: nil, reusedConnection: false,
        timing: FetchResponse.Timing(
          name: .zero, connected: .zero, secured: .zero, firstByte: .zero, whole: .zero)))
    let link = WorkerLink(far, on: running.loop) { message in
      guard let order = try? FetchOrder(kind: message.kind, payload: message.payload),
        case .fetch(let number, _) = order
      else { return }
      let news = FetchNews.answer(number, .success(answer))
      mine.withLock { $0 }?.send(news.kind, news.payload, far.descriptor)
    } closed: {
    }
    mine.withLock { $0 = link }
    try link.start()
    let error = await #expect(throws: FetchError.self) {
      try await fetcher.fetch(FetchRequest(url))
    }
    #expect(error?.code == .unavailable)
    mine.withLock { $0 = nil }
    link.close()
  }
}
