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
      context.workers.whenKeyIsKnown(of: protection) { _ in group.leave() }
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
      let openers = openers(of: protection, context)
      return .members([
        ("class", .string(protection.name)), ("state", .string(state)),
        ("methods", .array(openers.methods.map { .string($0) })),
        ("failure", openers.failure.map { .string($0) }),
      ])
    }
  }

  /// What opens a class.
  struct Openers {
    /// In words; empty where the class has no keys yet.
    var methods: [String] = []
    /// Why that can't be read, in words for the end of a line.
    var failure: String?
  }

  /// What opens a class, as its file says now.
  static func openers(of protection: ProtectionClass, _ context: DaemonContext) -> Openers {
    do throws(ProtectionError) {
      let file = try KeyDirectory(context.options.directories.keys).read(protection)
      return Openers(methods: file?.wraps.map(\.method.name) ?? [])
    } catch {
      return Openers(failure: sentence(error))
    }
  }

  /// That keys can't be read, in words for the end of a line.
  static func sentence(_ error: ProtectionError) -> String {
    let reason = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    return "keys cannot be read: " + reason
  }
}
