internal import StructuredData
internal import WebDocuments

/// A point on Earth as a page gives it.
public struct CardCoordinates: Hashable, Sendable {
  /// Degrees north, from -90 to 90.
  public let latitude: Double
  /// Degrees east, from -180 to 180.
  public let longitude: Double
}

extension CardCoordinates {
  /// Reads the coordinates of an item: those of its `geo`, else its own.
  ///
  /// - Returns: `nil` where it has none, and where they can't be right: out of range, or both zero, which is
  ///   what programs write that know none.
  init?(of view: ItemView) {
    var findings: [Diagnostic] = []
    self.init(of: view, &findings)
  }

  /// Reads the coordinates of an item and says what is wrong with them.
  init?(of view: ItemView, _ diagnostics: inout [Diagnostic]) {
    let source = view.items("geo").first { !$0.item["latitude"].isEmpty } ?? view
    guard let north = source.number("latitude"),
      let east = source.number("longitude")
    else { return nil }
    guard (-90.0...90).contains(north), (-180.0...180).contains(east) else {
      diagnostics.append(
        Diagnostic(
          .geoOutOfRange, "The place is at \(north), \(east), which is not on Earth.",
          at: source.item["latitude"].first?.location, subject: source.subject("latitude")))
      return nil
    }
    guard north != 0 || east != 0 else {
      diagnostics.append(
        Diagnostic(
          .geoNullIsland, "The place is at 0, 0, in the Gulf of Guinea.",
          at: source.item["latitude"].first?.location, subject: source.subject("latitude")))
      return nil
    }
    latitude = north
    longitude = east
  }
}
