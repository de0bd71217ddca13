internal import CommandKit
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel lock`: puts the items of lockable classes out of reach.
struct LockClasses: DaemonOrder, BareCommand {
  static let definition = CommandDefinition(
    name: "lock", summary: "Lock the protected indexes, as the screen's lock does",
    discussion: """
      Ends the processes that hold items of the classes complete and unless-open. Results vanish \
      from searches that run, and nothing of these items stays in memory. Where logind shows a session, \
      its lock does the same by itself.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("on a machine without logind, before the screen locker", "fresnel lock")])

  let asJSON: Bool
  private var wanted: Set<String> { ["locked"] }

  func lines(of report: JSONValue, _ style: Style) -> [String] {
    ClassStates(report).lines(wanted: wanted, style)
  }

  func complaint(about report: JSONValue) -> String? {
    ClassStates(report).areAll(wanted) ? nil : "a class is not locked"
  }
}

/// `fresnel unlock`: lets lockable classes be read again, and gives passphrases.
struct UnlockClasses: Subcommand {
  static let definition = CommandDefinition(
    name: "unlock", summary: "Open the protected indexes after fresnel lock or a login",
    discussion: """
      Opens the classes complete and unless-open, except while the screen is locked or the machine is \
      about to sleep. Where logind shows no session they start locked, and this command opens them after \
      each login. It asks for the passphrase of each class that only a passphrase opens; see fresnel protect \
      passphrase. The class first-unlock, which no lock closes, is listed with them. The exit status is 1 when a \
      class stays closed, 3 when a passphrase does not open one.

      A passphrase that a program gives is checked also where all is open; status 3 says that it opens none.
      """,
    options: [PassphraseSource.option.definition, SharedOptions.json.definition],
    examples: [
      Example("after login, on a machine without logind", "fresnel unlock"),
      Example("from a program", "fresnel unlock --passphrase-descriptor 0 < passphrase"),
    ])

  private let source: PassphraseSource
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    source = try PassphraseSource(arguments)
    asJSON = try arguments(SharedOptions.json)
  }

  private static let wanted: Set<String> = ["open", "empty"]

  func run(in context: CommandContext) throws -> ExitStatus {
    defer { source.close() }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    _ = try connection.report(on: "unlock")
    let withPassphrase = try ClassKeyReport.all(over: connection).filter(\.hasPassphrase)
    let closed = withPassphrase.filter(\.isUnavailable)
    var failure: CommandError?
    if !closed.isEmpty {
      failure = try give(to: closed, over: connection)
    } else if !source.isPerson {
      failure = try check(withPassphrase.filter(\.isOpen), over: connection)
    }
    // Waits until it is known of each class whether its key can be had; the report after it has that.
    let reports = try ClassKeyReport.all(over: connection)
    for report in reports {
      if let failure = report.failure { context.warn("\(report.name): \(failure)") }
    }
    let stillClosed = reports.filter { $0.isUnavailable || $0.failure != nil }.map(\.name)
    let states = ClassStates(
      try connection.report(on: "unlock"), closed: stillClosed,
      others: reports.filter { $0.isOpen && !$0.protection.isLockable }.map(\.name))
    for line in asJSON ? [states.json.printed()] : states.lines(wanted: Self.wanted, context.style)
    {
      context.console.writeLine(line)
    }
    if let failure { throw failure }
    guard states.areAll(Self.wanted) else {
      context.warn(
        "a class stays closed: the screen is locked, or its key cannot be had; see fresnel status")
      return .incomplete
    }
    return .success
  }

  /// Gives passphrases to classes: one for all that it fits.
  ///
  /// - Returns: Why a class stays closed; `nil` when none does.
  private func give(
    to classes: [ClassKeyReport], over connection: ServiceConnection
  ) throws(CommandError) -> CommandError? {
    var last: [UInt8]?
    var failure: CommandError?
    for report in classes {
      var refusal: CommandError?
      if let last {
        do throws(CommandError) {
          try open(report, last, connection)
          continue
        } catch {
          refusal = error
        }
      }
      do throws(CommandError) {
        let line = try source.line("passphrase of \(report.name)")
        last = line
        try open(report, line, connection)
      } catch {
        // A program that gave one passphrase for all of them hears why it does not fit. Where nobody gives one the
        // class stays closed, and the command line is none the worse.
        let reason = source.isPerson ? error : refusal ?? error
        failure =
          reason.status == .usage
          ? CommandError(.incomplete, reason.message, advice: reason.advice) : reason
      }
    }
    return failure
  }

  /// Has a passphrase that a program gives looked at although nothing waits for one: whoever wants to know whether it
  /// is right hears it.
  ///
  /// - Returns: Why it opens none of the classes; `nil` where it opens one, and where there is no class or no
  ///   passphrase.
  private func check(
    _ classes: [ClassKeyReport], over connection: ServiceConnection
  ) throws(CommandError) -> CommandError? {
    guard let first = classes.first,
      let line = try source.lineIfAny("passphrase of \(first.name)")
    else { return nil }
    var refusal: CommandError?
    for report in classes {
      do throws(CommandError) {
        try open(report, line, connection)
        return nil
      } catch {
        refusal = refusal ?? error
      }
    }
    return refusal
  }

  private func open(
    _ report: ClassKeyReport, _ passphrase: [UInt8], _ connection: ServiceConnection
  ) throws(CommandError) {
    do throws(ServiceError) {
      try connection.unlock(Unlock(protection: report.protection, passphrase: passphrase))
    } catch {
      throw CommandError(passphrase: error, of: report.name)
    }
  }
}

/// The states of the lockable classes after an order, as the daemon reports them.
private struct ClassStates {
  private var states: [(name: String, state: String)] = []

  /// - Parameters:
  ///   - report: What an order reported.
  ///   - closed: Classes whose key cannot be had.
  ///   - others: Classes that can't be locked and are open.
  init(_ report: JSONValue, closed: [String] = [], others: [String] = []) {
    guard case .object(let members) = report else { return }
    states = members.map { ($0.name, report.text($0.name)) }
    for name in closed {
      states.removeAll { $0.name == name }
      states.append((name, "unavailable"))
    }
    for name in others where !states.contains(where: { $0.name == name }) {
      states.append((name, "open"))
    }
  }

  /// As it is printed.
  var json: JSONValue {
    .object(states.map { JSONMember($0.name, .string($0.state)) })
  }

  /// Whether each class has one of these states.
  func areAll(_ wanted: Set<String>) -> Bool { states.allSatisfy { wanted.contains($0.state) } }

  /// A line for each class.
  func lines(wanted: Set<String>, _ style: Style) -> [String] {
    states.map { name, state in
      let isWanted = wanted.contains(state)
      return padded(withoutControls(name), to: 12) + "  "
        + (isWanted ? style.success(state) : style.failure(state))
    }
  }
}
