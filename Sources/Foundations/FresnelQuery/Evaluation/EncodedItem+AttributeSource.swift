public import FresnelModel

/// An encoded item decodes just what a query asks for.
///
/// The bytes were checked when they came in. Should one attribute be damaged all the same, queries
/// see the item without it; ``EncodedItem/validate()`` is what reports damage.
extension EncodedItem: AttributeSource {
  /// The value under a key, or `nil`.
  public func value(for key: AttributeKey) -> AttributeValue? {
    try? decodedValue(for: key)
  }

  /// The app's own attribute of a name, with the key it was stored under, or `nil`.
  public func customAttribute(
    named name: String
  ) -> (key: CustomAttributeKey, value: AttributeValue)? {
    guard let attribute = try? attribute(for: .custom(CustomAttributeKey(name: name))),
      case .custom(let key) = attribute.key, let value = try? attribute.value()
    else { return nil }
    return (key, value)
  }

  /// Calls a closure with the attributes whose keys are wanted, until the closure returns false.
  public func forEachAttribute(
    where isWanted: (AttributeKey) -> Bool, _ body: (AttributeKey, AttributeValue) -> Bool
  ) {
    for index in 0..<attributeCount {
      guard let attribute = try? attribute(at: index), isWanted(attribute.key),
        let value = try? attribute.value()
      else { continue }
      guard body(attribute.key, value) else { return }
    }
  }
}
