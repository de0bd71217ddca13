internal import FresnelApps
package import FresnelModel
package import SpotlightWire

// What becomes of the items of an app that is registered now, or is not any more.

/// `apps.adopt`: everything that was stored under one name, such as that of a program before it was registered,
/// becomes a registered app's.
package enum AdoptApp: AdministrationVerb {
  /// The verb.
  package static let name = "apps.adopt"

  /// Does it; in classes that are locked, when they are unlocked.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let heir = AppIdentity(identifier: try arguments.requiredText("id"))
    let former = AppIdentity(identifier: try arguments.requiredText("from"))
    let count = try context.adopt(former, by: heir)
    let left = try context.itemCounts(of: [former.identifier]).counts[former.identifier]
    return .members([
      ("id", .string(heir.identifier)), ("from", .string(former.identifier)),
      ("items", .integer(Int64(count))), ("left", .integer(Int64(left ?? 0))),
    ])
  }
}

/// `apps.strays`: which of some names have items, in all classes.
package enum FindStrays: AdministrationVerb {
  /// The verb.
  package static let name = "apps.strays"

  /// Does it; waits for the processes of the classes.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    guard case .array(let values)? = arguments["names"] else {
      throw ServiceError(.refused, "The argument names is missing or no list.")
    }
    var names: Set<String> = []
    for case .string(let name) in values { names.insert(name) }
    let kept = try context.itemCounts(of: names)
    return .members([
      (
        "strays",
        .array(
          kept.counts.sorted { $0.key < $1.key }.map { name, count in
            .members([("name", .string(name)), ("items", .integer(Int64(count)))])
          })
      ), ("whole", .boolean(kept.isWhole)),
    ])
  }
}

/// `apps.remove`: everything that an app stored goes, from all classes, and what is known about it.
package enum RemoveApp: AdministrationVerb {
  /// The verb.
  package static let name = "apps.remove"

  /// Does it; from classes that are locked, when they are unlocked. With `keepsItems` nothing is removed: the app's
  /// items stay though no manifest registers it any more.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let app = AppIdentity(identifier: try arguments.requiredText("id"))
    if try arguments.flag("keepsItems") ?? false {
      // What the manifests say is noted first, so that no later look finds that the app is gone.
      context.reload()
      try context.removal.forget(app)
    } else {
      try context.remove(app)
    }
    return .members([("id", .string(app.identifier))])
  }
}
