internal import CommandKit
internal import FresnelModel

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

/// `fresnel unlock`: lets lockable classes be read again.
struct UnlockClasses: DaemonOrder, BareCommand {
  static let definition = CommandDefinition(
    name: "unlock", summary: "Open the protected indexes after fresnel lock",
    discussion: """
      Opens the classes complete and unless-open, except while the screen is locked or the machine is \
      about to sleep. Where logind shows no session they start locked, and this command opens them after \
      each login. The exit status is 1 when a class stays closed.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("after login, on a machine without logind", "fresnel unlock")])

  let asJSON: Bool
  private var wanted: Set<String> { ["open", "empty"] }

  func lines(of report: JSONValue, _ style: Style) -> [String] {
    ClassStates(report).lines(wanted: wanted, style)
  }

  func complaint(about report: JSONValue) -> String? {
    ClassStates(report).areAll(wanted)
      ? nil
      : "a class stays closed: the screen is locked, or its key cannot be had; see fresnel status"
  }
}

/// The states of the lockable classes after an order, as the daemon reports them.
private struct ClassStates {
  private var states: [(name: String, state: String)] = []

  init(_ report: JSONValue) {
    guard case .object(let members) = report else { return }
    states = members.map { ($0.name, report.text($0.name)) }
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
