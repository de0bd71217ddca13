internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Searches for things that the stores really hold, and shows results and times: what somebody sees
/// who starts the tool without a terminal.
struct SampleQueries {
  /// The stores to search.
  let stores: StoreSet
  /// Where to print.
  let context: CommandContext

  private static let resultCount = 3
  private static let queryCount = 6
  /// Titles longer than this make no good sample.
  private static let titleLength = 4...24

  /// Runs the queries.
  func run() throws -> ExitStatus {
    let console = context.console
    console.writeLine(
      "\(counted(stores.itemCount, "item")) in \(counted(stores.members.count, "store")).")
    for typed in try samples() { try run(typed) }
    console.writeLine(
      """

      Go on:
        fresnel                      on a terminal: search while typing
        fresnel search WORDS         the same for scripts
        fresnel query 'title == "lib*"c'
        fresnel items | fresnel show ID | fresnel explain QUERY ID
        fresnel index FILE.jsonl     add items of your own
        fresnel --help
      """)
    return .success
  }

  private func run(_ typed: String) throws {
    guard let text = try? SearchText.words(typed) else { return }
    let request = text.rows(Self.resultCount, countsMatches: true, in: context.queryContext)
    try stores.prepareToSearch()
    let start = MonotonicClock.nanoseconds
    let answer = try stores.search(request)
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let count = answer.matchCount ?? answer.found.count
    context.console.writeLine(
      "\nfresnel search \(typed)   \(formatted(count: count)) matches in \(formatted(seconds: seconds))"
    )
    var descriptions = ResultDescriptions(
      ResultDescription(
        try QueryText.compiled(text.query, context), in: context.queryContext))
    for found in answer.found {
      let row = descriptions.description(by: found.understanding).row(
        for: found.hit.item, of: found.hit.scope, snippet: found.snippet)
      var line = StyledText("  ")
      line.append(row.title)
      line.append("   \(row.kind)", .kind)
      if !row.detail.spans.isEmpty { line.append("   ") }
      line.append(row.detail)
      context.console.writeLine(
        line.truncated(to: min(100, context.console.columns))
          .terminalText(usesColor: context.console.usesColor))
    }
  }

  /// What somebody might type: of items spread over the apps, half a title, or two words of a
  /// description.
  private func samples() throws -> [String] {
    var byApp: [String: [EncodedItem]] = [:]
    try stores.forEachItem(in: stores.shown) { _, scope, item in
      byApp[scope.app, default: []].append(item)
      return true
    }
    let apps = byApp.keys.sorted()
    guard !apps.isEmpty else { return [] }
    var samples: [String] = []
    let perApp = max(1, Self.queryCount / apps.count)
    for app in apps {
      let items = (byApp[app] ?? []).sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
      for number in 0..<perApp {
        // From places spread over the items, the first with something fit to type.
        let start = items.count * (2 * number + 1) / (2 * perApp)
        let near = items[start...].prefix(200)
        let sample = near.lazy.compactMap {
          number.isMultiple(of: 2) ? Self.beginning(of: $0) : Self.descriptionWords(of: $0)
        }.first
        if let sample, !samples.contains(sample) { samples.append(sample) }
      }
    }
    return Array(samples.prefix(Self.queryCount))
  }

  /// The beginning of a title, as somebody types it.
  private static func beginning(of item: EncodedItem) -> String? {
    guard case .string(let title)? = item.value(for: .builtIn(.title)),
      titleLength.contains(title.count), title.allSatisfy({ $0.isLetter || $0 == " " })
    else { return nil }
    return String(title.prefix(max(3, title.count * 2 / 3))).trimmingSpaces.lowercased()
  }

  /// Two words of a description, the last of them not finished.
  private static func descriptionWords(of item: EncodedItem) -> String? {
    guard case .string(let text)? = item.value(for: .builtIn(.contentDescription)) else {
      return nil
    }
    let words = text.split(separator: " ").map { String($0) }.filter { word in
      word.count >= 5 && word.allSatisfy { $0.isASCII && $0.isLetter }
    }
    guard words.count >= 2 else { return nil }
    return "\(words[0]) \(words[1].prefix(4))".lowercased()
  }
}
