import FresnelPlatform
import Synchronization
import Testing

@testable import UserActivity

@Suite("WindowActivity", .serialized)
struct WindowActivityTests {
  @Test("an activity is current while its window has the focus, and ends with it")
  func focus() {
    PipelineStage().run { _ in
      let tie = WindowActivity(searchable("A"))
      tie.focusChanged(isFocused: true)
      #expect(tie.activity.isCurrent)
      tie.focusChanged(isFocused: false)
      #expect(!tie.activity.isCurrent)
      tie.focusChanged(isFocused: true)
      tie.close()
      tie.focusChanged(isFocused: true)
      #expect(!tie.activity.isCurrent)
    }
  }

  // The window's library brings GTK into the process of all tests where it is built.
  @Test(
    "without GTK in the program nothing is tied",
    .enabled(
      if: LoadedSymbol.address(of: "gtk_window_is_active") == nil,
      "This process of tests has loaded GTK"))
  func withoutGTK() {
    let tie = WindowActivity(searchable("A"))
    let window = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    defer { window.deallocate() }
    #expect(!tie.attach(gtkWindow: window))
    #expect(LoadedSymbol.address(of: "malloc") != nil)
  }

  @Test(
    "GTK of which a function is missing ties nothing, and calls nothing",
    arguments: ["g_signal_connect_data", "gtk_window_is_active"])
  func partOfGTK(missing: String) {
    PipelineStage().run { _ in
      FakeGTK.reset()
      let tie = WindowActivity(searchable("A"))
      let window = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { window.deallocate() }
      #expect(!tie.attach(to: window) { $0 == missing ? nil : FakeGTK.symbols[$0] })
      #expect(!FakeGTK.isConnected)
    }
  }

  @Test("a GTK window keeps the tie until it is destroyed, and lets it go once")
  func gtk() {
    PipelineStage().run { _ in
      FakeGTK.reset()
      weak var gone: NSUserActivity?
      var activity: NSUserActivity? = searchable("A")
      gone = activity
      let window = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { window.deallocate() }
      do {
        let tie = activity.map { WindowActivity($0) }
        let isTied = tie?.attach(to: window) { FakeGTK.symbols[$0] }
        #expect(isTied == true)
      }
      activity = nil
      #expect(gone?.isCurrent == false)
      FakeGTK.setActive(true, window)
      #expect(gone?.isCurrent == true)
      FakeGTK.emit("map", window)
      FakeGTK.setActive(false, window)
      #expect(gone?.isCurrent == false)
      FakeGTK.emit("destroy", window)
      #expect(gone?.isCurrent == false)
      FakeGTK.releaseAll()
      #expect(gone == nil)
    }
  }
}

/// What GTK does, as far as windows are tied to.
private enum FakeGTK {
  private typealias Connect =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeRawPointer, UnsafeMutableRawPointer,
      Release, CInt
    ) -> CUnsignedLong
  typealias Release = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias IsActive = @convention(c) (UnsafeMutableRawPointer) -> CInt
  private typealias Notified =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer
    ) -> Void
  private typealias Happened =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

  private struct Handler: @unchecked Sendable {
    // Sendable: tests run one after the other on one thread at a time.
    let signal: String
    let function: UnsafeRawPointer
    let data: UnsafeMutableRawPointer
    let release: Release
  }

  private struct State: Sendable {
    var handlers: [Handler] = []
    var isActive = false
  }

  private static let state = Mutex(State())

  private static let connect: Connect = { _, signal, function, data, release, _ in
    let handler = Handler(
      signal: String(cString: signal), function: function, data: data, release: release)
    return FakeGTK.state.withLock { state in
      state.handlers.append(handler)
      return CUnsignedLong(state.handlers.count)
    }
  }
  private static let isActive: IsActive = { _ in
    FakeGTK.state.withLock { $0.isActive } ? 1 : 0
  }

  static var symbols: [String: UnsafeMutableRawPointer] {
    [
      "g_signal_connect_data": unsafeBitCast(connect, to: UnsafeMutableRawPointer.self),
      "gtk_window_is_active": unsafeBitCast(isActive, to: UnsafeMutableRawPointer.self),
    ]
  }

  static var isConnected: Bool { state.withLock { !$0.handlers.isEmpty } }

  static func reset() {
    state.withLock { $0 = State() }
  }

  static func setActive(_ isActive: Bool, _ window: UnsafeMutableRawPointer) {
    state.withLock { $0.isActive = isActive }
    for handler in handlers(of: "notify::is-active") {
      unsafeBitCast(handler.function, to: Notified.self)(window, nil, handler.data)
    }
  }

  static func emit(_ signal: String, _ window: UnsafeMutableRawPointer) {
    for handler in handlers(of: signal) {
      unsafeBitCast(handler.function, to: Happened.self)(window, handler.data)
    }
  }

  /// The window is no more.
  static func releaseAll() {
    let handlers = state.withLock { state in
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler.release(handler.data, nil) }
  }

  private static func handlers(of signal: String) -> [Handler] {
    state.withLock { $0.handlers.filter { $0.signal == signal } }
  }
}
