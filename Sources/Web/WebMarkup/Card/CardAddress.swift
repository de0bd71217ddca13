internal import StructuredData

/// A postal address as a page gives it.
public struct CardAddress: Hashable, Sendable {
  /// Street and number.
  public internal(set) var street: String?
  /// Town.
  public internal(set) var locality: String?
  /// State or province.
  public internal(set) var region: String?
  /// Postal code.
  public internal(set) var postalCode: String?
  /// Country, by name or code.
  public internal(set) var country: String?
  /// The whole address, where the page gives it as one text.
  public internal(set) var text: String?

  /// The address on one line.
  public var line: String {
    if let text { return text }
    let area = [region, postalCode].compactMap(\.self).joined(separator: " ")
    return [street, locality, area.isEmpty ? nil : area, country].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Whether it leads somewhere: it has a street or a town, or is one text.
  public var isPrecise: Bool { street != nil || locality != nil || text != nil }
}

extension CardAddress {
  /// Reads the address of an item.
  ///
  /// - Returns: `nil` where it has none that says anything.
  init?(of view: ItemView) {
    if view.isA("PostalAddress") {
      self.init(postal: view)
      return
    }
    if let postal = view.items("address").first {
      self.init(postal: postal)
    } else if let text = view.text("address") {
      self.init(text: text)
    } else {
      return nil
    }
  }

  private init?(postal view: ItemView) {
    street = view.text("streetAddress")
    locality = view.text("addressLocality")
    region = view.text("addressRegion")
    postalCode = view.text("postalCode")
    country = view.text("addressCountry")
    if line.isEmpty {
      // An address without parts may still have a name that says it.
      guard let name = view.text("name") else { return nil }
      text = name
    }
  }
}
