package import FresnelModel

// Attributes that the service itself adds to items. Apps cannot set them, and no search looks at them.

extension AttributeID {
  /// The least number that is the service's own; those below are of the attribute table.
  package static let firstOfService = AttributeID(rawValue: 0xF000)
  /// What history keeps of a state, see ``StateRecord``; in the items of history.
  package static let stateRecord = AttributeID(rawValue: 0xF001)
  /// How the thing was used that a hit stands for, see ``ThingSignals``; in hits.
  package static let thingSignals = AttributeID(rawValue: 0xF002)
  /// From whom the thing is known that a hit stands for, see ``ThingOrigin``; in hits.
  package static let thingOrigin = AttributeID(rawValue: 0xF003)

  /// What is kept of what a person chose; in the items of the service's index for that.
  package static let engagementRecord = AttributeID(rawValue: 0xF004)

  /// Whether only the service sets the attribute.
  package var isOfService: Bool { self >= .firstOfService }
}

extension EncodedItem {
  /// Whether the item has an attribute that only the service sets.
  ///
  /// - Throws: `ModelError` with code `damaged`.
  package func hasServiceAttributes() throws(ModelError) -> Bool {
    var isFound = false
    try forEachEncodedAttribute { attribute throws(ModelError) in
      if case .builtIn(let id) = attribute.key, id.isOfService { isFound = true }
    }
    return isFound
  }
}
