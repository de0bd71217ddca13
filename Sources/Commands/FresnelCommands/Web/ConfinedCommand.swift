internal import CommandKit
internal import FresnelPlatform
internal import SiteValidation
internal import Synchronization
internal import WebFetching

/// `fresnel validate URL`, whose work is done in a confined process with the same words: whatever it fetches is read
/// there.
///
/// This process shows what that one prints as ``TerminalFilter`` lets it pass, and writes the one file that the
/// command line names. That process finds its ``ConfinedReading`` in the context of the command.
struct ConfinedCommand {
  /// The word by which ``ReadWorker`` is told that it runs the command.
  static let word = "command"

  /// The files that the command line names, which that process reads.
  var files: [String] = []
  /// The file that known findings are written to; `nil` for none.
  var newBaseline: String?
  /// How long that process may take.
  var patience: Duration?
  /// The most bytes that it may print.
  var outputLimit = 1 << 30

  private let program: String
  private let context: CommandContext
  private let policy: FetchPolicy

  /// Runs the command of a context by a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - context: The context, with the words of the command line.
  ///   - policy: Where that process may have something fetched.
  init(_ program: String, _ context: CommandContext, fetching policy: FetchPolicy) {
    self.program = program
    self.context = context
    self.policy = policy
  }

  /// Runs the command, and waits for its end.
  ///
  /// - Returns: The exit status.
  /// - Throws: ``CommandError`` when the directory can't be entered, the file can't be written, or the process ends
  ///   early.
  func run() throws(CommandError) -> ExitStatus {
    let console = context.console
    var process = ReadProcess(program, [Self.word, Shape(console).word] + context.arguments)
    process.environment = environment
    process.directory = try ConfinedFiles(files).directory()
    process.fetching = policy
    process.patience = patience
    let intake = Mutex(Intake(console, limit: outputLimit, newBaseline: newBaseline))
    let result: Result<UInt8?, SystemError>
    do throws(SystemError) {
      result = .success(
        try process.run { news in intake.withLock { $0.take(news, console) } })
    } catch {
      result = .failure(error)
    }
    let hasEnded = if case .success(.some) = result { true } else { false }
    let error = intake.withLock { intake in
      intake.finish(console, hasEnded: hasEnded)
      return intake.error
    }
    switch result {
    case .success(let status?): return ExitStatus(rawValue: Int32(status))
    case .success(nil):
      throw error ?? CommandError(.system, "the process that reads pages was given up; try again")
    case .failure(let error):
      throw CommandError(.system, withoutControls(error.message.withoutFullStop))
    }
  }

  /// What that process told so far.
  private struct Intake {
    private var output: TerminalFilter
    private var errors: TerminalFilter
    private var roomLeft: Int
    private var kept = KeptBytes(limit: SurveyBaseline.sizeLimit)
    private let newBaseline: String?
    /// Why it was given up.
    private(set) var error: CommandError?

    init(_ console: Console, limit: Int, newBaseline: String?) {
      output = TerminalFilter(
        passesStyles: console.usesColor, passesDirections: !console.outputIsTerminal)
      errors = TerminalFilter(
        passesStyles: console.usesColor, passesProgress: console.errorIsTerminal,
        passesDirections: !console.errorIsTerminal)
      roomLeft = limit
      self.newBaseline = newBaseline
    }

    /// Takes news; returns whether to go on.
    mutating func take(_ news: ReadNews, _ console: Console) -> Bool {
      switch news {
      case .output(let bytes):
        guard hasRoom(for: bytes) else { return false }
        console.write(output.text(bytes))
      case .error(let bytes):
        guard hasRoom(for: bytes) else { return false }
        console.writeError(errors.text(bytes))
      case .keep(let bytes):
        if newBaseline == nil || !kept.append(bytes) {
          return giveUp("the process that reads pages gave more than a list of findings to write")
        }
      case .kept:
        guard let newBaseline, kept.finish() else {
          return giveUp("the process that reads pages gave more than a list of findings to write")
        }
        error = Self.write(kept.bytes, to: newBaseline)
        return error == nil
      case .fetcherLost, .ended, .unable: break
      }
      return true
    }

    /// Shows what was held back. A process that did not end by itself may have left a line that tells progress.
    mutating func finish(_ console: Console, hasEnded: Bool) {
      if !hasEnded, console.errorIsTerminal { console.writeError("\r\u{1B}[K") }
      let (rest, errorRest) = (output.finish(), errors.finish())
      if !rest.isEmpty { console.write(rest) }
      if !errorRest.isEmpty { console.writeError(errorRest) }
    }

    private mutating func hasRoom(for bytes: [UInt8]) -> Bool {
      roomLeft -= bytes.count
      return roomLeft >= 0
        || giveUp("there is more to print than a command may; validate fewer pages at once")
    }

    private mutating func giveUp(_ reason: String) -> Bool {
      error = CommandError(.system, reason)
      return false
    }

    private static func write(_ bytes: [UInt8], to path: String) -> CommandError? {
      guard (try? SurveyBaseline(reading: bytes)) != nil else {
        return CommandError(
          .system, "the process that reads pages gave no list of findings to write; try again")
      }
      do throws(SystemError) {
        try FileSystem.write(bytes, to: path, permissions: 0o644)
        return nil
      } catch {
        return CommandError(.system, error.message.withoutFullStop)
      }
    }
  }

  /// Where the person's manifests are, and the language; nothing else of the environment, which may hold secrets.
  private var environment: [String: String] {
    let base = context.directories
    var environment = context.environment.filter { ["LANG", "TZ"].contains($0.key) }
    for (name, value) in context.environment where name.hasPrefix("LC_") {
      environment[name] = value
    }
    environment["HOME"] = base.home
    environment["XDG_DATA_HOME"] = base.data
    environment["XDG_CONFIG_HOME"] = base.configuration
    environment["XDG_CACHE_HOME"] = base.cache
    environment["XDG_STATE_HOME"] = base.state
    environment["XDG_DATA_DIRS"] = base.systemData.joined(separator: ":")
    environment["FLATPAK_USER_DIR"] = base.personalFlatpaks
    environment["FLATPAK_SYSTEM_DIR"] = base.systemFlatpaks
    return environment
  }
}
