internal import FresnelModel

/// Sets attributes that have a value; the first one counts.
struct AttributeWriter {
  /// What was set.
  private(set) var attributes = Attributes()

  /// Sets an attribute to a text.
  mutating func set(_ id: AttributeID, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    set(id, value: .string(text))
  }

  /// Sets an attribute to a list of texts.
  mutating func set(_ id: AttributeID, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    set(id, value: .array(texts.map { .string($0) }))
  }

  /// Sets an attribute to a number.
  mutating func set(_ id: AttributeID, _ number: Double?) {
    guard let number, number.isFinite else { return }
    set(id, value: .double(number))
  }

  /// Sets an attribute to a whole number.
  mutating func set(_ id: AttributeID, _ number: Int) { set(id, value: .integer(Int64(number))) }

  /// Sets an attribute to a truth value.
  mutating func set(_ id: AttributeID, _ value: Bool) { set(id, value: .boolean(value)) }

  /// Sets an attribute to an instant.
  mutating func set(_ id: AttributeID, _ date: Timestamp?) {
    guard let date else { return }
    set(id, value: .date(date))
  }

  /// Sets an attribute to an address.
  mutating func set(_ id: AttributeID, url: String) { set(id, value: .url(url)) }

  private mutating func set(_ id: AttributeID, value: AttributeValue) {
    if attributes[id] == nil { attributes[id] = value }
  }
}
