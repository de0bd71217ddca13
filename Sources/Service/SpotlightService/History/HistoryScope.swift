package import FresnelModel
internal import SpotlightWire

extension ScopeName {
  /// The index of an app's states, see ``StateEntry``.
  static let activities = "\0activities"
  /// The index of what the person chose of an app, see ``EngagementRecord``.
  static let engagement = "\0engagement"
}

extension IndexScope {
  /// Where history keeps the states of an app.
  static func activities(of app: String) -> IndexScope {
    IndexScope(app: app, index: ScopeName.activities)
  }

  /// Where it is kept what the person chose of an app.
  static func engagement(of app: String) -> IndexScope {
    IndexScope(app: app, index: ScopeName.engagement)
  }

  /// Whether what is there is not the app's own, but about the person.
  package var isAboutPerson: Bool { index == ScopeName.activities || index == ScopeName.engagement }
}
