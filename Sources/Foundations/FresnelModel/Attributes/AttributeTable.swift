/// The built-in attributes: the one source of typed properties, query names and stored numbers.
///
/// The rows come from `Data/attributes.tsv` through `Scripts/generate_attributes.py`.
public enum AttributeTable {
  /// The definition of a built-in attribute; `nil` for a number that this version does not know.
  public static func definition(for id: AttributeID) -> AttributeDefinition? {
    // Numbers count up from 1 without gaps, which the generator checks.
    let index = Int(id.rawValue) - 1
    return all.indices.contains(index) ? all[index] : nil
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
    case .builtIn(let id): AttributeTable.definition(for: id)?.searchScope ?? .none
    case .custom(let key): key.isSearchable && key.isSearchableByDefault ? .metadata : .none
    }
  }

  /// The weight class of the attribute's text in ranking; `nil` outside unfielded search.
  public var fieldGroup: FieldGroup? {
    switch self {
    case .builtIn(let id): AttributeTable.definition(for: id)?.fieldGroup
    case .custom(let key): key.isSearchable && key.isSearchableByDefault ? .metadata : nil
    }
  }
}
