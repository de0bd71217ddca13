internal import StructuredData
internal import WebDocuments

/// The apps that Twitter tags name.
enum TwitterApps {
  /// The apps of a card by kind of device, as the tags call it.
  static func all(of card: TwitterCard) -> [(device: String, app: TwitterCard.App)] {
    [("iphone", card.iPhone), ("ipad", card.iPad), ("googleplay", card.googlePlay)]
  }

  /// Reports apps that are not named, or not by a number where the store has numbers.
  static func report(_ card: TwitterCard, _ diagnostics: inout [Diagnostic]) {
    let isAppCard = card.kind?.text.lowercased() == "app"
    for (device, app) in all(of: card) {
      let subject = "twitter:app:id:\(device)"
      if let id = app.id {
        guard device != "googleplay", !id.text.utf8.allSatisfy(HTMLText.isDigit) else { continue }
        diagnostics.append(
          Diagnostic(
            .twitterAppIDNotNumeric, "The app is \(quoted(id.text)), not a number.",
            at: id.location, subject: subject))
      } else if let place = app.url ?? (isAppCard ? app.name : nil) {
        diagnostics.append(
          Diagnostic(
            .twitterAppIDMissing, "The tags for \(device) name no app.", at: place.location,
            subject: subject))
      }
    }
    if isAppCard, all(of: card).allSatisfy(\.app.isEmpty) {
      diagnostics.append(
        Diagnostic(
          .twitterAppIDMissing, "The card is one for an app, and no tag names the app.",
          at: card.kind?.location, subject: "twitter:card"))
    }
  }
}
