internal import FresnelModel

/// Where the app can be got, and where it is told of.
extension AppManifest {
  /// The stores whose names for the app a manifest may give.
  package static let stores = [
    "app-store", "f-droid", "google-play", "microsoft-store", "snap-store",
  ]

  static func appStreamIdentifier(_ root: ManifestFields) -> String? {
    let key = "FresnelAppStreamIdentifier"
    guard let text = root.text(key) else { return nil }
    if AppIdentifier.isValid(text), text.utf8.contains(UInt8(ascii: ".")) { return text }
    root.wrongValue(
      key, "\"\(text)\" names no app in AppStream.",
      remedy: "Write the id of the app's component, such as org.example.Notes.")
    return nil
  }

  static func storeIdentifiers(_ root: ManifestFields) -> [String: String] {
    let key = "FresnelStoreIdentifiers"
    guard let fields = root.dictionary(key) else { return [:] }
    var identifiers: [String: String] = [:]
    for store in fields.entries.keys.sorted() {
      guard stores.contains(store) else {
        fields.wrongValue(
          store, "There is no store \"\(store)\".",
          remedy: "Use some of \(stores.joined(separator: ", ")).")
        continue
      }
      identifiers[store] = fields.text(store)
    }
    return identifiers
  }

  static func webAddress(_ root: ManifestFields, _ key: String) -> String? {
    guard let text = root.text(key) else { return nil }
    let isAddress = ["https://", "http://"].contains {
      text.lowercased().hasPrefix($0) && text.utf8.count > $0.utf8.count
    }
    if isAddress, text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 }) { return text }
    root.wrongValue(
      key, "\"\(text)\" is no address of the web.",
      remedy: "Write it whole, as in https://example.com/notes.")
    return nil
  }
}
