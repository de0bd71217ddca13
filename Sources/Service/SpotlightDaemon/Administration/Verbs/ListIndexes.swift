package import FresnelModel
internal import SpotlightService
package import SpotlightWire

/// `indexes`: the indexes of all apps, and what is in them.
package enum ListIndexes: AdministrationVerb {
  /// The verb.
  package static let name = "indexes"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let indexes = try context.core.indexes().map { index in
      JSONValue.members([
        ("app", .string(index.scope.app)), ("index", .string(index.scope.index)),
        ("class", .string(index.protection.name)), ("items", .integer(Int64(index.itemCount))),
        ("bytes", .integer(Int64(index.itemByteCount))),
      ])
    }
    let missing = context.core.unreadableGuests + context.core.appsWithLosses
    let unreadable = missing.map { finding in
      JSONValue.members([
        ("app", finding.app.map { .string($0) }), ("message", .string(finding.message)),
      ])
    }
    return .members([
      ("indexes", .array(indexes)),
      ("unreadable", unreadable.isEmpty ? nil : .array(unreadable)),
    ])
  }
}
