import FresnelPlatform
import Synchronization
import Testing
import WebTestSupport

@testable import WebResults

@Suite("The web is asked while a person types")
struct WebSearchSessionTests {
  /// Time that passes when a test says so.
  private final class MadeTime: Sendable {
    private struct State {
      var now: UInt64 = 0
      var work: [(due: UInt64, body: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var clock: WebSearchSession.Clock {
      WebSearchSession.Clock(now: { self.state.withLock { $0.now } }) { duration, body in
        self.state.withLock { $0.work.append(($0.now + duration.clampedNanoseconds, body)) }
      }
    }

    /// Lets time pass, and does what is due.
    func pass(_ duration: Duration) {
      let due = state.withLock { state in
        state.now += duration.clampedNanoseconds
        let due = state.work.filter { $0.due <= state.now }
        state.work.removeAll { $0.due <= state.now }
        return due
      }
      for work in due { work.body() }
    }
  }

  /// All that a session told, one after the other.
  private final class News {
    private var iterator: AsyncStream<WebSearchSession.News>.Iterator

    init(_ stream: AsyncStream<WebSearchSession.News>) {
      iterator = stream.makeAsyncIterator()
    }

    /// Titles with the number of what was typed, or what happened instead.
    func next() async -> String {
      switch await iterator.next() {
      case .results(let number, let results): "\(number): \(results.map(\.title))"
      case .failed(let number, _, isLeftAlone: false): "\(number): failed"
      case .failed(let number, _, isLeftAlone: true): "\(number): left alone"
      case nil: "nothing"
      }
    }
  }

  /// A session with a server, and all that it told.
  private struct World {
    let time = MadeTime()
    let server: ScriptedServer
    let session: WebSearchSession
    let news: News

    init(_ script: @escaping ScriptedServer.Script) throws {
      server = try ScriptedServer(script: script)
      let (stream, told) = AsyncStream.makeStream(of: WebSearchSession.News.self)
      news = News(stream)
      session = WebSearchSession(
        WebSearchClient(try WebSearchServer("http://127.0.0.1:\(server.address.port)/")),
        patience: .seconds(60), clock: time.clock
      ) { told.yield($0) }
    }
  }

  private static func echo(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
    let words = request.target.split(separator: "=")[1].prefix { $0 != "&" }
    return [.answer(text: #"{"results":[{"url":"https://a.example/","title":"\#(words)"}]}"#)]
  }

  @Test("only what is typed when the keys rest goes out, and going back asks nobody")
  func typing() async throws {
    let world = try World { Self.echo($0) }
    for (number, text) in ["t", "to", "tom", "toma"].enumerated() {
      world.session.typed(text, number: number)
      world.time.pass(.milliseconds(100))
    }
    world.time.pass(.milliseconds(50))
    #expect(await world.news.next() == "3: [\"toma\"]")
    world.session.typed("tomat", number: 4)
    world.time.pass(.milliseconds(150))
    #expect(await world.news.next() == "4: [\"tomat\"]")
    world.session.typed("toma", number: 5)
    #expect(await world.news.next() == "5: [\"toma\"]")
    world.time.pass(.seconds(1))
    world.session.typed("toma = \"x\"", number: 6)
    world.time.pass(.seconds(1))
    world.session.typed("tomato", number: 7)
    world.time.pass(.seconds(1))
    #expect(await world.news.next() == "7: [\"tomato\"]")
    #expect(
      world.server.requests.map { $0.target.dropFirst("/v1/search?q=".count).prefix { $0 != "&" } }
        == ["toma", "tomat", "tomato"])
  }

  @Test("the next key gives up what was asked before")
  func superseded() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let world = try World { request in
      ask.yield()
      return request.target.contains("=slow&") ? [.hang] : Self.echo(request)
    }
    var waiting = asked.makeAsyncIterator()
    world.session.typed("slow", number: 1)
    world.time.pass(.milliseconds(150))
    await waiting.next()
    world.session.typed("fast", number: 2)
    world.time.pass(.milliseconds(150))
    #expect(await world.news.next() == "2: [\"fast\"]")
    // To give up is no failure.
    for number in 3..<10 {
      world.session.typed("slow", number: number)
      world.time.pass(.milliseconds(150))
      await waiting.next()
    }
    world.session.typed("faster", number: 10)
    world.time.pass(.milliseconds(150))
    #expect(await world.news.next() == "10: [\"faster\"]")
  }

  @Test("a server that fails three times is left alone for a minute")
  func failing() async throws {
    let world = try World { request in
      request.target.contains("=bad") ? [.answer(503)] : Self.echo(request)
    }
    for number in 1...3 {
      world.session.typed("bad \(number)", number: number)
      world.time.pass(.milliseconds(150))
      #expect(await world.news.next() == "\(number): \(number < 3 ? "failed" : "left alone")")
    }
    for number in 4...9 {
      world.session.typed("good \(number)", number: number)
      world.time.pass(.seconds(5))
    }
    #expect(world.server.requests.count == 3)
    world.time.pass(.seconds(60))
    world.session.typed("good", number: 10)
    world.time.pass(.milliseconds(150))
    #expect(await world.news.next() == "10: [\"good\"]")
  }
}
