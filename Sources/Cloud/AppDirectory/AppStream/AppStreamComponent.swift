internal import WebAddresses

/// A component of an AppStream document while it is read: the texts that matter, as they stand there.
struct AppStreamComponent {
  /// An icon at an address.
  struct Icon {
    let address: String
    let width: Int
  }

  /// Its type, such as `desktop-application`.
  let type: String
  /// What it does to another component, where it only adds to one.
  let merge: String?
  var id: String?
  /// The name without a language, and the first of those with one.
  var name: String?
  var translatedName: String?
  /// Addresses by their type.
  var urls: [String: String] = [:]
  var icons: [Icon] = []
  /// Former identifiers, and those of its desktop files.
  var otherIDs: [String] = []
  /// Content types that it opens.
  var mediaTypes: [String] = []
  /// What its maintainers say for certain programs, by key.
  var custom: [String: String] = [:]

  /// The types that stand for something that a person opens; the second is an older word for the first.
  static let appTypes: Set<String> = [
    "desktop-application", "desktop", "console-application", "web-application",
  ]
  /// So many of a list are kept.
  static let maximumListCount = 64
}
