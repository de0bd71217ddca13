internal import FresnelApps
package import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
package import SpotlightWire

/// `status`: how the daemon is doing, and what it keeps for whom.
package enum TellStatus: AdministrationVerb {
  /// The verb.
  package static let name = "status"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let core = context.core.report()
    let peers = context.peers
    let seconds = (MonotonicClock.nanoseconds - context.startMoment) / 1_000_000_000
    var members: [(String, JSONValue?)] = [
      ("version", .string(SoftwareVersion.text)),
      ("processIdentifier", .integer(Int64(CurrentProcess.identifier))),
      ("uptimeSeconds", .integer(Int64(clamping: seconds))),
      ("unsafeOptions", .array(unsafeOptions(context.options).map { .string($0) })),
      ("connections", .integer(Int64(peers.count))),
      ("surfaceWaits", .integer(Int64(context.surfaceWaitCount))),
      ("liveSearches", .integer(Int64(core.liveSearchCount))),
      ("slowedBy", .array(reasons(core).map { .string($0) })),
      ("settingsFailure", context.settings.failure.map { .string($0.message) }),
      (
        "handoff",
        .members([
          ("on", .boolean(context.handoff.isOn)),
          ("wanted", .boolean(context.settings.handsOver)),
          ("devices", .integer(Int64(context.handoff.devices.count))),
          ("connected", .integer(Int64(context.handoff.devices.count(where: \.isConnected)))),
          ("available", .integer(Int64(context.handoff.available.count))),
          ("failure", context.handoff.devicesFailure.map { .string($0) }),
        ])
      ),
      ("stores", .array(stores(core, context))),
      ("apps", .array(core.apps.map { app($0, peers, context) })),
      ("clients", .array(peers.map(client))),
      (
        "extensions",
        .array(
          context.extensions.report().map {
            runningExtension($0, now: context.options.clock.wholeSeconds)
          })
      ),
    ]
    let unreadable = ListIndexes.unreadable(
      context.core.readableIndexes().problems + context.core.classesWithoutKey
        + context.workers.closedClasses, context)
    if !unreadable.isEmpty { members.append(("unreadable", .array(unreadable))) }
    if case .object(let pause) = PauseIndexing.report(context.settings.pause) {
      members += pause.map { ($0.name, $0.value) }
    }
    return .members(members)
  }

  /// The options for tests alone that the daemon was started with.
  private static func unsafeOptions(_ options: DaemonOptions) -> [String] {
    (options.trustsClaims ? ["--trust-claims"] : [])
      + (options.isDumpable ? ["--dumpable"] : [])
      + (options.clock.offsetPath == nil ? [] : ["--clock-offset"])
      + (options.systemExecutables.isEmpty ? [] : ["--system-executable"])
  }

  private static func reasons(_ report: CoreReport) -> [String] {
    Set(report.apps.compactMap { $0.throttle?.rawValue }).sorted()
  }

  /// The stores of this process, and the classes that other processes serve.
  private static func stores(_ report: CoreReport, _ context: DaemonContext) -> [JSONValue] {
    let own = report.stores.map { store in
      var state = "open"
      var reason: String?
      // Of a store that cannot be read nothing is counted.
      func count(_ number: Int) -> JSONValue? { state == "open" ? .integer(Int64(number)) : nil }
      switch store.state {
      case .open: break
      case .awaitsKey: (state, reason) = ("unavailable", "Its key has not come yet.")
      case .failed(let message): (state, reason) = ("unavailable", message)
      }
      return JSONValue.members([
        ("class", .string(store.classes.map(\.name).joined(separator: " "))),
        ("state", .string(state)), ("reason", reason.map { .string($0) }),
        ("key", store.classes.contains(.none) ? nil : key(of: .firstUnlock, context)),
        ("items", count(store.itemCount)), ("bytes", count(store.itemByteCount)),
        ("fileBytes", count(store.fileByteCount)),
        ("diskFull", store.fullDiskSentence.map { .string($0) }),
      ])
    }
    let others = context.classConditions.filter { condition in
      !report.stores.contains { $0.classes.contains(condition.protection) }
    }
    return own
      + others.map { condition in
        let reason = context.workers.reason(of: condition.protection)
        return .members([
          ("class", .string(condition.protection.name)), ("state", .string(condition.state.name)),
          ("reason", reason.map { .string($0.message) }),
          ("key", key(of: condition.protection, context)),
          ("retryInSeconds", reason?.retry.map { .integer($0.wholeSeconds) }),
        ])
      }
  }

  /// What opens a class; `nil` where it has no keys yet.
  private static func key(of protection: ProtectionClass, _ context: DaemonContext) -> JSONValue? {
    let openers = ListKeys.openers(of: protection, context)
    if let failure = openers.failure { return .string(failure) }
    return openers.methods.isEmpty
      ? nil : .string("opened by " + openers.methods.joined(separator: " or "))
  }

  private static func app(
    _ app: CoreReport.App, _ peers: [Peer], _ context: DaemonContext
  ) -> JSONValue {
    let identifier = app.identity.identifier
    let trust = peers.filter { $0.app == app.identity }.map(\.trust).max()
    let settings = context.settings.settings(of: identifier)
    return .members([
      ("id", .string(identifier)), ("trust", trust.map { .string("\($0)") }),
      ("items", .integer(Int64(app.itemCount))), ("bytes", .integer(Int64(app.itemByteCount))),
      ("indexes", .integer(Int64(app.indexCount))),
      ("connections", .integer(Int64(app.connectionCount))),
      ("processorMilliseconds", .integer(Int64(app.recentCost * 1000))),
      ("throttled", .boolean(app.throttle != nil)),
      ("slowedBy", app.throttle.map { .string($0.rawValue) }),
      ("hidden", app.hiddenItemCount == 0 ? nil : .integer(Int64(app.hiddenItemCount))),
      ("owed", .integer(Int64(app.owedCount))),
      ("search", .boolean(settings.isSearchable)),
    ])
  }

  private static func client(_ peer: Peer) -> JSONValue {
    .members([
      ("app", .string(peer.app.identifier)), ("trust", .string("\(peer.trust)")),
      ("role", .string("\(peer.role)")),
      ("processIdentifier", .integer(Int64(peer.processIdentifier))),
      ("program", .string(peer.program)),
    ])
  }

  private static func runningExtension(_ report: ExtensionReport, now: Int64) -> JSONValue {
    let wait = report.backsOffUntil.map { max(0, $0 - now) } ?? 0
    let state = report.processIdentifier != nil ? "running" : wait > 0 ? "failed" : "idle"
    return .members([
      ("app", .string(report.app.identifier)), ("point", .string(report.point.rawValue)),
      ("state", .string(state)),
      ("processIdentifier", report.processIdentifier.map { .integer(Int64($0)) }),
      ("retryInSeconds", .integer(wait)),
      ("lastError", report.lastFailure.map { .string($0) }),
    ])
  }
}
