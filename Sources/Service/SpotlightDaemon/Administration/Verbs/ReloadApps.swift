internal import FresnelApps
package import FresnelModel
package import SpotlightWire

/// `apps.reload`: reads manifests and settings again, and removes what apps stored that are gone for long enough.
package enum ReloadApps: AdministrationVerb {
  /// The verb.
  package static let name = "apps.reload"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let change = context.reload()
    let purged = context.removal.purge()
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return .members([
      ("added", list(change.added)), ("changed", list(change.changed)),
      ("removed", list(change.removed)), ("kept", list(change.kept)), ("purged", list(purged)),
    ])
  }
}
