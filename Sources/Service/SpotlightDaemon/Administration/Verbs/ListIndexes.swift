package import FresnelModel
internal import SpotlightService
package import SpotlightWire

/// `indexes`: the indexes of all apps, and what is in them, those of lockable classes that are open and of stores that
/// apps keep themselves among them. Where a store that no lock closes cannot be read it fails, unless who asks takes
/// what can be read, beside the names of what cannot.
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
    let classesWithoutKey = context.core.classesWithoutKey + context.workers.closedClasses
    var closed = takesPart ? classesWithoutKey : []
    for (protection, answer) in context.lockableIndexes() {
      switch answer {
      case .success(let indexes): reports += indexes
      case .failure(let failure):
        if classesWithoutKey.contains(where: { $0.protection == protection }) { continue }
        // It is open, and its process may be too busy to answer.
        guard takesPart else { throw failure }
        closed.append(ClassProblem(protection, failure))
      }
    }
    let all =
      reports.map { (report: $0, isEmbedded: false) }
      + context.core.embeddedIndexes.map { (report: $0, isEmbedded: true) }
    let indexes = all.sorted { $0.report.scope < $1.report.scope }.map { index, isEmbedded in
      JSONValue.members([
        ("app", .string(index.scope.app)), ("index", .string(index.scope.index)),
        ("class", .string(index.protection.name)), ("items", .integer(Int64(index.itemCount))),
        ("bytes", .integer(Int64(index.itemByteCount))),
        ("embedded", isEmbedded ? .boolean(true) : nil),
      ])
    }
    let unreadable = unreadable(problems + closed, context)
    return .members([
      ("indexes", .array(indexes)),
      ("unreadable", unreadable.isEmpty ? nil : .array(unreadable)),
      ("lossNoted", context.core.hasNotedLoss ? .boolean(true) : nil),
    ])
  }

  /// What searches lack: the items of classes and stores that cannot be read, and those that were lost or are hidden.
  static func unreadable(_ classes: [ClassProblem], _ context: DaemonContext) -> [JSONValue] {
    let embedded = context.core.unreadableEmbeddedStores.map { ($0, true) }
    let losses = context.core.appsWithLosses + context.core.embeddedStoresWithLosses
    let missing = embedded + losses.map { ($0, false) }
    return classes.map { problem in
      .members([
        ("class", .string(problem.protection.name)), ("message", .string(problem.message)),
      ])
    }
      + missing.map { finding, isEmbedded in
        .members([
          ("app", finding.app.map { .string($0) }), ("message", .string(finding.message)),
          ("items", finding.itemCount.map { .integer(Int64($0)) }),
          ("embedded", isEmbedded ? .boolean(true) : nil),
        ])
      }
  }
}
