internal import Dispatch
package import FresnelModel
internal import FresnelProtection
package import SpotlightService
package import SpotlightWire

/// `keys`: what opens each encrypted class, and whether it is open. Says nothing of the keys themselves.
package enum ListKeys: AskingVerb {
  /// The verb.
  package static let name = "keys"

  /// Tells it once it is known of each class whether its key can be had.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    let group = DispatchGroup()
    for protection in ProtectionClass.allCases where protection.isLockable {
      group.enter()
      context.workers.whenKeyIsKnown(of: protection) { group.leave() }
    }
    group.notify(queue: DispatchQueue(label: "fresnel.keys")) {
      done(.success(.members([("classes", .array(classes(context)))])))
    }
  }

  private static func classes(_ context: DaemonContext) -> [JSONValue] {
    let conditions = context.classConditions
    return ProtectionClass.allCases.filter { $0 != .none }.map { protection in
      let state =
        if protection.isLockable {
          conditions.first { $0.protection == protection }?.state.name ?? ClassState.locked.name
        } else {
          (context.core.key(of: protection) == nil ? ClassState.unavailable : .open).name
        }
      return .members([
        ("class", .string(protection.name)), ("state", .string(state)),
        ("methods", .array(methods(of: protection, context).map { .string($0) })),
      ])
    }
  }

  /// What opens a class, in words; empty where it has no keys yet, or none that can be read.
  static func methods(of protection: ProtectionClass, _ context: DaemonContext) -> [String] {
    let directory = KeyDirectory(context.options.directories.keys)
    guard let file = try? directory.read(protection) else { return [] }
    return file.wraps.map(\.method.name)
  }
}
