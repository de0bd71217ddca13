/// What is known about a built-in attribute: its names, its type and how searches treat it.
public struct AttributeDefinition: Hashable, Sendable {
  /// The stored number.
  public let id: AttributeID
  /// The property's name in Swift, which is also its name in query strings and in JSON.
  public let swiftName: String
  /// The property's name in Objective-C; nearly always the Swift name.
  public let objectiveCName: String
  /// The attribute's names among the file-metadata keys (`kMDItem…`), the preferred one first.
  public let metadataItemNames: [String]
  /// The type that the typed property has.
  public let kind: AttributeKind
  /// The subject that the attribute belongs to.
  public let category: AttributeCategory
  /// What a search without a field makes of the attribute.
  public let searchScope: SearchScope
  /// Whether an app may set the attribute; the others are the system's to set.
  public let isSettable: Bool

  init(
    _ id: AttributeID, _ swiftName: String, objectiveC: String? = nil, items: [String],
    _ kind: AttributeKind, _ category: AttributeCategory, scope: SearchScope = .none,
    isSettable: Bool = true
  ) {
    self.id = id
    self.swiftName = swiftName
    self.objectiveCName = objectiveC ?? swiftName
    self.metadataItemNames = items
    self.kind = kind
    self.category = category
    self.searchScope = scope
    self.isSettable = isSettable
  }

  /// The weight class of the attribute's text in ranking; `nil` outside unfielded search.
  public var fieldGroup: FieldGroup? {
    switch (id, searchScope) {
    case (.title, _), (.displayName, _): .title
    case (.alternateNames, _), (.keywords, _): .secondary
    case (_, .metadata): .metadata
    case (_, .text): .text
    case (_, .none): nil
    }
  }
}
