internal import FresnelModel

/// The attributes of the thing that a page is about.
struct ItemAttributes {
  /// The thing.
  let view: ItemView

  /// The most texts of a list that are kept.
  private static let listLimit = 50

  /// Sets what the thing tells.
  func write(_ writer: inout AttributeWriter) {
    writePlace(&writer)
    writeWork(&writer)
    writer.set(.identifier, view.text("isbn", "gtin13", "gtin", "sku", "productID"))
    writer.set(.emailAddresses, list("email"))
    writer.set(.genre, view.text("genre"))
    writer.set(.pixelWidth, view.isA("ImageObject") ? view.number("width") : nil)
    writer.set(.pixelHeight, view.isA("ImageObject") ? view.number("height") : nil)
    writer.set(.pageCount, view.number("numberOfPages"))
  }

  /// Where it is and how it is called there.
  private func writePlace(_ writer: inout AttributeWriter) {
    if let number = TelephoneNumber.first(of: view) {
      writer.set(.phoneNumbers, [number.text])
    }
    for place in CardActions.places(of: view) {
      let address = CardAddress(of: place)
      let coordinates = CardCoordinates(of: place)
      guard address != nil || coordinates != nil else { continue }
      writer.set(.namedLocation, place.name)
      writer.set(.latitude, coordinates?.latitude)
      writer.set(.longitude, coordinates?.longitude)
      guard let address else { return }
      writer.set(.thoroughfare, address.street)
      writer.set(.city, address.locality)
      writer.set(.stateOrProvince, address.region)
      writer.set(.postalCode, address.postalCode)
      writer.set(.country, address.country)
      writer.set(.fullyFormattedAddress, address.line)
      return
    }
  }

  /// Who made it and when, for what somebody made.
  private func writeWork(_ writer: inout AttributeWriter) {
    writer.set(.headline, view.text("headline"))
    writer.set(.authorNames, list("author"))
    writer.set(.creator, view.text("creator"))
    writer.set(.editors, list("editor"))
    writer.set(.publishers, list("publisher"))
    writer.set(.contributors, list("contributor"))
    writer.set(.organizations, list("organizer") + list("worksFor"))
    writer.set(.languages, list("inLanguage"))
    writer.set(.copyright, view.text("copyrightNotice"))
    writer.set(.rights, view.text("license"))
    writer.set(.director, view.text("director"))
    writer.set(.producer, view.text("producer"))
    writer.set(.performers, list("performer") + list("actor"))
    writer.set(.artist, view.text("byArtist"))
    writer.set(.album, view.text("inAlbum"))
    writer.set(.composer, view.text("composer"))
    writer.set(.contentModificationDate, view.date("dateModified")?.timestamp)
    writer.set(.duration, CardDetails.seconds(of: view))
  }

  private func list(_ name: String) -> [String] { Array(view.texts(name).prefix(Self.listLimit)) }
}
