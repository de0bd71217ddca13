internal import FresnelApps
package import FresnelModel
internal import SpotlightService
package import SpotlightWire

/// `settings.set`: decides something about an app.
package enum SetSettings: AdministrationVerb {
  /// The verb.
  package static let name = "settings.set"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let app = try arguments.requiredText("id")
    let isSearchable = try arguments.flag("search")
    let isSuggested = try arguments.flag("suggestions")
    let itemLimit = try arguments.count("items")
    let byteLimit = try arguments.count("bytes")
    do throws(SettingsError) {
      try context.settings.update(app) { settings in
        if let isSearchable { settings.isSearchable = isSearchable }
        if let isSuggested { settings.isSuggested = isSuggested }
        // No value takes a limit away; so does null, which is a value here.
        if arguments["items"] != nil { settings.itemLimit = itemLimit }
        if arguments["bytes"] != nil { settings.byteLimit = byteLimit }
      }
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    context.settingsChanged()
    context.log.write(
      DaemonEvent(
        .settingsChanged, "The settings of an app were changed.",
        app: AppIdentity(identifier: app)))
    return GetSettings.report(app, in: context)
  }
}
