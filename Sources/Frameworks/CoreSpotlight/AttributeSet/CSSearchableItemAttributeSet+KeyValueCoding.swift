internal import Foundation
internal import FresnelModel
internal import UniformTypeIdentifiers

extension AttributeKey {
  /// The attribute that a name stands for: a built-in one by any of its names, else a custom key
  /// with the default flags. `nil` for a name that could be neither.
  init?(named name: String) {
    if let id = AttributeTable.id(named: name) {
      self = .builtIn(id)
    } else if CustomAttributeKey.isValid(name: name) {
      self = .custom(CustomAttributeKey(name: name))
    } else {
      return nil
    }
  }
}

extension CSSearchableItemAttributeSet {
  /// Sets an attribute by name, or changes nothing where value and attribute do not fit.
  func setNamedValue(_ value: Any?, key name: String) {
    guard let key = AttributeKey(named: name) else { return }
    switch key {
    case .builtIn(let id):
      guard let definition = AttributeTable.definition(for: id), definition.isSettable else {
        return
      }
      guard let value, !(value is NSNull) else { return set(nil, for: key) }
      if definition.kind == .type, let type = value as? UTType {
        self[type: id] = type
      } else if definition.kind.accepts(value) {
        set(value, for: key)
      }
    case .custom(let custom):
      // A key given earlier as an object has flags that a bare name does not know of.
      let known = storage.update { $0.attributes.values.keys.first { $0 == .custom(custom) } }
      set(value, for: known ?? key)
    }
  }
}

extension AttributeKind {
  /// Whether a value of Foundation has the type of properties of this kind.
  fileprivate func accepts(_ value: Any) -> Bool {
    switch self {
    case .string: value is String || value is CSLocalizedString
    case .strings: value is [String]
    case .number, .boolean: value is NSNumber
    case .date: value is Date
    case .dates: value is [Date]
    case .url: value is URL
    case .data: value is Data
    case .people: value is [CSPerson]
    case .headers: value is [String: [Any]]
    case .type: value is String
    }
  }
}
