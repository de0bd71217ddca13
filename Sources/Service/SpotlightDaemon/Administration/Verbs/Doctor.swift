internal import Dispatch
internal import FresnelApps
package import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
package import SpotlightWire
internal import Synchronization

/// `doctor`: everything that is wrong with an app's part, or with everything, and its mending.
package enum Doctor: AdministrationVerb {
  /// The verb.
  package static let name = "doctor"

  /// Looks at stores, records, settings and extensions; waits for the disk. Manifests are looked at by the
  /// command line.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    context.apps.reloadIfChanged()
    var app: AppIdentity?
    if arguments["id"] != nil {
      app = AppIdentity(identifier: try arguments.requiredText("id"))
    }
    let mends = try arguments.flag("mend") ?? false
    let faults = keyFaults(context)
    let lost = lostKeys(of: app, mends: mends, context)
    var findings = lost.map(\.finding)
    let closed = Set(lost.map(\.protection))
    findings += context.core.examine(app, mends: mends).filter {
      $0.code != .storeUnavailable || !closed.contains($0.protection)
    }.map(finding)
    for condition in context.classConditions
    where !closed.contains(condition.protection) && hasStore(condition.protection, context) {
      findings += lockableClass(condition, of: app, mends: mends, context)
    }
    findings += keys(besides: closed, earlier: faults, context)
    findings += try decisions(about: app, mends: mends, context)
    findings += extensions(of: app, context)
    if let failure = context.removal.failure {
      findings.append(finding("goneAppsUnknown", .warning, failure))
    }
    do throws(ServiceError) {
      findings += try goneApps(app, context)
      findings += try strays(of: app, mends: mends, context)
    } catch {
      // A store that cannot be counted was told of.
      if findings.isEmpty { throw error }
    }
    let entry = context.core.report().apps.first { $0.identity == app }
    return .members([
      ("id", app.map { .string($0.identifier) }),
      ("items", app == nil ? nil : .integer(Int64(entry?.itemCount ?? 0))),
      ("indexes", app == nil ? nil : .integer(Int64(entry?.indexCount ?? 0))),
      ("findings", .array(findings)),
    ])
  }

  private static func finding(_ finding: ServiceFinding) -> JSONValue {
    .members([
      ("code", .string(finding.code.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("app", finding.app.map { .string($0) }), ("index", finding.index.map { .string($0) }),
      ("class", finding.code.isOfAClass ? .string(finding.protection.name) : nil),
      ("message", .string(finding.message)),
      ("mended", .boolean(finding.isMended)), ("noted", finding.isNoted ? .boolean(true) : nil),
      ("mendable", .boolean(finding.isMendable && !finding.isMended && !finding.isNoted)),
    ])
  }

  static func finding(
    _ code: String, _ severity: ServiceFinding.Severity, _ message: String, app: String? = nil,
    protection: ProtectionClass? = nil, isMended: Bool = false, isMendable: Bool = false
  ) -> JSONValue {
    .members([
      ("code", .string(code)), ("severity", .string(severity.rawValue)),
      ("app", app.map { .string($0) }), ("class", protection.map { .string($0.name) }),
      ("message", .string(message)), ("mended", .boolean(isMended)),
      ("mendable", .boolean(isMendable && !isMended)),
    ])
  }

  /// Whether a class has a store, or had one that somebody removed.
  private static func hasStore(
    _ protection: ProtectionClass, _ context: DaemonContext
  ) -> Bool {
    let directories = context.options.directories
    return FileSystem.exists("\(directories.classes)/\(protection.name)/store")
      || FileSystem.exists(directories.positions(of: protection))
  }

  /// A class that a process of its own serves, which looks at its store; it waits for that.
  private static func lockableClass(
    _ condition: ClassCondition, of app: AppIdentity?, mends: Bool, _ context: DaemonContext
  ) -> [JSONValue] {
    let protection = condition.protection
    if condition.state == .unavailable {
      let reason = context.workers.reason(of: protection)?.message
      return [
        finding(
          "storeUnavailable", .error, reason ?? "The protection class cannot be read now.",
          protection: protection)
      ]
    }
    let isDone = DispatchSemaphore(value: 0)
    let findings = Mutex<[JSONValue]>([])
    context.workers.examine(app, in: protection, mends: mends) { result in
      findings.withLock { findings in
        do throws(ServiceError) {
          findings = try result.get().map(finding)
        } catch {
          findings = [finding("notLookedAt", .note, error.message, protection: protection)]
        }
      }
      isDone.signal()
    }
    isDone.wait()
    return findings.withLock { $0 }
  }

  /// What the person decided, as far as it explains why items are not found.
  private static func decisions(
    about app: AppIdentity?, mends: Bool, _ context: DaemonContext
  ) throws(ServiceError) -> [JSONValue] {
    var findings: [JSONValue] = []
    if let failure = context.settings.failure {
      // One file holds all apps' settings; one app's doctor leaves it alone.
      let isMended = mends && app == nil
      if isMended { try mendSettings(context.settings) }
      findings.append(
        finding(
          "settingsDamaged", .error, failure.message, isMended: isMended, isMendable: app == nil))
    }
    if app == nil, let failure = context.handoff.devicesFailure {
      findings.append(finding("devicesUnreadable", .error, failure))
    }
    if context.settings.pause != .no {
      findings.append(
        finding(
          "paused", .note, "Indexing is paused, until fresnel resume or the end of the pause."))
    }
    if let app, !context.settings.settings(of: app.identifier).isSearchable {
      findings.append(
        finding(
          "searchOff", .note, "The person switched the app off for the system's search.",
          app: app.identifier))
    }
    return findings
  }

  /// Keeps the damaged file under another name, and writes the last good settings.
  private static func mendSettings(_ settings: DaemonSettings) throws(ServiceError) {
    do throws(SettingsError) {
      try settings.restore()
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
  }

  /// Apps that are not installed any more and whose items are still there.
  private static func goneApps(
    _ app: AppIdentity?, _ context: DaemonContext
  ) throws(ServiceError) -> [JSONValue] {
    let counts = try context.itemCounts()
    return context.removal.waiting.filter { app == nil || $0.app == app?.identifier }.map { gone in
      let end =
        gone.days.map {
          "they are removed \($0 == 0 ? "today" : "in \($0) \($0 == 1 ? "day" : "days")")"
        }
        ?? "they stay until the app is removed"
      return finding(
        "appGone", .note,
        "The app is not installed any more. Searches leave out its \(items(counts[gone.app] ?? 0)); \(end). Install it again to have "
          + "them back, or remove them now: fresnel app remove \(gone.app)", app: gone.app)
    }
  }

  /// Items that registered apps indexed before they were registered, and those that scripts share under the name of
  /// their interpreter. The former are given to their app where that is asked for.
  private static func strays(
    of app: AppIdentity?, mends: Bool, _ context: DaemonContext
  ) throws(ServiceError) -> [JSONValue] {
    let counts = try context.itemCounts()
    var findings: [JSONValue] = []
    let entries = context.apps.catalog.entries.filter {
      app == nil || app?.identifier == $0.manifest.identifier
    }
    let earlier = try context.itemCounts(
      of: entries.reduce(into: []) { $0.formUnion($1.earlierNames) })
    for entry in entries {
      let owner = AppIdentity(identifier: entry.manifest.identifier)
      for name in entry.earlierNames.sorted() {
        guard let count = earlier.counts[name] else { continue }
        var isMended = false
        if mends {
          _ = try context.adopt(AppIdentity(identifier: name), by: owner)
          let left = try context.itemCounts(of: [name])
          isMended = left.counts[name] == nil && left.knowsNames
        }
        findings.append(
          finding(
            "itemsBeforeRegistration", .warning,
            "\(count == 0 ? "Items in a locked class" : items(count)) that the app indexed before it was registered "
              + "\(count == 1 ? "is" : "are") kept as \(name). Take over with fresnel app adopt \(owner.identifier).",
            app: owner.identifier, isMended: isMended, isMendable: true))
      }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard app == nil || app?.identifier == name, name.hasPrefix("unregistered:/"),
        ExecutableFile.isInterpreter(path: String(name.dropFirst("unregistered:".count)))
      else { continue }
      findings.append(
        finding(
          "sharedByScripts", .warning,
          "\(items(count)) \(count == 1 ? "is" : "are") kept under the name of an interpreter, and it is not known "
            + "which script they belong to. If all are of one registered script, run fresnel app adopt APP --from "
            + "\(name); else fresnel app remove \(name).", app: name))
    }
    return findings
  }

  private static func items(_ count: Int) -> String { "\(count) \(count == 1 ? "item" : "items")" }

  private static func extensions(of app: AppIdentity?, _ context: DaemonContext) -> [JSONValue] {
    context.extensions.report().filter { app == nil || $0.app == app }.compactMap { report in
      report.lastFailure.map {
        finding(
          "extensionFailed", .warning, "The extension for \(report.point.rawValue) failed. \($0)",
          app: report.app.identifier)
      }
    }
  }
}
