/// What the association of a site with an app says of an address.
public enum UniversalLink: String, Hashable, Sendable {
  /// The site and an app name each other, and the address is the app's.
  case verified
  /// The site lets an app open the address; whether the app names the site is not known.
  case siteOnly
  /// The site leaves the address out.
  case excluded
  /// No rule of the site covers the address, or site and app don't name each other.
  case notMatched
  /// Nobody looked.
  case unchecked
}
