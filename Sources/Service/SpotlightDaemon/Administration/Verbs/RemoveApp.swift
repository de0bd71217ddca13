internal import Dispatch
package import FresnelModel
internal import SpotlightService
package import SpotlightWire
internal import Synchronization

/// `apps.remove`: everything that an app stored goes, from all classes, and what is known about it.
package enum RemoveApp: AdministrationVerb {
  /// The verb.
  package static let name = "apps.remove"

  /// Does it; from classes that are locked, when they are unlocked.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let app = AppIdentity(identifier: try arguments.requiredText("id"))
    let group = DispatchGroup()
    let failure = Mutex<ServiceError?>(nil)
    @Sendable func note(_ error: ServiceError?) {
      if let error { failure.withLock { $0 = error } }
      group.leave()
    }
    group.enter()
    context.core.removeApp(app, completion: note)
    group.enter()
    context.workers.removeApp(app, note)
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    try context.forget(app)
    return .members([("id", .string(app.identifier))])
  }
}
