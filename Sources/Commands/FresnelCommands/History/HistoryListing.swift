internal import CommandKit
internal import FresnelModel
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

/// Prints what is kept of the person, page by page: in lines, or as JSON objects with totals after them.
struct HistoryListing {
  /// The app whose entries are listed; `nil` for all apps.
  private let match: AppWorld.Match?
  private let limit: Int
  private let asJSON: Bool
  private let context: CommandContext
  private var count = 0

  /// Prepares to list; nothing is asked for yet.
  ///
  /// - Parameters:
  ///   - match: The app whose entries are listed; `nil` for all apps.
  ///   - limit: How many entries are printed at most; 0 for all.
  ///   - asJSON: Whether they are printed as JSON.
  ///   - context: Where to print.
  init(of match: AppWorld.Match?, limit: Int, asJSON: Bool, in context: CommandContext) {
    (self.match, self.limit, self.asJSON, self.context) = (match, limit, asJSON, context)
  }

  /// Prints the entries. An app that is not known and has no entry is refused.
  ///
  /// - Parameters:
  ///   - list: Asks for a page.
  ///   - json: An entry as a JSON object.
  ///   - write: Prints an entry in lines.
  /// - Returns: What came of reading.
  /// - Throws: ``ServiceError``, or ``CommandError`` for an app that is not known.
  mutating func printEntries(
    _ list: @escaping HistoryPages.List, json: (HistoryEntry) -> JSONValue,
    write: (HistoryEntry) -> Void
  ) throws -> HistoryPages.Outcome {
    let app = match?.identifier
    let outcome = try HistoryPages(of: app, list).forEach(limit: limit) { entry in
      if asJSON {
        context.console.writeLine(json(entry).printed())
      } else {
        write(entry)
      }
      count += 1
      return true
    }
    if count == 0, let match {
      try LockedHistory(in: outcome.locked, app: app, context).refuse(match, context)
    }
    return outcome
  }

  /// Prints the totals, or that there is nothing.
  ///
  /// - Parameters:
  ///   - outcome: What came of reading.
  ///   - nothing: The sentence that says that there is nothing, without a full stop.
  ///   - reason: Why nothing is kept; `nil` where it is kept.
  func printTotals(
    of outcome: HistoryPages.Outcome, nothing: @autoclosure () -> String, reason: String?
  ) {
    if asJSON {
      context.writeErrorObject([
        JSONMember("shown", .integer(Int64(count))),
        JSONMember("hasMore", .boolean(outcome.hasMore)),
        JSONMember("kept", .boolean(reason == nil)),
      ])
    } else if count == 0 {
      context.console.writeError("\(nothing())\(reason.map { ", \($0)" } ?? "")\n")
    }
  }

  /// The exit status, where all or a part of the entries could be read.
  func status(isPartial: Bool) -> ExitStatus {
    count == 0 || isPartial ? .incomplete : .success
  }
}
