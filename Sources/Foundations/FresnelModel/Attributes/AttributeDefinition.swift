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

  /// The preferred name among the file-metadata keys, where there is one.
  public var metadataItemName: String? { metadataItemNames.first }

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

/// The type of a built-in attribute's typed property.
public enum AttributeKind: String, Hashable, Sendable, CaseIterable {
  /// Text, perhaps in several languages.
  case string
  /// A list of texts.
  case strings
  /// A number, whole or not.
  case number
  /// A truth value.
  case boolean
  /// An instant.
  case date
  /// A list of instants.
  case dates
  /// An absolute URL.
  case url
  /// Bytes.
  case data
  /// A list of people.
  case people
  /// Mail headers: from each name to a list of values.
  case headers
  /// A content type, stored as its identifier.
  case type
}

/// The subject of an attribute: the header of the original API that declares it.
public enum AttributeCategory: String, Hashable, Sendable, CaseIterable {
  /// Attributes of every item.
  case general
  /// What a result row offers to do.
  case actionExtras
  /// The set that an item belongs to.
  case containment
  /// The types that an item can be dragged out as.
  case itemProvider
  /// Documents.
  case documents
  /// Events and tasks.
  case events
  /// Pictures and cameras.
  case images
  /// Media of every sort.
  case media
  /// Music.
  case music
  /// Mail and messages.
  case messaging
  /// Places and positions.
  case places
}

/// Which unfielded searches see an attribute.
public enum SearchScope: String, Hashable, Sendable, CaseIterable {
  /// Neither: identifiers, types, paths, dates, numbers. A query may still name the attribute.
  case none
  /// `*` and `**`: text that describes the item.
  case metadata
  /// `**` only: the text of the content itself.
  case text
}

/// The weight classes of searchable text, the weightiest first.
public enum FieldGroup: UInt8, Hashable, Comparable, Sendable, CaseIterable {
  /// What the item is called.
  case title = 0
  /// Other names and keywords.
  case secondary = 1
  /// Other descriptive text.
  case metadata = 2
  /// The text of the content.
  case text = 3

  /// Orders by weight, the weightiest first.
  public static func < (left: FieldGroup, right: FieldGroup) -> Bool {
    left.rawValue < right.rawValue
  }
}
