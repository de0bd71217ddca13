internal import FresnelModel

// The file of settings, JSON:
//
//   {"version":1,"history":false,"ranking":"fixed","filters":false,"searches":false,"handoff":false,
//    "purgeAfterDays":30,"web":{"search":true,"server":"https://search.example/"},
//    "apps":{"com.example.mail":{"search":false,"suggestions":false,"history":false,"handoff":false,
//    "items":1000,"bytes":1000000,"mayFetchFrom":["com.example.photos"]}}}
//
// What is left out is as usual; `"purgeAfterDays":false` stands for never. A ranking that this version does not know
// counts as the usual one. Members that this version does not know are kept when it writes.

/// What orders the results of searches.
package enum ResultRanking: String, Sendable {
  /// What the person chose before, then the text.
  case learned
  /// The text alone.
  case fixed
}

/// What a settings file says.
struct SettingsContent: Equatable, Sendable {
  private static let version: Int64 = 1

  /// Whether history is kept of any app.
  var keepsHistory = true
  /// What orders the results of searches.
  var ranking = ResultRanking.learned {
    didSet { laterRanking = nil }
  }
  /// What a later version decided about that and this one does not know; kept until something else is decided.
  private var laterRanking: JSONValue?
  /// Whether parts of what is typed are offered as filters.
  var offersFilters = true
  /// Whether the texts are kept after which the person chose something.
  var keepsSearches = true
  /// Whether activities are handed over between devices.
  var handsOver = true
  /// After how many days what an app stored is removed that is not installed any more; `nil` for never.
  var graceDays: Int? = AppSettings.usualGraceDays
  /// What is decided about searching the web.
  var webSearch = WebSearchSettings()
  /// The settings of the apps about which something is decided.
  private(set) var apps: [String: AppSettings] = [:]
  /// Members of the file, and of each app, that this version does not know.
  private var unknown: [JSONMember] = []
  private var unknownOfApps: [String: [JSONMember]] = [:]

  /// What holds without a file.
  init() {}

  /// Changes an app's settings. They stay in the file where they are the usual ones again: the person decided so, and
  /// no settings of another name take their place.
  mutating func update(_ app: String, _ change: (inout AppSettings) -> Void) {
    var settings = apps.decided(on: app) ?? AppSettings()
    change(&settings)
    apps[app] = settings
  }

  /// Gives an app what was decided about another name of it, unless something was decided about the app itself.
  mutating func carry(from former: String, to heir: String) {
    guard let settings = apps[former], apps[heir] == nil else { return }
    apps[heir] = settings
    unknownOfApps[heir] = unknownOfApps[former]
  }

  /// Forgets what was decided about an app, under its other name too if it has one.
  mutating func remove(_ app: String) {
    for name in [app, AppSettings.otherName(of: app)].compactMap(\.self) {
      apps[name] = nil
      unknownOfApps[name] = nil
    }
  }

  // MARK: - Reading

  /// Reads a file's bytes.
  init(parsing bytes: [UInt8], path: String) throws(SettingsError) {
    let root: JSONValue
    do {
      root = try JSONValue.parse(bytes)
    } catch {
      throw SettingsError(.damaged, "The settings in \(path) are no JSON. \(error.description)")
    }
    func damaged(_ what: String) -> SettingsError {
      SettingsError(.damaged, "The settings in \(path) are damaged: \(what).")
    }
    guard case .object(let members) = root else { throw damaged("they are no object") }
    guard case .integer(let version)? = root["version"] else { throw damaged("version is missing") }
    guard version <= Self.version else {
      throw SettingsError(
        .newerVersion,
        "The settings in \(path) are of version \(version), and this software reads up to "
          + "\(Self.version).")
    }
    let known = [
      "version", "history", "ranking", "filters", "searches", "handoff", "purgeAfterDays", "web",
      "apps",
    ]
    unknown = members.filter { !known.contains($0.name) }
    switch root["history"] {
    case nil: break
    case .boolean(let value): keepsHistory = value
    default: throw damaged("history has a value that it can't have")
    }
    if case .string(let name)? = root["ranking"], let known = ResultRanking(rawValue: name) {
      ranking = known
    } else {
      laterRanking = root["ranking"]
    }
    // A value of another type counts as off: it damages nothing, least of all what is hidden.
    if let value = root["filters"] { offersFilters = value == .boolean(true) }
    if let value = root["searches"] { keepsSearches = value == .boolean(true) }
    switch root["handoff"] {
    case nil: break
    case .boolean(let value): handsOver = value
    default: throw damaged("handoff has a value that it can't have")
    }
    switch root["purgeAfterDays"] {
    case nil: break
    case .boolean(false): graceDays = nil
    case .integer(let days) where 0...AppSettings.mostGraceDays ~= Int(days): graceDays = Int(days)
    default: throw damaged("purgeAfterDays has a value that it can't have")
    }
    if let web = root["web"] {
      guard let settings = WebSearchSettings(web) else {
        throw damaged("web has a value that it can't have")
      }
      webSearch = settings
    }
    guard let value = root["apps"] else { return }
    guard case .object(let entries) = value else { throw damaged("apps is no object") }
    for entry in entries {
      guard case .object(let members) = entry.value else {
        throw damaged("\(entry.name) is no object")
      }
      var settings = AppSettings()
      var rest: [JSONMember] = []
      for member in members {
        switch (member.name, member.value) {
        case ("search", .boolean(let value)): settings.isSearchable = value
        case ("suggestions", .boolean(let value)): settings.isSuggested = value
        case ("history", .boolean(let value)): settings.keepsHistory = value
        case ("handoff", .boolean(let value)): settings.handsOver = value
        case ("items", .integer(let value)) where value >= 0: settings.itemLimit = Int(value)
        case ("bytes", .integer(let value)) where value >= 0: settings.byteLimit = Int(value)
        case ("mayFetchFrom", .array(let values)):
          for value in values {
            guard case .string(let app) = value else {
              throw damaged("mayFetchFrom of \(entry.name) holds what is no name of an app")
            }
            settings.mayFetchFrom.insert(app)
          }
        case ("search", _), ("suggestions", _), ("history", _), ("handoff", _),
          ("items", _), ("bytes", _), ("mayFetchFrom", _):
          throw damaged("\(member.name) of \(entry.name) has a value that it can't have")
        default: rest.append(member)
        }
      }
      apps[entry.name] = settings
      if !rest.isEmpty { unknownOfApps[entry.name] = rest }
    }
  }

  // MARK: - Writing

  /// The file's bytes.
  var bytes: [UInt8] {
    let names = Set(apps.keys).union(unknownOfApps.keys).sorted()
    let entries = names.map { name in
      JSONMember(
        name, .object(Self.members(of: apps[name] ?? AppSettings()) + (unknownOfApps[name] ?? [])))
    }
    var members = [JSONMember("version", .integer(Self.version))]
    if !keepsHistory { members.append(JSONMember("history", .boolean(false))) }
    if ranking != .learned {
      members.append(JSONMember("ranking", .string(ranking.rawValue)))
    } else if let laterRanking {
      members.append(JSONMember("ranking", laterRanking))
    }
    if !offersFilters { members.append(JSONMember("filters", .boolean(false))) }
    if !keepsSearches { members.append(JSONMember("searches", .boolean(false))) }
    if !handsOver { members.append(JSONMember("handoff", .boolean(false))) }
    if graceDays != AppSettings.usualGraceDays {
      members.append(
        JSONMember("purgeAfterDays", graceDays.map { .integer(Int64($0)) } ?? .boolean(false)))
    }
    if webSearch != WebSearchSettings() { members.append(JSONMember("web", webSearch.json)) }
    members.append(JSONMember("apps", .object(entries)))
    let root = JSONValue.object(members + unknown)
    return Array((root.text(indented: true) + "\n").utf8)
  }

  private static func members(of settings: AppSettings) -> [JSONMember] {
    var members: [JSONMember] = []
    if !settings.isSearchable { members.append(JSONMember("search", .boolean(false))) }
    if !settings.isSuggested { members.append(JSONMember("suggestions", .boolean(false))) }
    if !settings.keepsHistory { members.append(JSONMember("history", .boolean(false))) }
    if !settings.handsOver { members.append(JSONMember("handoff", .boolean(false))) }
    if let limit = settings.itemLimit {
      members.append(JSONMember("items", .integer(Int64(limit))))
    }
    if let limit = settings.byteLimit {
      members.append(JSONMember("bytes", .integer(Int64(limit))))
    }
    if !settings.mayFetchFrom.isEmpty {
      members.append(
        JSONMember("mayFetchFrom", .array(settings.mayFetchFrom.sorted().map { .string($0) })))
    }
    return members
  }
}
