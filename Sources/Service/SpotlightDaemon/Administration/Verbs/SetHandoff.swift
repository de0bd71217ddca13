internal import FresnelApps
package import FresnelModel
package import SpotlightWire

/// `handoff.set`: decides whether activities are handed over between this device and others, or whether those of an
/// app are offered.
package enum SetHandoff: AdministrationVerb {
  /// The verb.
  package static let name = "handoff.set"

  /// Does it. What follows is under way when it returns.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    guard let isOn = try arguments.flag("on") else {
      throw ServiceError(.refused, "The argument on is missing.")
    }
    let app = arguments["id"] == nil ? nil : try arguments.requiredText("id")
    do throws(SettingsError) {
      if let app {
        try context.settings.update(app) { $0.handsOver = isOn }
      } else {
        try context.settings.setHandsOver(isOn)
      }
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    context.log.write(
      DaemonEvent(
        .settingsChanged, "It was decided whether activities are handed over.",
        app: app.map { AppIdentity(identifier: $0) }))
    context.handoff.settingsChanged()
    return .members([
      ("id", app.map { .string($0) }), ("on", .boolean(isOn)),
      ("devices", .integer(Int64(context.handoff.devices.count))),
    ])
  }
}

/// `handoff.list`: what can be picked up here from other devices.
package enum ListHandoff: AdministrationVerb {
  /// The verb.
  package static let name = "handoff.list"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    .members([
      ("on", .boolean(context.settings.handsOver)),
      ("devices", .integer(Int64(context.handoff.devices.count))),
      ("connected", .integer(Int64(context.handoff.devices.count(where: \.isConnected)))),
      ("activities", .array(context.handoff.available.map(report))),
    ])
  }

  private static func report(_ available: AvailableActivity) -> JSONValue {
    let activity = available.activity
    return .members([
      ("number", .integer(Int64(clamping: available.number))),
      ("device", .string(available.device)), ("app", .string(activity.app)),
      ("appName", .string(activity.appName)), ("title", .string(activity.title)),
      ("type", .string(activity.type)), ("webpage", .boolean(activity.hasWebpage)),
      ("streams", .boolean(activity.hasStreams)),
    ])
  }
}
