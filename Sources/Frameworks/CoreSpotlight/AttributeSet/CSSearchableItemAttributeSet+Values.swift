internal import Foundation
internal import FresnelModel
internal import UniformTypeIdentifiers

// What the generated properties are made of: one subscript for each Swift type of a property. A
// value of another type, put there by name, reads as nil; clearing records a null.
extension CSSearchableItemAttributeSet {
  subscript(value key: AttributeKey) -> AttributeValue? {
    let value = storage.update { $0.attributes[key] }
    return value == .null ? nil : value
  }

  subscript(string id: AttributeID) -> String? {
    get { self[value: .builtIn(id)]?.text }
    set { store(newValue.map { .string($0) }, for: id) }
  }

  subscript(strings id: AttributeID) -> [String]? {
    get { elements(of: id) { $0.text } }
    set { store(newValue.map { .array($0.map { .string($0) }) }, for: id) }
  }

  subscript(number id: AttributeID) -> NSNumber? {
    get { self[value: .builtIn(id)]?.number }
    set { set(newValue, for: .builtIn(id)) }
  }

  /// A truth value. Numbers stay numbers here, as some attributes of this kind hold more than two
  /// values in practice.
  subscript(boolean id: AttributeID) -> NSNumber? {
    get { self[number: id] }
    set { self[number: id] = newValue }
  }

  subscript(date id: AttributeID) -> Date? {
    get { self[value: .builtIn(id)]?.dateValue }
    set { set(newValue, for: .builtIn(id)) }
  }

  subscript(dates id: AttributeID) -> [Date]? {
    get { elements(of: id) { $0.dateValue } }
    set { set(newValue, for: .builtIn(id)) }
  }

  subscript(url id: AttributeID) -> URL? {
    get { self[value: .builtIn(id)]?.urlValue }
    set { set(newValue, for: .builtIn(id)) }
  }

  subscript(data id: AttributeID) -> Data? {
    get { self[value: .builtIn(id)]?.dataValue }
    set { store(newValue.map { .data([UInt8]($0)) }, for: id) }
  }

  subscript(people id: AttributeID) -> [CSPerson]? {
    get { elements(of: id) { $0.personValue } }
    set { store(newValue.map { .array($0.map { .person($0.modelPerson) }) }, for: id) }
  }

  subscript(headers id: AttributeID) -> [String: [Any]]? {
    get {
      guard case .dictionary(let entries) = self[value: .builtIn(id)] else { return nil }
      return entries.mapValues { value in
        guard case .array(let elements) = value else { return [value.foundationValue] }
        return elements.map(\.foundationValue)
      }
    }
    set { set(newValue, for: .builtIn(id)) }
  }

  subscript(type id: AttributeID) -> UTType? {
    get { self[string: id].flatMap { UTType($0) } }
    set { self[string: id] = newValue?.identifier }
  }

  /// Stores a value of Foundation under a key, or notes that it is no value that can be stored.
  func set(_ value: Any?, for key: AttributeKey) {
    guard let value, !(value is NSNull) else {
      storage.update { $0.set(.null, for: key) }
      return
    }
    switch AttributeValue.converting(value) {
    case .success(let converted): storage.update { $0.set(converted, for: key) }
    case .failure(let reason): storage.update { $0.reject(key, because: reason.message) }
    }
  }

  private func store(_ value: AttributeValue?, for id: AttributeID) {
    storage.update { $0.set(value ?? .null, for: .builtIn(id)) }
  }

  /// The elements of a list; `nil` when the value is no list or an element has another type.
  private func elements<Element>(
    of id: AttributeID, _ convert: (AttributeValue) -> Element?
  ) -> [Element]? {
    guard case .array(let values) = self[value: .builtIn(id)] else { return nil }
    let elements = values.compactMap(convert)
    return elements.count == values.count ? elements : nil
  }
}
