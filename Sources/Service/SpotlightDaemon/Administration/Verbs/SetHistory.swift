internal import Dispatch
internal import FresnelApps
package import FresnelModel
internal import SpotlightService
package import SpotlightWire
internal import Synchronization

/// `history.set`: decides whether it is kept what the person does in an app, or in all apps.
package enum SetHistory: AdministrationVerb {
  /// The verb.
  package static let name = "history.set"

  /// Does it. What is not to be kept any more is gone when it returns, but in classes that are locked, where it
  /// goes before they are next served.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    guard let isKept = try arguments.flag("keep") else {
      throw ServiceError(.refused, "The argument keep is missing.")
    }
    let app = arguments["id"] == nil ? nil : try arguments.requiredText("id")
    do throws(SettingsError) {
      if let app {
        try context.settings.update(app) { $0.keepsHistory = isKept }
      } else {
        try context.settings.setKeepsHistory(isKept)
      }
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    context.log.write(
      DaemonEvent(
        .settingsChanged, "It was decided whether history is kept.",
        app: app.map { AppIdentity(identifier: $0) }))
    try context.historySettingsChanged()
    return .members([("id", app.map { .string($0) }), ("keep", .boolean(isKept))])
  }
}

extension DaemonContext {
  /// Has what serves clients go by the settings as they are now, and waits until nothing is left in main of history
  /// that is not kept any more.
  fileprivate func historySettingsChanged() throws(ServiceError) {
    workers.settingsChanged()
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    core.settingsChanged { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
