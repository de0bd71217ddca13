internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel status`: how the daemon is.
struct ShowStatus: BareCommand {
  static let definition = CommandDefinition(
    name: "status", summary: "Show how the daemon is, what it keeps, and for whom",
    discussion: """
      Shows the daemon, its stores, each app with what it keeps and costs, what slows indexing down, \
      and the extensions that wait. The exit status is 1 when something needs a person: a store that \
      cannot be opened, a disk that is full, settings that cannot be read, an extension that keeps failing, items that are \
      missing from searches for any reason but a lock, a pause. It names stores that programs of one name keep \
      themselves and that stay for that reason. Without a daemon it says how programs keep their items \
      instead, and the exit status is 1.
      """,
    options: [SharedOptions.json.definition],
    examples: [
      Example("at a glance", "fresnel status"), Example("for a monitor", "fresnel status --json"),
    ])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    guard let connection = DaemonReach.connection(context) else {
      if let obstacle = DaemonReach.obstacle(context) { throw CommandError(.store, obstacle) }
      context.console.writeLine(
        asJSON
          ? "{\"daemon\":false}"
          : "no daemon runs here: each program keeps its items itself; see fresnel stats")
      if !asJSON, let reason = DaemonReach.unusableDirectory(context) { context.warn(reason) }
      return .incomplete
    }
    defer { connection.close() }
    let status = DaemonStatus(
      try connection.report(on: "status"), shared: SharedStore.all(in: context.directories))
    if asJSON {
      context.console.writeLine(status.json.printed())
    } else {
      for line in status.lines(context.style) { context.console.writeLine(line) }
    }
    return status.needsSomebody ? .incomplete : .success
  }
}

/// The daemon's report of itself, in words. `Documentation/operation.md` lists what is in it.
struct DaemonStatus {
  /// The report.
  let report: JSONValue
  /// The stores that no program hands over to it.
  let shared: [SharedStore]

  init(_ report: JSONValue, shared: [SharedStore]) {
    self.report = report
    self.shared = shared
  }

  /// All of it for programs.
  var json: JSONValue {
    guard case .object(let members) = report else { return report }
    return .object(members + [JSONMember("sharedStores", .array(shared.map(\.json)))])
  }

  /// Whether something does not go away by itself.
  var needsSomebody: Bool {
    report.flag("paused") || report["settingsFailure"] != nil || !fullDisks.isEmpty
      || handoffFailure != nil
      || report.list("stores").contains { $0.text("state") == "unavailable" }
      || report.list("extensions").contains { $0.text("state") == "failed" }
      || report.list("apps").contains { $0.count("hidden") > 0 }
      || report.list("unreadable").contains { !Self.isOfLockableClass($0) }
      || !report.list("unsafeOptions").isEmpty
  }

  /// The lines that a person reads.
  func lines(_ style: Style) -> [String] {
    var lines = [
      style.strong("fresneld \(report.text("version"))")
        + "  process \(report.count("processIdentifier")), "
        + "running \(Self.duration(report.count("uptimeSeconds"))), "
        + counted(report.count("connections"), "connection")
    ]
    for option in report.list("unsafeOptions") {
      lines.append("  " + style.failure("started with \(Self.plain(option)): for tests only"))
    }
    if report.flag("paused") {
      lines.append("  " + style.failure(Self.pause(for: pauseRest)))
    }
    if !report.text("settingsFailure").isEmpty {
      let reason = report.text("settingsFailure").withoutFullStop
      lines.append("  " + style.failure("the last good settings hold: \(reason)"))
    }
    for reason in report.list("slowedBy") {
      lines.append("  indexing is slowed down: \(Self.explained(Self.plain(reason)))")
    }
    if let handoffFailure {
      lines.append("  " + style.failure("Handoff is off: \(handoffFailure.withoutFullStop)"))
    } else if let handoff = handoffLine {
      lines.append("  " + handoff)
    }
    for sentence in fullDisks { lines.append("  " + style.failure(sentence)) }
    for entry in report.list("unreadable") {
      lines.append("  " + style.failure("searches lack items: \(Self.missing(entry))"))
    }
    lines += shared.map { "  \($0.sentence)" }
    lines.append("")
    lines += section("stores", style, report.list("stores").map(Self.store))
    lines += section("apps", style, apps.map(Self.app))
    lines += section("extensions", style, report.list("extensions").map(Self.runningExtension))
    return lines
  }

  /// What searches lack, and why.
  private static func missing(_ entry: JSONValue) -> String {
    let message = entry.text("message").withoutFullStop
    if entry["class"] != nil { return "class \(entry.text("class")): \(message)" }
    return entry["app"] == nil ? message : "\(entry.text("app")): \(message)"
  }

  /// Whether what searches lack comes back when a session is unlocked, or is told of with the store of the class.
  private static func isOfLockableClass(_ entry: JSONValue) -> Bool {
    ProtectionClass(name: entry.text("class"))?.isLockable ?? false
  }

  /// What is said of stores whose disk is full.
  private var fullDisks: [String] {
    var sentences: [String] = []
    for store in report.list("stores") {
      let sentence = store.text("diskFull")
      if !sentence.isEmpty, !sentences.contains(sentence) { sentences.append(sentence) }
    }
    return sentences
  }

  /// Why the file of paired devices is of no use.
  private var handoffFailure: String? {
    report["handoff"].flatMap { $0["failure"] != nil ? $0.text("failure") : nil }
  }

  /// Which devices are there; `nil` from a daemon that says nothing of them.
  private var handoffLine: String? {
    guard let handoff = report["handoff"] else { return nil }
    if handoff.flag("wanted"), handoff.count("devices") == 0 { return AppSwitch.waitingHandoff }
    guard handoff.flag("on") else { return "Handoff is off" }
    guard handoff.count("devices") > 0 else { return nil }
    let available = handoff.count("available")
    return
      "\(handoff.count("connected")) of \(counted(handoff.count("devices"), "device")) connected"
      + (available == 0 ? "" : ", \(available) to continue here: fresnel handoff list")
  }

  /// The seconds until a pause ends by itself.
  private var pauseRest: Int? {
    guard report["until"] != nil else { return nil }
    return max(0, report.count("until") - Int(WallClock.secondsSince1970))
  }

  /// That indexing is paused, and for how many seconds if that is known.
  static func pause(for seconds: Int?) -> String {
    "indexing is paused " + (seconds.map { "for \(duration($0))" } ?? "until fresnel resume")
  }

  private func section(_ name: String, _ style: Style, _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return [style.faint(name)]
      + rows.map { row in
        // Nothing follows the last cell that says something.
        let last = row.lastIndex { !$0.isEmpty } ?? 0
        let cells = row[...last].enumerated().map { column, cell in
          column == last ? cell : padded(cell, to: widths[column] + 2)
        }
        return "  " + cells.joined()
      } + [""]
  }

  private static func store(_ store: JSONValue) -> [String] {
    // What another process serves is not counted here.
    let isCounted = store["items"] != nil
    var words = [
      store.text("state"), store.text("key"),
      isCounted ? "\(formatted(byteCount: store.count("fileBytes"))) on disk" : "",
    ]
    if store.flag("maySwap") { words.append("its memory may be swapped out") }
    if !store.text("reason").isEmpty { words.append(store.text("reason").withoutFullStop) }
    if store.count("retryInSeconds") > 0 { words.append(retry(store)) }
    return [
      store.text("class"), isCounted ? counted(store.count("items"), "item") : "–",
      words.filter { !$0.isEmpty }.joined(separator: ", "),
    ]
  }

  /// The apps, without the command line, which is one only because it asks.
  private var apps: [JSONValue] {
    report.list("apps").filter { $0.text("id") != "org.fresnel" || $0.count("items") > 0 }
  }

  private static func app(_ app: JSONValue) -> [String] {
    var words = [app.text("trust")]
    if app.flag("throttled") {
      words.append("slowed down: \(explained(app.text("slowedBy")))")
    }
    if app.count("hidden") > 0 {
      words.append("\(counted(app.count("hidden"), "item")) hidden until it is opened")
    }
    if app.count("owed") > 0 { words.append("\(counted(app.count("owed"), "callback")) owed") }
    if app["search"] == .boolean(false) { words.append("search off") }
    if !app.text("lastError").isEmpty { words.append(app.text("lastError").withoutFullStop) }
    return [
      app.text("id"), counted(app.count("items"), "item"),
      formatted(byteCount: app.count("bytes")),
      "\(formatted(count: app.count("processorMilliseconds"))) ms",
      words.filter { !$0.isEmpty }.joined(separator: ", "),
    ]
  }

  private static func runningExtension(_ entry: JSONValue) -> [String] {
    var words = [entry.text("state")]
    if !entry.text("lastError").isEmpty { words.append(entry.text("lastError").withoutFullStop) }
    if entry.count("retryInSeconds") > 0 { words.append(retry(entry)) }
    return [entry.text("app"), words.joined(separator: ", ")]
  }

  private static func retry(_ entry: JSONValue) -> String {
    "again in \(duration(entry.count("retryInSeconds")))"
  }

  /// Why indexing is slowed down, in words.
  private static func explained(_ reason: String) -> String {
    switch reason {
    case "battery": "the battery is low"
    case "pressure": "the machine is busy"
    case "sustained": "much was indexed for a while"
    default: reason
    }
  }

  private static func plain(_ value: JSONValue) -> String {
    if case .string(let text) = value { withoutControls(text) } else { value.printed() }
  }

  /// A time that people understand.
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
