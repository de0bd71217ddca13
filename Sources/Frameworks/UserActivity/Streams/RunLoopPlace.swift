internal import Foundation
internal import FresnelPlatform

/// A run loop and a mode in which something is called when somebody else asks for it.
///
/// Foundation lets nobody make an input source of a run loop outside Apple's platforms. A timer that is due when it
/// is told to be does the same: it keeps the loop going, and wakes it.
final class RunLoopPlace: @unchecked Sendable {
  // Sendable: the loop is compared only. Of the timer the next moment is set, or its end, on any thread: Core
  // Foundation does both under the locks of the timer and of the loop.
  private let loop: RunLoop
  private let mode: RunLoop.Mode
  private let timer: Timer

  /// Some sixteen years: the longest that Core Foundation counts.
  private static let never = 500_000_000.0

  /// Has a body called there, after each ``wake()``. Several of these may lead to one call.
  ///
  /// - Parameters:
  ///   - loop: The run loop.
  ///   - mode: The mode of the loop in which the body may be called.
  ///   - body: Does what is to be done, and returns whether there was anything.
  init(_ loop: RunLoop, _ mode: RunLoop.Mode, _ body: @escaping @Sendable () -> Bool) {
    self.loop = loop
    self.mode = mode
    timer = Timer(fire: .distantFuture, interval: Self.never, repeats: true) { _ in
      if body() { Self.endTurn() }
    }
    loop.add(timer, forMode: mode)
  }

  deinit {
    end()
  }

  /// Has the body not called any more.
  func end() {
    timer.invalidate()
  }

  /// Has the body called soon.
  func wake() {
    timer.fireDate = Date()
  }

  /// Whether this is the place in a mode of a run loop.
  func isPlace(in loop: RunLoop, _ mode: RunLoop.Mode) -> Bool {
    self.loop === loop && self.mode == mode
  }

  /// Has `RunLoop.run(mode:before:)` return, as it does after the call of an input source, and does not after that of
  /// a timer. Where the function is not to be found, as in programs that contain Foundation, the loop goes on.
  private static func endTurn() {
    guard let functions else { return }
    functions.stop(functions.current())
  }

  /// `CFRunLoopGetCurrent` and `CFRunLoopStop`; both take or give a pointer alone.
  private struct Functions: Sendable {
    let current: @Sendable @convention(c) () -> UnsafeMutableRawPointer?
    let stop: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  }

  private static let functions: Functions? = {
    guard let current = LoadedSymbol.address(of: "CFRunLoopGetCurrent"),
      let stop = LoadedSymbol.address(of: "CFRunLoopStop")
    else { return nil }
    return Functions(
      current: unsafeBitCast(
        current, to: (@Sendable @convention(c) () -> UnsafeMutableRawPointer?).self),
      stop: unsafeBitCast(
        stop, to: (@Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void).self))
  }()
}
