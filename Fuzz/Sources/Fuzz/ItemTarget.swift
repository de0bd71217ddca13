import FresnelModel

/// Encoded items.
enum ItemTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    try SampleItems.items.map { try ItemCodec.encode($0) }
  }

  static func examine(_ input: [UInt8]) {
    let isValid = (try? EncodedItem(validating: input)) != nil
    guard let encoded = try? EncodedItem(opening: input) else {
      expect(!isValid, "An item is valid and does not open.")
      return
    }
    _ = (encoded.uniqueIdentifier, encoded.domainIdentifier, encoded.expiration)
    try? encoded.forEachText { _, text in _ = text.count }
    for key in [AttributeKey.builtIn(.title), .custom(CustomAttributeKey(name: "a"))] {
      _ = try? encoded.decodedValue(for: key)
    }
    _ = try? encoded.merged(with: encoded)
    _ = try? encoded.wholeItem()
    let isCanonical = (try? encoded.item()).flatMap { try? ItemCodec.encode($0) } == input
    expect(isValid == isCanonical, "Validity is not being the one encoding of the content.")
  }
}
