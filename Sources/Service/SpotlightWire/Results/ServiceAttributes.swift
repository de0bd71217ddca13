package import FresnelModel

// Attributes that the service itself adds to items. Apps cannot set them, and no search looks at them.

extension AttributeID {
  /// The least number that is the service's own; those below are of the attribute table.
  package static let firstOfService = AttributeID(rawValue: 0xF000)
  /// What history keeps of a state, see ``StateRecord``; in the items of history.
  package static let stateRecord = AttributeID(rawValue: 0xF001)
  /// How the entity was used that a hit stands for, see ``EntitySignals``; in hits.
  package static let entitySignals = AttributeID(rawValue: 0xF002)
  /// From whom the entity is known that a hit stands for, see ``EntityOrigin``; in hits.
  package static let entityOrigin = AttributeID(rawValue: 0xF003)

  /// What is kept of what a person chose; in the items of the service's index for that.
  package static let engagementRecord = AttributeID(rawValue: 0xF004)
  /// After which texts it was chosen, see ``MemoryRecord``; beside that.
  package static let memoryRecord = AttributeID(rawValue: 0xF005)
  /// The texts themselves, as far as they are kept; beside that.
  package static let searchTexts = AttributeID(rawValue: 0xF006)

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
