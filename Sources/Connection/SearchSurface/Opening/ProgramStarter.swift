internal import Dispatch
package import FresnelLaunching
internal import FresnelPlatform
internal import Synchronization

/// How a surface starts the programs that open what no daemon does.
///
/// A command starts them as its own children, which outlive it. A program that stays, and may run itself anew, starts
/// none as its child: ``services(on:connect:home:)``.
package struct ProgramStarter: Sendable {
  /// Told once: `nil` when the program is started, else why it is not.
  package typealias Completion = @Sendable (OpeningFailure?) -> Void

  private let body: @Sendable (StartedProgram, String?, @escaping Completion) -> Void

  /// Makes a starter.
  ///
  /// - Parameter body: Starts a program, by the token that lets its window take the focus. It tells once, perhaps at
  ///   once, on any thread.
  package init(_ body: @escaping @Sendable (StartedProgram, String?, @escaping Completion) -> Void)
  {
    self.body = body
  }

  /// Starts a program that lives on by itself.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - token: What lets its window take the focus; `nil` where the program finds that itself.
  ///   - done: Told once, perhaps at once, on any thread.
  package func start(_ program: StartedProgram, token: String?, _ done: @escaping Completion) {
    body(program, token, done)
  }

  /// Starts programs as children of this process, with its environment. A program is started when
  /// ``start(_:token:_:)`` returns. It fails when it is not installed or cannot be started, and when it is the desktop's
  /// opener and says soon that it opened nothing.
  package static let children = ProgramStarter { program, _, done in
    guard let failure = notInstalled(program) else { return startChild(program, done) }
    done(failure)
  }

  /// Why a program cannot be started, where it is not there at all.
  static func notInstalled(_ program: StartedProgram) -> OpeningFailure? {
    guard Command.path(of: program.words[0]) == nil else { return nil }
    return OpeningFailure(
      .cannotBeOpened, "\(program.words[0]) is not installed, which would open it")
  }

  private static func startChild(_ program: StartedProgram, _ done: @escaping Completion) {
    let name = program.words[0]
    var command = Command(name, Array(program.words.dropFirst()))
    if let directory = program.directory, FileSystem.isDirectory(directory) {
      command.directory = directory
    }
    // The first to say what came of it: the opener's end, or that it runs on.
    let once = Once(done)
    do throws(SystemError) {
      guard program.isOpener else {
        try command.startDetached()
        return done(nil)
      }
      try command.startDetached { how in
        once.tell(
          how.failure.map { words in
            OpeningFailure(.system, LaunchFailure.openerFailed(name, words).message)
          })
      }
      let limit = Int(StartedProgram.openerPatience / .nanoseconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(limit)) { once.tell(nil) }
    } catch {
      done(OpeningFailure(.system, "\(name) could not be started: \(error.message)"))
    }
  }
}

/// Tells somebody what came of a start, but once.
private final class Once: Sendable {
  private let done: Mutex<ProgramStarter.Completion?>

  init(_ done: @escaping ProgramStarter.Completion) { self.done = Mutex(done) }

  func tell(_ failure: OpeningFailure?) {
    let done = done.withLock { done in
      defer { done = nil }
      return done
    }
    done?(failure)
  }
}

extension Command.Ending {
  /// The ending in words, where it is no success.
  fileprivate var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal.rawValue)"
    }
  }
}
