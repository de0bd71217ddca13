internal import CommandKit
internal import FresnelText
internal import SpotlightWire

/// The places that history keeps, or what the person chose, read page by page, the latest first.
struct HistoryPages {
  /// Reads one page.
  typealias List = (ListHistory) throws -> (page: HistoryPage, locked: [ProtectionClass])
  private let app: String?
  private let list: List

  /// The most places that are asked for at once.
  private static let pageLength = 500

  /// Prepares to read; nothing is asked for yet.
  ///
  /// - Parameters:
  ///   - app: The only app that matters; `nil` when all do.
  ///   - list: Asks for a page.
  init(of app: String?, _ list: @escaping List) {
    self.app = app
    self.list = list
  }

  /// What came of reading.
  struct Outcome {
    /// The classes that could not be read.
    var locked: [ProtectionClass] = []
    /// Whether there are places behind the last one.
    var hasMore = true
  }

  /// Calls a closure with each place, until it returns false.
  ///
  /// - Parameters:
  ///   - limit: How many places there are to be at most; 0 for all.
  ///   - body: The closure.
  /// - Returns: What came of it.
  /// - Throws: ``ServiceError``, or what the closure throws.
  func forEach(limit: Int = 0, _ body: (HistoryEntry) throws -> Bool) throws -> Outcome {
    var outcome = Outcome()
    var request = ListHistory(app: app, limit: 1)
    var count = 0
    while outcome.hasMore, limit == 0 || count < limit {
      let rest = limit == 0 ? Self.pageLength : min(Self.pageLength, limit - count)
      request.limit = UInt16(rest)
      let answer = try list(request)
      outcome.locked = answer.locked
      outcome.hasMore = answer.page.hasMore
      for entry in answer.page.entries {
        guard try body(entry) else {
          outcome.hasMore = true
          return outcome
        }
      }
      count += answer.page.entries.count
      guard let last = answer.page.entries.last else { break }
      request.cursor = HistoryCursor(lastVisit: last.lastVisit, app: last.app, key: last.key)
    }
    return outcome
  }
}

extension HistoryEntry {
  /// Writes an entry for people: when last, its title, whose it is and how often, then what names it to other commands.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - name: What names it; `nil` where nothing does.
  ///   - context: Where to write.
  func write(_ title: String, named name: String?, to context: CommandContext) {
    let date = AttributeText.text(of: lastVisit).prefix(16).replacing("T", with: " ")
    let times = visitCount == 1 ? "" : "  \(formatted(count: Int(clamping: visitCount))) times"
    context.console.writeLine(
      "\(context.style.faint(String(date)))  \(context.style.strong(withoutControls(title)))"
        + context.style.faint("  \(withoutControls(app))\(times)"))
    if let name { context.console.writeLine(context.style.faint("  \(withoutControls(name))")) }
  }
}
