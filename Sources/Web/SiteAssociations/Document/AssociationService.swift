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
}
