internal import CommandKit
internal import FresnelModel
internal import SiteAssociations
internal import VerifiedLinks

/// What an app's claim to a site's links came to, in words and for programs.
struct ClaimReport {
  /// The claim.
  let claim: LinkClaim
  private let copy: LinkCopy?
  /// Whether what was kept of the site's answer cannot be read.
  private let isDamaged: Bool
  private let now: Int64
  private let preference: LinkPreferences.Choice?

  /// Looks at a claim.
  init(_ claim: LinkClaim, in world: LinkWorld) {
    self.claim = claim
    now = world.now
    copy = world.store.copy(of: claim.site)
    isDamaged = copy == nil && world.store.isDamaged(claim.site)
    // What is chosen is chosen for one host.
    preference = claim.entry.host.hasPrefix("*.") ? nil : world.preferences.all()[claim.site.host]
  }

  /// Whether site and app vouch for each other.
  var isVerified: Bool {
    copy?.association(now: now)?.lists(claim.identity, for: .applinks) ?? false
  }

  /// The state as a word for programs.
  private var state: String {
    guard let copy else { return "unasked" }
    guard let association = copy.association(now: now) else { return "nofile" }
    return association.lists(claim.identity, for: .applinks) ? "verified" : "notlisted"
  }

  /// The state in words.
  private var words: String {
    switch state {
    case "verified": "verified"
    case "notlisted": "the site's file does not name the app"
    case "nofile": copy?.problems.first?.withoutFullStop ?? "the site's file is too old"
    default: isDamaged ? "its answer is kept damaged: fresnel links verify" : "not asked yet"
    }
  }

  /// What a person reads of it.
  func line(_ style: Style) -> String {
    var notes: [String] = []
    if isVerified, let copy, !copy.problems.isEmpty {
      notes.append("could not be renewed: \(copy.problems[0].withoutFullStop)")
    }
    if claim.site.isDeveloper { notes.append("in development") }
    switch preference {
    case .browser?: notes.append("you chose the browser")
    case .app(let app)?: notes.append("you chose \(app)")
    case nil: break
    }
    let words = withoutControls(self.words)
    let extra = notes.isEmpty ? "" : "  (\(withoutControls(notes.joined(separator: "; "))))"
    return "\(style.strong(withoutControls(claim.entry.host)))  \(withoutControls(claim.app))  "
      + (isVerified ? style.success(words) : words) + style.faint(extra)
  }

  /// What a program reads of it.
  var json: JSONValue {
    .object([
      JSONMember("host", .string(claim.entry.host)), JSONMember("app", .string(claim.app)),
      JSONMember("entry", .string(claim.entry.description)),
      JSONMember("state", .string(state)), JSONMember("verified", .boolean(isVerified)),
      JSONMember("development", .boolean(claim.site.isDeveloper)),
      JSONMember("checked", copy.map { .integer($0.checked) } ?? .null),
      JSONMember("fetched", copy?.file == nil ? .null : .integer(copy?.fetched ?? 0)),
      JSONMember("problems", .array((copy?.problems ?? []).map { .string($0) })),
    ])
  }
}
