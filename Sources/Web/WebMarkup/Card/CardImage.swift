internal import StructuredData
internal import WebAddresses
internal import WebDocuments

/// The picture of a card.
struct CardImage {
  /// Its address.
  let url: WebURL
  /// The media type that is named for it; `nil` where none is.
  let type: String?
  /// Its width and height in pixels, where they are named.
  let width: Double?
  let height: Double?
  /// Where it is named.
  let subject: String
  let location: SourceLocation?

  /// The picture of a page: `og:image`, that of the thing it is about, `twitter:image`, `image_src`.
  static func find(
    _ openGraph: OpenGraph, _ twitter: TwitterCard, _ main: ItemView?, _ page: PageElements,
    base: WebURL
  ) -> CardImage? {
    for image in openGraph.images {
      let place = image.secureURL ?? image.url
      guard let url = WebURL(place.text, base: base), url.isHTTP else { continue }
      return CardImage(
        url: url, type: image.type?.text, width: image.width.flatMap { pixels($0.text) },
        height: image.height.flatMap { pixels($0.text) }, subject: "og:image",
        location: place.location)
    }
    if let main, let image = find(main, base) { return image }
    if let image = twitter.image, let url = WebURL(image.text, base: base), url.isHTTP {
      return CardImage(
        url: url, type: nil, width: nil, height: nil, subject: "twitter:image",
        location: image.location)
    }
    for link in page.links where link.rel.contains("image_src") {
      guard let url = WebURL(link.href, base: base), url.isHTTP else { continue }
      return CardImage(
        url: url, type: nil, width: nil, height: nil, subject: "link[rel=image_src]",
        location: link.location)
    }
    return nil
  }

  /// The first picture of an item: an address, or an ImageObject.
  private static func find(_ main: ItemView, _ base: WebURL) -> CardImage? {
    for name in ["image", "photo", "thumbnailUrl", "thumbnail", "logo"] {
      for value in main.item[name] {
        if let place = value.item {
          let object = ItemView(graph: main.graph, place: place)
          let url = ["contentUrl", "url", "thumbnailUrl"].lazy
            .compactMap { object.url($0, base: base) }.first
          guard let url = url ?? object.item.identifier.flatMap({ WebURL($0, base: base) }),
            url.isHTTP
          else { continue }
          return CardImage(
            url: url, type: object.text("encodingFormat"), width: Self.pixels(object, "width"),
            height: Self.pixels(object, "height"), subject: main.subject(name),
            location: value.location)
        }
        let text = HTMLText.trimmed(value.text ?? "")
        guard !text.isEmpty, let url = WebURL(text, base: base), url.isHTTP else { continue }
        return CardImage(
          url: url, type: nil, width: nil, height: nil, subject: main.subject(name),
          location: value.location)
      }
    }
    return nil
  }

  /// A length in pixels: a number, or one with `px` behind it.
  private static func pixels(_ object: ItemView, _ name: String) -> Double? {
    object.text(name).flatMap(pixels)
  }

  private static func pixels(_ text: String) -> Double? {
    NumberReading(text.lowercased().hasSuffix("px") ? String(text.dropLast(2)) : text)?.value
  }

  /// What is wrong with a picture, as far as the page tells.
  func report(page url: WebURL, _ diagnostics: inout [Diagnostic]) {
    if url.scheme == "https", self.url.scheme == "http" {
      diagnostics.append(
        Diagnostic(
          .imageInsecure,
          "The page is served over https and its picture \(quoted(self.url.href)) is not.",
          at: location, subject: subject))
    }
    if MediaType.isNoPicture(self.url, type: type) {
      diagnostics.append(
        Diagnostic(
          .imageType,
          "\(quoted(self.url.href)) \(type.map { "is \(quoted($0))" } ?? "has the name of a file"), which cards don't show.",
          at: location, subject: subject))
    }
    if [width, height].contains(where: { $0.map { $0 < Self.smallest } ?? false }) {
      diagnostics.append(
        Diagnostic(
          .imageSmall,
          "The picture is \(Self.shown(width)) by \(Self.shown(height)) pixels.",
          at: location, subject: subject))
    }
  }

  /// A length as a sentence gives it; a question mark where there is none that a picture can have.
  private static func shown(_ length: Double?) -> String {
    length.flatMap { Int(exactly: $0.rounded()) }.map(String.init) ?? "?"
  }

  /// The fewest pixels of a side that look well on a card.
  private static let smallest = 200.0
}
