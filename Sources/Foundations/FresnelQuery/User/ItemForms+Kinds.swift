package import FresnelModel

extension ItemForms {
  /// What a form is.
  package enum Kind: Int, CaseIterable, Sendable {
    /// A text with signs inside or around that are often left away, without them: `nodejs` of `node.js`, `ohare` of
    /// `O'Hare`. Versions keep their points and names of languages their signs: `2.10.3`, `c++`, `.net`.
    case code
    /// The first letters of a name of three words or more, at most eight.
    case initials
    /// The name of an item or a file, with one space between its words.
    case name
    /// How a name in other scripts than Latin is spelt, see ``NameReadings`` and ``SpelledWords``.
    case reading

    /// The most of an item; what comes later in the item is left out.
    package var most: Int { self == .code || self == .reading ? 64 : 16 }
  }

  /// A form, and where the item has it.
  package struct Form: Sendable {
    /// What it is.
    package let kind: Kind
    /// The weight class of the attribute; `nil` for one that a query must name, as for the path of a file.
    package let group: FieldGroup?
    /// Whether it is of the first word of a title, or a name or what is made of one.
    package let isFirst: Bool
    /// Its place among the bytes.
    let range: Range<Int>
  }

  /// Whether what is stored under a key is a name, or has one.
  static func isName(_ key: AttributeKey) -> Bool {
    switch key {
    case .builtIn(.title), .builtIn(.displayName), .builtIn(.alternateNames),
      .builtIn(.identifier), .builtIn(.path), .builtIn(.contentURL):
      true
    default: false
    }
  }
}
