/// The built-in attributes: the one source of typed properties, query names and stored numbers.
///
/// The rows come from `Data/attributes.tsv` through `Scripts/generate_attributes.py`.
public enum AttributeTable {
  /// The definition of a built-in attribute; `nil` for a number that this version does not know.
  public static func definition(for id: AttributeID) -> AttributeDefinition? {
    row(of: id).map { all[$0] }
  }

  /// The place of an attribute in ``all``.
  static func row(of id: AttributeID) -> Int? {
    // Numbers count up from 1 without gaps, which the generator checks.
    let row = Int(id.rawValue) - 1
    return all.indices.contains(row) ? row : nil
  }

  /// The attribute of a name: the Swift name, the Objective-C name or a `kMDItem` name.
  /// Names are case-sensitive.
  public static func id(named name: String) -> AttributeID? {
    idsByName[name]
  }

  private static let idsByName: [String: AttributeID] = {
    var ids: [String: AttributeID] = [:]
    ids.reserveCapacity(all.count * 2)
    for definition in all {
      for name in [definition.swiftName, definition.objectiveCName] + definition.metadataItemNames {
        // Swift names come first and win; the table's tests prove that no two attributes share one.
        if ids[name] == nil { ids[name] = definition.id }
      }
    }
    return ids
  }()
}

extension AttributeKey {
  /// Which unfielded searches see the attribute.
  public var searchScope: SearchScope {
    switch self {
    // Asked for every attribute of every item, so the definition is not copied.
    case .builtIn(let id):
      AttributeTable.row(of: id).map { AttributeTable.all[$0].searchScope } ?? .none
    case .custom(let key): key.isSearchable && key.isSearchableByDefault ? .metadata : .none
    }
  }

  /// The weight class of the attribute's text in ranking; `nil` outside unfielded search.
  public var fieldGroup: FieldGroup? {
    switch self {
    case .builtIn(let id): AttributeTable.row(of: id).flatMap { AttributeTable.all[$0].fieldGroup }
    case .custom(let key): key.isSearchable && key.isSearchableByDefault ? .metadata : nil
    }
  }
}
