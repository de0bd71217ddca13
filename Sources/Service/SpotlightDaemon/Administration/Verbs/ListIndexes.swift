package import FresnelModel
internal import SpotlightService
package import SpotlightWire

/// `indexes`: the indexes of all apps, and what is in them, those of lockable classes that are open among them. Where a
/// store that no lock closes cannot be read it fails, unless who asks takes what can be read, beside the names of what
/// cannot.
package enum ListIndexes: AdministrationVerb {
  /// The verb.
  package static let name = "indexes"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let takesPart = try arguments.flag("partial") ?? false
    var (reports, problems) =
      takesPart ? context.core.readableIndexes() : (try context.core.indexes(), [])
    var closed = takesPart ? context.core.classesWithoutKey + context.workers.closedClasses : []
    for (protection, answer) in context.lockableIndexes() {
      switch answer {
      case .success(let indexes): reports += indexes
      case .failure(let failure):
        // Most are named as closed; the process of another may be too busy to answer.
        guard takesPart, !closed.contains(where: { $0.protection == protection }) else { continue }
        closed.append(ClassProblem(protection, failure))
      }
    }
    reports.sort { $0.scope < $1.scope }
    let indexes = reports.map { index in
      JSONValue.members([
        ("app", .string(index.scope.app)), ("index", .string(index.scope.index)),
        ("class", .string(index.protection.name)), ("items", .integer(Int64(index.itemCount))),
        ("bytes", .integer(Int64(index.itemByteCount))),
      ])
    }
    let missing = context.core.unreadableEmbeddedStores + context.core.appsWithLosses
    let classes = (problems + closed).map { problem in
      JSONValue.members([
        ("class", .string(problem.protection.name)), ("message", .string(problem.message)),
      ])
    }
    let unreadable =
      classes
      + missing.map { finding in
        JSONValue.members([
          ("app", finding.app.map { .string($0) }), ("message", .string(finding.message)),
          ("items", finding.itemCount.map { .integer(Int64($0)) }),
        ])
      }
    return .members([
      ("indexes", .array(indexes)),
      ("unreadable", unreadable.isEmpty ? nil : .array(unreadable)),
      ("lossNoted", context.core.hasNotedLoss ? .boolean(true) : nil),
    ])
  }
}
