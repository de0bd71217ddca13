internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Says what a command leaves behind when a signal interrupts it; then the signal ends the process as it would have
/// without the notice. Otherwise such a command ends without a word, and nobody knows what was done.
///
/// A process has one notice at a time; a further one says nothing. Signals that the process ignores go on to be
/// ignored.
package final class InterruptNotice: Sendable {
  private let ended: WakePipe?
  private let isOver = DispatchSemaphore(value: 0)

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - console: Where progress is drawn, which is removed before the sentence is written.
  ///   - sentence: What the command leaves behind, without a full stop. Called on another thread while the command
  ///     works.
  package init(on console: Console, _ sentence: @escaping @Sendable () -> String) {
    let signals = [Signal.interrupt, .terminate].filter { !$0.isIgnored }
    guard !signals.isEmpty, let ended = try? WakePipe(),
      let caught = try? CaughtSignals(signals)
    else {
      self.ended = nil
      return
    }
    let isOver = isOver
    let hasStarted = DetachedThread.start {
      let first = caught.wait(until: ended)
      // Before the sentence is written: whoever reads it may not read, and the next signal has to end the process.
      let late = caught.stop()
      if let signal = first ?? late {
        // Not through the console: it writes out results first, and their reader may not read either.
        let erasure = console.errorIsTerminal ? "\r\u{1B}[K" : ""
        try? FileDescriptor.standardError.write(
          "\(erasure)\(CurrentProcess.name): interrupted: \(sentence())\n")
        CurrentProcess.raise(signal)
      }
      isOver.signal()
    }
    if !hasStarted, let signal = caught.stop() { CurrentProcess.raise(signal) }
    self.ended = hasStarted ? ended : nil
  }

  /// Ends it. From then on a signal does what it did before.
  package func end() {
    guard let ended else { return }
    ended.signal()
    isOver.wait()
  }
}

/// A listener for signals that is ended while others may still refer to it.
private final class CaughtSignals: Sendable {
  private let listener: Mutex<SignalListener?>
  private let descriptor: Int32

  init(_ signals: [Signal]) throws(SystemError) {
    listener = Mutex(try SignalListener(for: signals))
    descriptor = listener.withLock { $0?.descriptor ?? -1 }
  }

  /// Waits for a signal.
  ///
  /// - Parameter ended: Ends the wait.
  /// - Returns: The signal; `nil` where the wait was ended.
  func wait(until ended: WakePipe) -> Signal? {
    while let ready = try? waitForInput(on: [descriptor, ended.descriptor], timeout: nil) {
      if let signal = listener.withLock({ $0?.next() }) { return signal }
      if ready.contains(ended.descriptor) { return nil }
    }
    return nil
  }

  /// Gives the signals back their former actions.
  ///
  /// - Returns: A signal that arrived before and was not taken.
  func stop() -> Signal? {
    listener.withLock { $0.take()?.stop() }
  }
}
