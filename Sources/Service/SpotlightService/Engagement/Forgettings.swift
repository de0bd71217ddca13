/// How often the person had something forgotten of what they chose: so that what is on its way meanwhile is known to be
/// from before.
struct Forgettings: Sendable {
  /// What was forgotten by its names.
  private struct Named: Sendable {
    let identifiers: Set<String>
    /// Whose; `nil` for everybody's.
    let app: String?
  }

  /// Whose texts were forgotten, and where they were typed.
  private struct Texts: Hashable, Sendable {
    /// `nil` for everybody's.
    let app: String?
    let origin: SearchTexts.Origin
  }

  /// A point in time of an app, by what the person had forgotten before it.
  struct Moment: Hashable, Sendable {
    fileprivate let ofApp: Int
    fileprivate let named: Int
    /// By the origin of texts.
    fileprivate let texts: [Int]
  }

  /// How often something was forgotten, whatever it was.
  private(set) var total = 0
  /// Of all apps at once.
  private var ofAllApps = 0
  /// Of single apps.
  private var ofApps: [String: Int] = [:]
  /// The last of what was forgotten by its names, and how many were before them.
  private var named: [Named] = []
  private var droppedCount = 0
  /// How often texts alone were forgotten, which leaves choices as they are.
  private var ofTexts: [Texts: Int] = [:]
  private static let namedLimit = 64

  /// Everything of an app was forgotten; `nil` for all apps.
  mutating func note(of app: String?) {
    total += 1
    if let app { ofApps[app, default: 0] += 1 } else { ofAllApps += 1 }
  }

  /// Things were forgotten by their names.
  mutating func note(_ identifiers: Set<String>, of app: String?) {
    total += 1
    named.append(Named(identifiers: identifiers, app: app))
    if named.count > Self.namedLimit {
      named.removeFirst()
      droppedCount += 1
    }
  }

  /// Texts were forgotten: of an app's things, or everybody's, and of one origin, or all.
  mutating func noteTexts(of app: String?, from origin: SearchTexts.Origin?) {
    total += 1
    for one in SearchTexts.Origin.allCases where origin == nil || one == origin {
      ofTexts[Texts(app: app, origin: one), default: 0] += 1
    }
  }

  /// Now, for what is chosen of an app.
  func moment(of app: String) -> Moment {
    Moment(
      ofApp: ofAllApps + (ofApps[app] ?? 0), named: droppedCount + named.count,
      texts: SearchTexts.Origin.allCases.map { textCount(of: app, from: $0) })
  }

  private func textCount(of app: String, from origin: SearchTexts.Origin) -> Int {
    (ofTexts[Texts(app: nil, origin: origin)] ?? 0)
      + (ofTexts[Texts(app: app, origin: origin)] ?? 0)
  }

  /// Whether a thing was forgotten since some moment, or more than is known of since then.
  ///
  /// - Parameters:
  ///   - identifier: What it is called by; `nil` for what has no name of its own.
  ///   - app: Whose it is.
  ///   - moment: The moment, of the same app.
  /// - Returns: Whether it was forgotten.
  func isForgotten(_ identifier: String?, of app: String, since moment: Moment) -> Bool {
    if ofAllApps + (ofApps[app] ?? 0) != moment.ofApp || moment.named < droppedCount { return true }
    guard let identifier else { return false }
    return named.suffix(droppedCount + named.count - moment.named).contains {
      $0.identifiers.contains(identifier) && ($0.app == nil || $0.app == app)
    }
  }

  /// Whether texts of an app's things were forgotten since some moment of the same app.
  func areTextsForgotten(
    from origin: SearchTexts.Origin, of app: String, since moment: Moment
  ) -> Bool {
    textCount(of: app, from: origin) != moment.texts[Int(origin.rawValue)]
  }
}
