import FresnelPlatform
import FresnelTestSupport
import WireTestSupport

/// What a client of the soak test does.
enum SoakRole: String {
  /// Writes numbered batches, several in flight.
  case write
  /// Looks again and again at what its app has, and that it sees nothing else.
  case watch
  /// Asks more than it reads.
  case flood
  /// Takes callbacks and never answers.
  case hang
  /// Takes callbacks and answers each.
  case answer
  /// Sends damaged frames.
  case damage
  /// Searches live.
  case live
  /// Writes to an index of a lockable class.
  case seal

  /// Whether it is killed when its time is over, and not told to end.
  var isKilled: Bool { self != .watch }
  /// Whether it ends when the daemon does, and does not wait for the next one.
  var isEndedByDaemon: Bool { self == .write || self == .seal }
}

/// What a client of the soak test knows about itself.
final class SoakLife {
  /// Something was seen that must not be.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  let socket: String
  let app: String
  var generator: SeededGenerator
  private let end: UInt64

  init(socket: String, app: String, generator: SeededGenerator, milliseconds: Int) {
    self.socket = socket
    self.app = app
    self.generator = generator
    end = MonotonicClock.nanoseconds + UInt64(milliseconds) * 1_000_000
  }

  var isOver: Bool { MonotonicClock.nanoseconds >= end }

  /// A connection of the app.
  func enter() throws -> RawClient {
    let client = try RawClient(path: socket)
    client.timeout = .seconds(20)
    try client.shakeHands(claiming: app, program: "soak 1")
    return client
  }

  /// Whether a daemon listens: one that runs anew after a lock does.
  var hasDaemon: Bool {
    do {
      _ = try UnixSocket.connect(to: socket)
      return true
    } catch {
      // The line of those who wait to be taken in may be full.
      return error.code == .wouldBlock
    }
  }

  /// From now on the process is killed when its time is over.
  func endsByKill() {
    _ = DetachedThread.start { [end] in
      while MonotonicClock.nanoseconds < end {
        _ = try? waitForInput(on: [], timeout: .milliseconds(1))
      }
      Signal.kill.send(to: CurrentProcess.identifier)
    }
  }

  /// A moment before the next attempt.
  func rest() {
    _ = try? waitForInput(on: [], timeout: .milliseconds(5))
  }

  func tell(_ line: String) {
    try? FileDescriptor.standardOutput.write(line + "\n")
  }
}
