internal import StructuredData
internal import WebDocuments

/// What the sources of a page name the app by, store by store.
struct StoreIdentifiers {
  /// A name for an app and where it was read.
  private typealias Naming = (source: String, id: String)
  /// By kind of device: apps for iPhone and iPad may be two of one store.
  private let byDevice: [(device: String, namings: [Naming])]

  /// Gathers the names of a page's apps.
  init(_ links: DeepLinks, _ card: TwitterCard) {
    func appLinks(_ platform: AppLinks.Platform) -> [Naming] {
      (links.appLinks.entries[platform] ?? []).prefix(1).compactMap { entry in
        entry.storeID.map { ("al:\(platform.rawValue)", $0) }
      }
    }
    func twitter(_ device: String, _ app: TwitterCard.App) -> [Naming] {
      app.id.map { [("twitter:app:id:\(device)", $0.text)] } ?? []
    }
    func alternates(_ kind: AlternateAppLink.Kind) -> [Naming] {
      links.alternates.filter { $0.kind == kind }.prefix(1).compactMap { alternate in
        alternate.storeID.map { ("\(kind.rawValue)-app:", $0) }
      }
    }
    let banner: [Naming] = links.banner.map { [("the banner", $0.appID)] } ?? []
    let apple = banner + appLinks(.iOS) + alternates(.iOS)
    byDevice = [
      ("iPhone", apple + appLinks(.iPhone) + twitter("iphone", card.iPhone)),
      ("iPad", apple + appLinks(.iPad) + twitter("ipad", card.iPad)),
      (
        "Android",
        appLinks(.android) + twitter("googleplay", card.googlePlay) + alternates(.android)
      ),
    ]
  }

  /// Reports the first kind of device that the sources name several apps for.
  func report(_ diagnostics: inout [Diagnostic]) {
    for (device, namings) in byDevice where Set(namings.map(\.id)).count > 1 {
      let list = namings.map { "\($0.source) says \(quoted($0.id))" }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(.storeIDsDiffer, "The page names several apps for \(device): \(list)."))
      return
    }
  }
}
