internal import FresnelModel

extension Attributes {
  /// The text of a built-in attribute: a string or a URL.
  func text(_ id: AttributeID) -> String? {
    text(.builtIn(id))
  }

  /// The text of a custom attribute.
  func text(_ key: CustomAttributeKey) -> String? {
    text(.custom(key))
  }

  private func text(_ key: AttributeKey) -> String? {
    switch self[key] {
    case .string(let text)?, .url(let text)?: text
    default: nil
    }
  }
}
