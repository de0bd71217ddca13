internal import Dispatch
package import FresnelModel
package import SpotlightWire

/// `lock`: ends the processes of lockable classes, as the session's lock does.
package enum LockClasses: AdministrationVerb {
  /// The verb.
  package static let name = "lock"

  /// Does it, and waits until none of them lives.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let isLocked = DispatchSemaphore(value: 0)
    context.workers.lock { isLocked.signal() }
    isLocked.wait()
    return ClassReport.members(of: context)
  }
}

/// `unlock`: opens lockable classes again, unless the screen is locked or the machine about to sleep.
package enum UnlockClasses: AdministrationVerb {
  /// The verb.
  package static let name = "unlock"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let isDone = DispatchSemaphore(value: 0)
    context.workers.unlock { isDone.signal() }
    isDone.wait()
    return ClassReport.members(of: context)
  }
}

/// What `lock` and `unlock` report: the state of each lockable class by its name.
enum ClassReport {
  static func members(of context: DaemonContext) -> JSONValue {
    .members(
      context.classConditions.map { condition in
        (condition.protection.name, .string(condition.state.name))
      })
  }
}

extension ClassState {
  /// The word for it in reports.
  var name: String {
    switch self {
    case .locked: "locked"
    case .open: "open"
    case .unavailable: "unavailable"
    case .empty: "empty"
    }
  }
}
