internal import FresnelModel

/// `fresnel lock`: puts the items of lockable classes out of reach.
struct LockClasses: Subcommand {
  static let definition = CommandDefinition(
    name: "lock", summary: "Lock the protected indexes, as the screen's lock does",
    discussion: """
      Ends the processes that hold items of the classes complete and complete unless open. Results vanish \
      from searches that run, and nothing of these items stays in memory. Where logind shows a session, \
      its lock does the same by itself.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("on a machine without logind, before the screen locker", "fresnel lock")])

  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let report = try DaemonReach.required(context).report(on: "lock")
    return ClassStates(report, wanted: ["locked"]).print(asJSON: asJSON, in: context)
  }
}

/// `fresnel unlock`: lets lockable classes be read again.
struct UnlockClasses: Subcommand {
  static let definition = CommandDefinition(
    name: "unlock", summary: "Open the protected indexes after fresnel lock",
    discussion: """
      Opens the classes complete and complete unless open, unless the screen is locked or the machine is \
      about to sleep. Where logind shows no session they start locked, and this command opens them after \
      each login. The exit status is 1 when a class stays closed.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("after login, on a machine without logind", "fresnel unlock")])

  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let report = try DaemonReach.required(context).report(on: "unlock")
    return ClassStates(report, wanted: ["open", "empty"]).print(asJSON: asJSON, in: context)
  }
}

/// The states of the lockable classes after an order, as the daemon reports them.
struct ClassStates {
  private let report: JSONValue
  private let wanted: Set<String>

  /// Takes a report, and the states one of which each class should have now.
  init(_ report: JSONValue, wanted: Set<String>) {
    self.report = report
    self.wanted = wanted
  }

  /// Prints the states.
  ///
  /// - Returns: Success when all classes have a state that was wanted.
  func print(asJSON: Bool, in context: CommandContext) -> ExitStatus {
    guard case .object(let members) = report else { return .incomplete }
    if asJSON { context.console.writeLine(report.text()) }
    var isAsWanted = true
    for member in members {
      guard case .string(let state) = member.value else { continue }
      if !wanted.contains(state) { isAsWanted = false }
      if asJSON { continue }
      let styled =
        wanted.contains(state) ? context.style.success(state) : context.style.failure(state)
      context.console.writeLine("\(padded(withoutControls(member.name), to: 12))  \(styled)")
    }
    if !isAsWanted {
      context.warn(
        wanted.contains("open")
          ? "a class stays closed: the screen is locked, or its key cannot be had; see fresnel status"
          : "a class is not locked")
    }
    return isAsWanted ? .success : .incomplete
  }
}
