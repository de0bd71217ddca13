/// The places of the names in a list that grows, each name once.
///
/// Most things that pages tell of have few properties: comparing a name with each of these takes less than a hash of it.
struct NamePlaces {
  /// How many names are compared one by one.
  private static let few = 12
  private var names: [String] = []
  /// The place of each name, once there are more than few.
  private var places: [String: Int] = [:]

  /// The place of a name; `nil` where it is none of the list.
  ///
  /// - Complexity: O(1) in the number of names.
  subscript(name: String) -> Int? {
    if names.count > Self.few { return places[name] }
    return names.firstIndex(of: name)
  }

  /// Adds a name that is not in the list, behind the others.
  mutating func append(_ name: String) {
    names.append(name)
    if names.count > Self.few + 1 {
      places[name] = names.count - 1
    } else if names.count == Self.few + 1 {
      for (place, name) in names.enumerated() { places[name] = place }
    }
  }
}
