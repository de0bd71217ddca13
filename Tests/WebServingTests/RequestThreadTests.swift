import Dispatch
import Synchronization
import Testing
import WebServing
import WebTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// Which threads work on the requests of a server: those that read them, or those of a pool.
struct RequestThreadTests {
  /// The threads that read and began to work on the requests of a server, by path.
  private final class Threads: Sendable {
    private let readers = Mutex<[String: UInt]>([:])
    private let workers = Mutex<[String: UInt]>([:])

    /// Notes that the calling thread read a request.
    func read(_ path: String) { readers.withLock { $0[path] = UInt(pthread_self()) } }

    /// Notes that the calling thread begins to work on a request.
    func work(_ path: String) { workers.withLock { $0[path] = UInt(pthread_self()) } }

    /// Whether the thread that read a request worked on it; `nil` where nobody did.
    func areEqual(_ path: String) -> Bool? {
      guard let reader = readers.withLock({ $0[path] }), let worker = workers.withLock({ $0[path] })
      else { return nil }
      return reader == worker
    }
  }

  /// A server whose requests are as long as their paths say, and the threads that met them.
  private struct Fixture {
    let threads = Threads()
    let server: HTTPServer

    init(_ limits: ServerLimits, hold: @escaping @Sendable () -> Void = {}) throws {
      var limits = limits
      // As long as other tests keep all threads.
      limits.answerTime = .seconds(600)
      limits.idleSeconds = 600
      limits.requestSeconds = 600
      server = try HTTPServer(
        limits: limits,
        estimate: { [threads] request in
          threads.read(request.path)
          if request.path.hasPrefix("/long") { return .long }
          return request.path.hasPrefix("/brief") ? .brief : .negligible
        },
        handler: { [threads] request in
          threads.work(request.path)
          if request.path.hasSuffix("held") { hold() }
          return .plain(request.path, status: 200)
        })
    }

    /// Sends a request on a connection of its own and waits for the answer.
    func get(_ path: String) async {
      let answer = await RawWebClient.send(
        "GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: server.port)
      #expect(answer.hasSuffix("\(path)\n"))
    }
  }

  @Test func briefRequestsAreWorkedOnByTheThreadThatReadThem() async throws {
    let fixture = try Fixture(ServerLimits(requestsInPlace: 1, inPlaceTime: .seconds(600)))
    for number in 0..<3 {
      for kind in ["brief", "long", "negligible"] { await fixture.get("/\(kind)\(number)") }
    }
    await fixture.server.stop()
    for number in 0..<3 {
      #expect(fixture.threads.areEqual("/brief\(number)") == true)
      #expect(fixture.threads.areEqual("/long\(number)") == false)
      #expect(fixture.threads.areEqual("/negligible\(number)") == true)
    }
  }

  /// Any request takes longer than no time.
  @Test func afterABriefRequestOverTheLimitThePoolWorksOnAll() async throws {
    let fixture = try Fixture(ServerLimits(requestsInPlace: 1, inPlaceTime: .zero))
    for number in 0..<4 { await fixture.get("/brief\(number)") }
    await fixture.get("/negligible")
    await fixture.server.stop()
    #expect(fixture.threads.areEqual("/brief0") == true)
    for number in 1..<4 { #expect(fixture.threads.areEqual("/brief\(number)") == false) }
    #expect(fixture.threads.areEqual("/negligible") == true)
  }

  @Test func whileOneIsWorkedOnInPlaceThePoolWorksOnOthers() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let fixture = try Fixture(ServerLimits(requestsInPlace: 1, inPlaceTime: .seconds(600))) {
      arrive.yield()
      gate.wait()
    }
    async let held: Void = fixture.get("/brief-held")
    for await _ in arrivals { break }
    await fixture.get("/brief-other")
    gate.signal()
    await held
    await fixture.get("/brief-later")
    await fixture.server.stop()
    #expect(fixture.threads.areEqual("/brief-held") == true)
    #expect(fixture.threads.areEqual("/brief-other") == false)
    #expect(fixture.threads.areEqual("/brief-later") == true)
  }
}
