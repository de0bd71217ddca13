import CommandKit
import FresnelPlatform
import Synchronization

@testable import CloudCommands

/// One run of the tool over a data directory of a test.
struct AppRun: Sendable {
  let status: CommandKit.ExitStatus
  let output: String
  let errors: String

  /// Runs a command.
  init(_ arguments: String..., in directory: String) {
    self.init(arguments, in: directory)
  }

  /// Runs a command.
  init(_ arguments: [String], in directory: String) {
    let texts = Captured()
    let console = Console(
      write: { text in texts.output.withLock { $0 += text } },
      writeError: { text in texts.errors.withLock { $0 += text } }, flush: {},
      outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false, columns: 80,
      usesColor: false)
    let context = Self.context(in: directory, console)
    status = CloudTool.tool.run(arguments, in: context)
    output = texts.output.withLock { $0 }
    errors = texts.errors.withLock { $0 }
  }

  /// Runs a command on a thread of its own: one that waits for tasks may not hold a thread that they need.
  static func aside(_ arguments: [String], in directory: String) async -> AppRun {
    await withCheckedContinuation { done in
      let isStarted = DetachedThread.start {
        done.resume(returning: AppRun(arguments, in: directory))
      }
      precondition(isStarted, "There are too many threads.")
    }
  }

  /// The world of commands of a test.
  static func context(in directory: String, _ console: Console = .silent) -> CommandContext {
    CommandContext(
      tool: CloudTool.tool, console: console, environment: [:],
      directories: BaseDirectories(
        environment: [
          "XDG_DATA_HOME": directory + "/data", "XDG_DATA_DIRS": directory + "/share",
          "FLATPAK_SYSTEM_DIR": directory + "/flatpak",
        ],
        home: directory))
  }

  private final class Captured: Sendable {
    let output = Mutex("")
    let errors = Mutex("")
  }
}
