internal import FresnelModel

/// What an attribute set holds: its values, and a note of each value that could not be taken.
struct AttributeStorage: Hashable, Sendable {
  /// The values by key.
  private(set) var attributes: Attributes

  /// Why the latest value given for a key cannot be stored, by key. Setters cannot throw, so the
  /// reason waits here until the item is indexed.
  private(set) var rejections: [AttributeKey: String]

  init(_ attributes: Attributes = Attributes()) {
    self.attributes = attributes
    rejections = [:]
  }

  /// Sets a value; `null` records that the attribute was cleared.
  mutating func set(_ value: AttributeValue, for key: AttributeKey) {
    attributes[key] = value
    if !rejections.isEmpty { rejections[key] = nil }
  }

  /// Clears an attribute and notes why its new value cannot be stored.
  mutating func reject(_ key: AttributeKey, because reason: String) {
    attributes[key] = .null
    rejections[key] = reason
  }

  /// Takes everything of another storage; its values replace those here.
  mutating func take(_ other: AttributeStorage) {
    for (key, value) in other.attributes.values { set(value, for: key) }
    for (key, reason) in other.rejections { reject(key, because: reason) }
  }
}
