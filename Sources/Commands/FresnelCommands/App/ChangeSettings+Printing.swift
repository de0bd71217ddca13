internal import CommandKit
internal import FresnelApps
internal import FresnelModel

extension ChangeSettings {
  /// Says that an app has more items than it may store now.
  func warn(of app: String, beyond limit: Int, _ context: CommandContext) {
    let count = ShowApp.itemCounts(of: app, context).counts.reduce(0) { $0 + $1.count }
    guard count > limit else { return }
    context.warn(
      "\(withoutControls(app)) has \(counted(count, "item")) and may store \(formatted(count: limit)): they stay, and "
        + "it can add none until it has deleted some")
  }

  /// Says what is off for all apps.
  func printSwitches(_ decisions: SettingsFile.Decisions, _ context: CommandContext) {
    guard !asJSON else {
      return context.console.writeLine(
        JSONValue.object([
          JSONMember("history", .boolean(decisions.keepsHistory)),
          JSONMember("handoff", .boolean(decisions.handsOver)),
        ]).printed())
    }
    if !decisions.keepsHistory {
      context.console.writeLine("history is kept of no app; fresnel history on has it kept again")
    }
    if !decisions.handsOver {
      context.console.writeLine(
        "nothing is offered to other devices; fresnel handoff on has it offered again")
    }
  }

  func print(_ ranking: ResultRanking, _ context: CommandContext) {
    guard !asJSON else {
      return context.console.writeLine(
        JSONValue.object([JSONMember("ranking", .string(ranking.rawValue))]).printed())
    }
    context.console.writeLine(
      ranking == .learned
        ? "results are ordered by what you chose before"
        : "results are ordered by the text alone; --ranking learned heeds what you chose before")
  }

  func print(offersFilters: Bool, _ context: CommandContext) {
    guard !asJSON else {
      return context.console.writeLine(
        JSONValue.object([JSONMember("filters", .boolean(offersFilters))]).printed())
    }
    context.console.writeLine(
      offersFilters
        ? "filters are offered for parts of what you type"
        : "no filters are offered; --filters on has them offered again")
  }

  func print(keepsSearches: Bool, _ context: CommandContext) {
    guard !asJSON else {
      return context.console.writeLine(
        JSONValue.object([JSONMember("searches", .boolean(keepsSearches))]).printed())
    }
    context.console.writeLine(
      keepsSearches
        ? "what you type before you open something is kept as a recent search"
        : "no recent searches are kept; --searches on has them kept again")
  }

  func print(graceDays days: Int?, _ context: CommandContext) {
    guard !asJSON else {
      let value = days.map { JSONValue.integer(Int64($0)) } ?? .boolean(false)
      return context.console.writeLine(
        JSONValue.object([JSONMember("purgeAfterDays", value)]).printed())
    }
    let time = days.map { "after \(counted($0, "day"))" } ?? "never"
    context.console.writeLine("what uninstalled apps indexed is removed \(time)")
  }

  func print(
    _ app: String, _ settings: AppSettings, _ decisions: SettingsFile.Decisions,
    _ context: CommandContext
  ) {
    let items = settings.itemLimit ?? AppSettings.usualItemLimit
    let bytes = settings.byteLimit ?? AppSettings.usualByteLimit
    let others = settings.mayFetchFrom.sorted()
    guard !asJSON else {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("app", .string(app)), JSONMember("search", .boolean(settings.isSearchable)),
          JSONMember("suggestions", .boolean(settings.isSuggested)),
          JSONMember("history", .boolean(settings.keepsHistory && decisions.keepsHistory)),
          JSONMember("handoff", .boolean(settings.handsOver && decisions.handsOver)),
          JSONMember("items", .integer(Int64(items))), JSONMember("bytes", .integer(Int64(bytes))),
          JSONMember("mayFetchFrom", .array(others.map { .string($0) })),
        ]).printed())
      return
    }
    context.console.writeLine(context.style.strong(withoutControls(app)))
    context.console.writeLine("  search       \(settings.isSearchable ? "on" : "off")")
    context.console.writeLine("  suggestions  \(settings.isSuggested ? "on" : "off")")
    func writeSwitch(_ label: String, own: Bool, all: Bool) {
      let state = !all ? "off, as for all apps" : own ? "on" : "off"
      context.console.writeLine("  \(label)\(state)")
    }
    writeSwitch("history      ", own: settings.keepsHistory, all: decisions.keepsHistory)
    writeSwitch("handoff      ", own: settings.handsOver, all: decisions.handsOver)
    context.console.writeLine(
      "  at most      \(counted(items, "item")), \(formatted(byteCount: bytes))")
    if !others.isEmpty {
      context.console.writeLine("  may fetch    \(withoutControls(others.joined(separator: ", ")))")
    }
  }
}
