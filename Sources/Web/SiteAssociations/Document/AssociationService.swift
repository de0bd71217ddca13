/// What a site can vouch for.
public enum AssociationService: String, Hashable, Sendable, CaseIterable {
  /// Its links open in the app.
  case applinks
  /// Its passwords are filled in in the app.
  case webcredentials
  /// Its small apps run.
  case appclips
  /// Its pages go on in the app on another device.
  case activitycontinuation

  /// Services that there are as well and that mean nothing here: signing in on behalf of apps.
  static let others: Set<String> = ["authsrv"]

  /// Whether there is a service of a name, be it one that means nothing here.
  static func isKnown(_ name: String) -> Bool {
    AssociationService(rawValue: name) != nil || others.contains(name)
  }
}
