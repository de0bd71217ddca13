internal import FresnelApps
package import FresnelModel
package import SpotlightWire

/// `settings.get`: what the person decided about an app.
package enum GetSettings: AdministrationVerb {
  /// The verb.
  package static let name = "settings.get"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    report(try arguments.requiredText("id"), in: context)
  }

  /// The settings of an app.
  static func report(_ app: String, in context: DaemonContext) -> JSONValue {
    let settings = context.settings.settings(of: app)
    return .members([
      ("id", .string(app)),
      ("search", .boolean(settings.isSearchable)),
      ("suggestions", .boolean(settings.isSuggested)),
      ("history", .boolean(settings.keepsHistory)),
      ("handoff", .boolean(settings.handsOver)),
      ("items", settings.itemLimit.map { .integer(Int64($0)) }),
      ("bytes", settings.byteLimit.map { .integer(Int64($0)) }),
      ("mayFetchFrom", .array(settings.mayFetchFrom.sorted().map { .string($0) })),
    ])
  }
}
