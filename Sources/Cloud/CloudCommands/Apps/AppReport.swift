internal import AppDirectory
internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import SiteAssociations
internal import WebAddresses

/// An app of the directory in words and for programs.
struct AppReport {
  private let app: ListedApp
  private let verdicts: [SiteVerdict]

  /// Looks at an app.
  init(_ app: ListedApp, in apps: CloudApps) throws {
    self.app = app
    verdicts = try apps.directory.verdicts(about: app, now: apps.now)
  }

  /// How many of its sites vouch for it.
  var verifiedCount: Int { verdicts.count { $0.state == .verified } }

  /// Whether all its sites do.
  var isVerified: Bool { verifiedCount == verdicts.count }

  /// What a list shows of it.
  func line(_ style: Style) -> String {
    var notes = [app.catalogue.map { "from \($0)" } ?? "added by hand"]
    if !verdicts.isEmpty {
      notes.append("\(verifiedCount) of \(counted(verdicts.count, "site")) verified")
    }
    return "\(style.strong(withoutControls(app.identifier)))  \(withoutControls(app.name))  "
      + style.faint(withoutControls(notes.joined(separator: ", ")))
  }

  /// All that is known of it.
  func lines(_ style: Style) -> [String] {
    var rows: [(String, String)] = []
    func add(_ name: String, _ text: String?) {
      if let text { rows.append((name, text)) }
    }
    add("name", app.name)
    add("bundle id", app.bundleIdentifier)
    add("team id", app.teamIdentifier)
    add("appstream", app.appStreamID?.description)
    for former in app.formerIDs { add("also", former.description) }
    for store in AppStore.allCases { add(store.rawValue, app.storeIDs[store]) }
    add("icon", app.icon?.href)
    add("presented at", app.marketingURL?.href)
    add("help at", app.supportURL?.href)
    if !app.schemes.isEmpty { add("schemes", app.schemes.joined(separator: ", ")) }
    add("known", app.catalogue.map { "from the catalogue \($0)" } ?? "added by hand")
    let others = app.domains.filter { $0.service != .applinks }
    for domain in others { add("site", domain.description) }
    return [style.strong(withoutControls(app.identifier))]
      + rows.map { "  \(padded($0.0, to: 16)) \(withoutControls($0.1))" } + siteLines(style)
  }

  /// Its sites, and whether they vouch for it.
  func siteLines(_ style: Style) -> [String] {
    verdicts.map { verdict in
      let words = withoutControls(Self.words(verdict))
      return "  \(padded("site", to: 16)) \(withoutControls(verdict.domain.host))  "
        + (verdict.state == .verified ? style.success(words) : words)
    }
  }

  private static func words(_ verdict: SiteVerdict) -> String {
    let problem = verdict.problems.first?.withoutFullStop
    switch verdict.state {
    case .verified:
      return problem.map { "verified (could not be renewed: \($0))" } ?? "verified"
    case .notListed: return "the site's file does not name the app"
    case .noFile: return problem ?? "the site's file is too old"
    case .notAsked: return "not asked yet; fresnel-cloud app verify does that"
    case .noIdentity: return "the app's bundle id is not known, by which sites name it"
    }
  }

  /// All that is known of it, for programs.
  var json: JSONValue {
    .present([
      "bundle_id": .text(app.bundleIdentifier), "team_id": .text(app.teamIdentifier),
      "appstream": .text(app.appStreamID?.description), "name": .string(app.name),
      "also": Self.list(app.formerIDs.map(\.description)),
      "stores": app.storeIDs.isEmpty
        ? nil
        : .object(
          app.storeIDs.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { JSONMember($0.key.rawValue, .string($0.value)) }),
      "icon": .text(app.icon?.href), "marketing_url": .text(app.marketingURL?.href),
      "support_url": .text(app.supportURL?.href),
      "domains": Self.list(app.domains.map(\.description)), "schemes": Self.list(app.schemes),
      "catalogue": .text(app.catalogue),
      "sites": verdicts.isEmpty ? nil : .array(verdicts.map(Self.json)),
    ])
  }

  private static func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }

  private static func json(_ verdict: SiteVerdict) -> JSONValue {
    .present([
      "host": .string(verdict.domain.host), "state": .string(verdict.state.rawValue),
      "checked": verdict.checked.map { .integer($0) }, "problems": list(verdict.problems),
    ])
  }
}
