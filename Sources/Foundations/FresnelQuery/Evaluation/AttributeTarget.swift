public import FresnelModel

/// An attribute reference with its name looked up.
public enum AttributeTarget: Hashable, Sendable {
  /// `*`: every attribute of scope ``SearchScope/metadata``.
  case metadata
  /// `**`: every attribute of scope ``SearchScope/metadata`` or ``SearchScope/text``.
  case metadataAndText
  /// An attribute of ``AttributeTable``.
  case builtIn(AttributeID)
  /// An app's own attribute; matches nothing where its key says that it is not searchable.
  case custom(String)
  /// The item's unique identifier.
  case uniqueIdentifier
  /// The item's domain; where it has none, the attribute of the same name.
  case domainIdentifier
  /// When the item expires.
  case expirationDate

  /// Looks a reference up.
  public init(_ reference: AttributeReference) {
    switch reference {
    case .metadata: self = .metadata
    case .metadataAndText: self = .metadataAndText
    case .named("uniqueIdentifier"): self = .uniqueIdentifier
    case .named("expirationDate"): self = .expirationDate
    case .named(let name):
      switch AttributeTable.id(named: name) {
      case .domainIdentifier?: self = .domainIdentifier
      case let id?: self = .builtIn(id)
      case nil: self = .custom(name)
      }
    }
  }

  /// Whether the target is `*` or `**`, under which each word may match in another attribute.
  public var isUnfielded: Bool {
    self == .metadata || self == .metadataAndText
  }

  /// Whether an unfielded target covers the attribute of a key.
  public func covers(_ key: AttributeKey) -> Bool {
    switch (self, key.searchScope) {
    case (.metadata, .metadata), (.metadataAndText, .metadata), (.metadataAndText, .text): true
    default: false
    }
  }
}
