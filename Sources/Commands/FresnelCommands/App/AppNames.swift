internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// What a person writes for an app: its identifier, or for an app of the command line's own the part behind
/// `org.fresnel.`. In the name of a program that no manifest registers the path may go over links. Every command that
/// takes an app asks here which one is meant.
enum AppNames {
  /// What the identifiers of the command line's own apps begin with.
  private static let ownPrefix = "org.fresnel."
  /// So many names are listed where one is not known.
  private static let listedCount = 10

  /// The app that a name means; `nil` for none of these.
  static func app(named name: String, among known: Set<String>) -> String? {
    meanings(of: name).first(where: known.contains)
  }

  /// The apps that a name may mean, by their nameless indexes.
  static func candidates(for name: String) -> Set<IndexScope> {
    Set(meanings(of: name).map { IndexScope(app: $0) })
  }

  /// The identifiers that a name may stand for, the likeliest first.
  private static func meanings(of name: String) -> [String] {
    [name, ownPrefix + name] + (withoutLinks(name).map { [$0] } ?? [])
  }

  /// The name of a program, script or AppImage as the daemon knows it, which names the file that it really is; `nil`
  /// where there is none. Build directories such as `.build/debug` are links.
  private static func withoutLinks(_ name: String) -> String? {
    let unregistered = "unregistered:"
    guard
      let prefix = ["script:", "appimage:", ""].map({ unregistered + $0 })
        .first(where: { name.hasPrefix($0 + "/") })
    else { return nil }
    return FileSystem.resolved(String(name.dropFirst(prefix.count))).map { prefix + $0 }
  }

  /// What to write in the place of a name that is not known; `nil` where there is nothing that it could be.
  static func advice(for name: String, among known: some Sequence<String>) -> String? {
    let names = Set(known).sorted()
    if let near = near(name, among: names) { return "did you mean \(withoutControls(near))?" }
    if names.isEmpty { return nil }
    let listed = withoutControls(names.prefix(listedCount).joined(separator: ", "))
    let rest = names.count - listedCount
    return rest > 0
      ? "use one of \(listed), or of \(formatted(count: rest)) more: see fresnel app list and fresnel stats"
      : "use one of \(listed)"
  }

  /// The nearest name, be it written with the prefix or without.
  private static func near(_ name: String, among names: [String]) -> String? {
    if let near = nearest(to: name, among: names) { return near }
    let short = names.filter { $0.hasPrefix(ownPrefix) }.map {
      String($0.dropFirst(ownPrefix.count))
    }
    return nearest(to: name, among: short)
  }
}

extension AppWorld {
  /// The app that a person means by a name.
  struct Match {
    /// Its identifier; the name itself where nothing is known of it.
    let identifier: String
    /// Whether a manifest registers it, something was decided about it, or it has items.
    let isKnown: Bool
    /// What else there is, where nothing is known.
    fileprivate let others: Set<String>
  }

  /// Finds the app that a person means by a name. What is indexed is looked at only where neither a manifest nor the
  /// settings have the name.
  ///
  /// - Throws: ``CommandError`` where what is indexed cannot be asked for.
  func find(_ name: String, _ context: CommandContext) throws -> Match {
    var known = registered
    if let decided = try? settings.all() {
      known.formUnion(decided.lazy.filter { $0.value != AppSettings() }.map(\.key))
    }
    if known.contains(name) { return Match(identifier: name, isKnown: true, others: []) }
    let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
    known.formUnion(try stores.strictlyReadableIndexes().indexes.map(\.scope.app))
    guard let app = AppNames.app(named: name, among: known) else {
      return Match(identifier: name, isKnown: false, others: known)
    }
    return Match(identifier: app, isKnown: true, others: [])
  }

  /// The app with a manifest that a person means by a name; `nil` where no manifest registers it.
  func registeredApp(named name: String) -> String? {
    AppNames.app(named: name, among: registered)
  }

  private var registered: Set<String> {
    Set(registry.catalog.entries.map(\.manifest.identifier))
  }

  /// Why nothing is known of an app, neither a manifest nor items, and which there are.
  func unknown(_ match: Match) -> CommandError {
    CommandError(
      .incomplete,
      "no app \"\(withoutControls(match.identifier))\" is known: no manifest registers it, and it has no items",
      advice: registry.problems.first?.withoutFullStop
        ?? AppNames.advice(for: match.identifier, among: match.others)
        ?? "fresnel app list names those that are registered")
  }

  /// Why an app is not registered, and which are.
  func unregistered(_ identifier: String) -> CommandError {
    CommandError(
      .incomplete, "no manifest registers the app \"\(withoutControls(identifier))\"",
      advice: registry.problems.first?.withoutFullStop
        ?? AppNames.advice(for: identifier, among: registered)
        ?? "fresnel app list names those that are; fresnel app install adds one")
  }
}
