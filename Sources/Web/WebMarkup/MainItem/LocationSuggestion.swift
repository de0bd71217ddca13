internal import StructuredData

/// A place that a page tells of, as apps offer it while an address is typed.
public struct LocationSuggestion: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// Its address; `nil` where the page doesn't say.
  public let address: CardAddress?
  /// Where it is; `nil` where the page doesn't say.
  public let coordinates: CardCoordinates?
  /// Its telephone number, ready to be called; `nil` where the page doesn't say.
  public let telephone: String?
  /// The item's place in the graph.
  public let item: Int
}

extension LocationSuggestion {
  /// The most places that are offered.
  private static let limit = 200

  /// Every item of a graph that has a name, and an address, coordinates or a telephone number.
  static func all(in graph: ItemGraph) -> [LocationSuggestion] {
    var result: [LocationSuggestion] = []
    for place in graph.items.indices {
      guard result.count < limit else { break }
      let view = ItemView(graph: graph, place: place)
      guard let name = view.name else { continue }
      let address = CardAddress(of: view)
      let coordinates = CardCoordinates(of: view)
      let telephone = TelephoneNumber.first(of: view)
      guard address != nil || coordinates != nil || telephone != nil else { continue }
      result.append(
        LocationSuggestion(
          name: name, address: address, coordinates: coordinates, telephone: telephone?.uri,
          item: place))
    }
    return result
  }
}
