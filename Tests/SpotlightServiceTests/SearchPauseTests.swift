import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("SearchPause", .timeLimit(.minutes(30)))
struct SearchPauseTests {
  /// A clock that goes on when somebody sleeps, and a person who types.
  private final class World: Sendable {
    private struct State {
      var now: UInt64 = 5_000_000_000
      var slept: UInt64 = 0
      var typing: SearchPause?
    }
    private let state = Mutex(State())

    var now: UInt64 { state.withLock { $0.now } }
    /// How long threads have slept.
    var slept: UInt64 { state.withLock { $0.slept } }
    func advance(_ nanoseconds: UInt64) { state.withLock { $0.now += nanoseconds } }

    /// From now on the person searches whenever somebody has slept.
    func type(into pause: SearchPause) {
      state.withLock { $0.typing = pause }
      pause.noteSearch()
    }

    func sleep(_ nanoseconds: UInt64) {
      let typing = state.withLock { state in
        state.now += nanoseconds
        state.slept += nanoseconds
        return state.typing
      }
      typing?.noteSearch()
    }

    func pause() -> SearchPause {
      SearchPause(clock: { self.now }, sleep: { self.sleep($0) })
    }
  }

  @Test("nothing waits where nobody has searched, or not for long")
  func nobody() {
    let world = World()
    let pause = world.pause()
    pause.wait(since: world.now)
    pause.noteSearch()
    world.advance(SearchPause.typingTime)
    pause.wait(since: world.now)
    #expect(world.slept == 0)
  }

  @Test("a batch waits until the person has stopped typing")
  func lastLetter() {
    let world = World()
    let pause = world.pause()
    pause.noteSearch()
    let rest: UInt64 = 1000
    world.advance(SearchPause.typingTime - rest)
    pause.wait(since: world.now)
    #expect(world.slept == rest)
  }

  @Test("who types for ever holds no batch up for longer than is promised, however many wait")
  func bound() {
    let world = World()
    let pause = world.pause()
    world.type(into: pause)
    for _ in 0..<3 {
      let before = world.slept
      let arrivals = (0..<4).map { _ in
        world.advance(10)
        return world.now
      }
      for arrival in arrivals { pause.wait(since: arrival) }
      // They go on together: the last waits from when it came, not from when it had its turn.
      #expect(world.now - arrivals[3] == SearchPause.longestWait)
      #expect(world.slept - before <= SearchPause.longestWait)
    }
  }

  @Test("a batch that came while others were carried out has waited for as long already")
  func lateTurn() {
    let world = World()
    let pause = world.pause()
    let arrival = world.now
    world.advance(2 * SearchPause.longestWait)
    pause.noteSearch()
    pause.wait(since: arrival)
    #expect(world.slept == 0)
  }

  @Test("where a search stands open batches wait for the first letter, but not for ever")
  func open() {
    let world = World()
    let pause = world.pause()
    let place = Place()
    pause.noteOpening(of: ObjectIdentifier(place))
    for _ in 0..<3 {
      let arrival = world.now
      pause.wait(since: arrival)
      #expect(world.now - arrival == SearchPause.longestWait)
    }
    // Somebody is there: the time begins anew with what is typed.
    world.advance(SearchPause.openTime - 4 * SearchPause.longestWait)
    pause.noteSearch(in: ObjectIdentifier(place))
    let rest: UInt64 = 1000
    world.advance(SearchPause.openTime - rest)
    let before = world.slept
    pause.wait(since: world.now)
    #expect(world.slept - before == rest)
    pause.wait(since: world.now)
    #expect(world.slept - before == rest)
  }

  @Test("nothing waits for a search that was closed, however many are opened and closed")
  func closed() {
    let world = World()
    let pause = world.pause()
    let (window, terminal) = (Place(), Place())
    pause.noteOpening(of: ObjectIdentifier(window))
    pause.noteOpening(of: ObjectIdentifier(terminal))
    pause.noteClosing(of: ObjectIdentifier(window))
    pause.wait(since: world.now)
    #expect(world.slept == SearchPause.longestWait)
    pause.noteClosing(of: ObjectIdentifier(terminal))
    // What is typed where nothing was said to be open counts for itself only.
    pause.noteSearch(in: ObjectIdentifier(window))
    world.advance(SearchPause.typingTime)
    pause.wait(since: world.now)
    #expect(world.slept == SearchPause.longestWait)
  }

  private final class Place {}

  @Test("the window's searches hold indexing back, an app's own do not, and what waits is stored")
  func whoSearches() async throws {
    try await withCore { core in
      let search = ClientMessage.search(
        SearchRequest(form: .typed, text: "a", reach: .own, limit: 10))
      let app = TestClient(core, mail)
      _ = await app.ask(search)
      #expect(core.searchPause.lastSearch == nil)
      let index = try await app.open("letters")
      let window = TestClient(core, notes, role: .surface)
      _ = await window.ask(search)
      #expect(core.searchPause.lastSearch != nil)
      #expect(try await app.put([item("1")], index) == nil)
    }
  }

  @Test("the window may say that a search stands open before the person, and an app may not")
  func whoOpens() async throws {
    try await withCore { core in
      let opened = Envelope(ClientMessage.searchOpened(true))
      let app = TestClient(core, mail)
      app.session.receive(opened)
      #expect(core.searchPause.openPlaceCount == 0)
      let window = TestClient(core, notes, role: .surface)
      let tool = TestClient(core, notes, role: .tool)
      for _ in 0..<2 {
        window.session.receive(opened)
        tool.session.receive(opened)
        #expect(core.searchPause.openPlaceCount == 2)
      }
      window.session.receive(Envelope(.searchOpened(false)))
      #expect(core.searchPause.openPlaceCount == 1)
      // Who is gone has closed it, and cannot open it again.
      tool.session.end()
      #expect(core.searchPause.openPlaceCount == 0)
      tool.session.receive(opened)
      #expect(core.searchPause.openPlaceCount == 0)
    }
  }
}
