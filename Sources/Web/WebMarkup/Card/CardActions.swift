internal import StructuredData
internal import WebAddresses
internal import WebDocuments

/// The buttons of a card: call, directions and play, in this order.
struct CardActions {
  /// The thing that the page is about; `nil` where there is none.
  let main: ItemView?
  /// What addresses on the page are relative to.
  let base: WebURL

  /// The buttons, and what is wrong with what they are made of.
  func read(
    _ openGraph: OpenGraph, _ diagnostics: inout [Diagnostic]
  ) -> [CardAction] {
    var actions: [CardAction] = []
    var play: CardAction?
    if let main {
      if let number = TelephoneNumber.first(of: main, &diagnostics) {
        actions.append(.call(url: number.uri))
      }
      if let directions = Self.directions(to: main, &diagnostics) { actions.append(directions) }
      play = self.play(main, &diagnostics)
    }
    if let play = play ?? self.play(openGraph) { actions.append(play) }
    return actions
  }

  /// The places of an item: itself, or for something that happens somewhere, where.
  static func places(of main: ItemView) -> [ItemView] {
    [main] + main.items("location")
  }

  private static func directions(
    to main: ItemView, _ diagnostics: inout [Diagnostic]
  ) -> CardAction? {
    for place in places(of: main) {
      let address = CardAddress(of: place)
      let coordinates = CardCoordinates(of: place, &diagnostics)
      if let address {
        report(address, place, &diagnostics)
      }
      let line = address.flatMap { $0.isPrecise ? $0.line : nil }
      if line != nil || coordinates != nil { return .directions(address: line, coordinates) }
    }
    return nil
  }

  private static func report(
    _ address: CardAddress, _ place: ItemView, _ diagnostics: inout [Diagnostic]
  ) {
    let location = place.item["address"].first?.location ?? place.location
    if let text = address.text {
      diagnostics.append(
        Diagnostic(
          .addressIsText, "The address \(quoted(text)) is one text.", at: location,
          subject: place.subject("address")))
    } else if !address.isPrecise {
      diagnostics.append(
        Diagnostic(
          .addressTooCoarse, "The address \(quoted(address.line)) has neither street nor town.",
          at: location, subject: place.subject("address")))
    }
  }

  private func play(_ main: ItemView, _ diagnostics: inout [Diagnostic]) -> CardAction? {
    let sources = [main] + main.items("audio") + main.items("video")
    for source in sources {
      guard let medium = Self.medium(source) else { continue }
      if let url = source.url("contentUrl", base: base) {
        return .play(medium, url: url.href)
      }
      diagnostics.append(
        Diagnostic(
          .mediaContentURLMissing,
          source.item["embedUrl"].isEmpty
            ? "The recording has no contentUrl."
            : "The recording has an embedUrl, a page with a player, only.",
          at: source.location, subject: source.subject("contentUrl")))
    }
    for (name, medium) in [("audio", CardAction.Medium.audio), ("video", .video)] {
      if let url = main.url(name, base: base, where: { MediaType.isPlayable($0, medium) }) {
        return .play(medium, url: url.href)
      }
    }
    return nil
  }

  private func play(_ openGraph: OpenGraph) -> CardAction? {
    for media in openGraph.audios + openGraph.videos where media.isPlayable {
      let text = (media.secureURL ?? media.url).text
      guard let url = WebURL(text, base: base), url.isHTTP else { continue }
      return .play(media.kind == .audio ? .audio : .video, url: url.href)
    }
    return nil
  }

  private static func medium(_ view: ItemView) -> CardAction.Medium? {
    if view.isA("AudioObject") { return .audio }
    return view.isA("VideoObject") ? .video : nil
  }
}
