package import WebDocuments

/// Puts a graph together while a document is read in one syntax.
///
/// What is told under one identifier becomes one item, wherever it stands.
package struct ItemGraphBuilder {
  private let syntax: GraphSyntax
  private var items: [Draft] = []
  private var byIdentifier: [String: Int] = [:]
  private var byBlankName: [String: Int] = [:]
  private var topLevel: [Int] = []

  /// An item while it is read.
  private struct Draft {
    let identifier: String?
    let location: SourceLocation?
    var types: [String] = []
    var properties: [Property] = []
    var places = NamePlaces()
    var isTopLevel = false
    var isTold: Bool { !types.isEmpty || !properties.isEmpty }
  }

  /// A property while its values are read.
  private struct Property {
    let name: String
    var values: [(reference: GraphReference, at: SourceLocation?)]
    /// Where the name stands; `nil` where that is beside its first value.
    var location: SourceLocation?
  }

  /// The most types of an item; those behind them are left out.
  package static let mostTypes = 100
  /// The most properties of an item; those behind them are left out. Who looks one up goes through the list.
  package static let mostProperties = 1_000

  /// Begins a graph of what is written in a syntax.
  package init(_ syntax: GraphSyntax) {
    self.syntax = syntax
  }

  /// How many items there are so far, mentioned ones included.
  package var count: Int { items.count }

  /// The place of an item: a new one, unless there is one of this identifier.
  ///
  /// - Parameters:
  ///   - identifier: An absolute IRI, or what names a blank node in this document, such as `_:b0`.
  ///   - location: Where it begins.
  /// - Returns: Its place, for the functions of the builder.
  package mutating func item(_ identifier: String?, at location: SourceLocation?) -> Int {
    if let identifier, let place = place(of: identifier) { return place }
    let isBlank = identifier?.hasPrefix("_:") ?? true
    items.append(Draft(identifier: isBlank ? nil : identifier, location: location))
    if let identifier {
      if isBlank {
        byBlankName[identifier] = items.count - 1
      } else {
        byIdentifier[identifier] = items.count - 1
      }
    }
    return items.count - 1
  }

  /// Whether anything was told of what has this identifier.
  package func isTold(_ identifier: String) -> Bool {
    place(of: identifier).map { items[$0].isTold } ?? false
  }

  /// Forgets which blank nodes have which names: the next document has names of its own.
  package mutating func endBlankNames() {
    byBlankName = [:]
  }

  private func place(of identifier: String) -> Int? {
    byIdentifier[identifier] ?? byBlankName[identifier]
  }

  /// Says that an item has a type.
  ///
  /// - Parameters:
  ///   - iri: The whole name; schema.org's are shortened.
  ///   - place: The item.
  package mutating func addType(_ iri: String, to place: Int) {
    let name = SchemaNamespace.shortened(iri)
    guard items[place].types.count < Self.mostTypes else { return }
    if !items[place].types.contains(name) { items[place].types.append(name) }
  }

  /// Adds a value to a property.
  ///
  /// - Parameters:
  ///   - reference: The value.
  ///   - property: The whole name, of which schema.org's are shortened, or the bare word of an item without type.
  ///   - place: The item.
  ///   - location: Where the value stands.
  package mutating func add(
    _ reference: GraphReference, to property: String, of place: Int, at location: SourceLocation?
  ) {
    let name = SchemaNamespace.shortened(property)
    if let index = items[place].places[name] {
      items[place].properties[index].values.append((reference, location))
    } else if items[place].properties.count < Self.mostProperties {
      items[place].places.append(name)
      items[place].properties.append(Property(name: name, values: [(reference, location)]))
    }
  }

  /// Notes where the name of a property stands. Of a property without values nothing is kept.
  ///
  /// - Parameters:
  ///   - property: The name, as for ``add(_:to:of:at:)``.
  ///   - place: The item.
  ///   - location: Where the name stands first.
  package mutating func note(
    _ property: String, of place: Int, standsAt location: SourceLocation
  ) {
    guard let index = items[place].places[SchemaNamespace.shortened(property)],
      items[place].properties[index].location == nil
    else { return }
    items[place].properties[index].location = location
  }

  /// Says that an item stands for itself.
  package mutating func markTopLevel(_ place: Int) {
    guard !items[place].isTopLevel else { return }
    items[place].isTopLevel = true
    topLevel.append(place)
  }

  /// The graph: names became items where something is told of them, and the same value stands once.
  package consuming func finish() -> ItemGraph {
    // What is only mentioned is no item.
    var newPlaces = [Int?](repeating: nil, count: items.count)
    var kept = 0
    for (place, item) in items.enumerated() where item.isTold || item.identifier == nil {
      newPlaces[place] = kept
      kept += 1
    }
    var graph = ItemGraph()
    graph.items.reserveCapacity(kept)
    for (place, draft) in items.enumerated() where newPlaces[place] != nil {
      let properties = draft.properties.map { property in
        if property.values.count == 1 {
          let (reference, location) = property.values[0]
          let value = resolve(reference, at: location, newPlaces)
          return GraphProperty(
            name: property.name, values: [value], location: property.location)
        }
        var seen = Set<GraphValue.Content>()
        var values: [GraphValue] = []
        for (reference, location) in property.values {
          let value = resolve(reference, at: location, newPlaces)
          if seen.insert(value.content).inserted { values.append(value) }
        }
        return GraphProperty(
          name: property.name, values: values, location: property.location)
      }
      graph.items.append(
        GraphItem(
          identifier: draft.identifier, types: draft.types, properties: properties,
          syntax: syntax, location: draft.location))
    }
    graph.topLevel = topLevel.compactMap { newPlaces[$0] }
    graph.completeTopLevel()
    return graph
  }

  /// The value that a reference turned out to be.
  private func resolve(
    _ reference: GraphReference, at location: SourceLocation?, _ newPlaces: [Int?]
  ) -> GraphValue {
    switch reference {
    case .value(.item(let old), let datatype):
      if let place = newPlaces[old] {
        return GraphValue(.item(place), datatype: datatype, at: location)
      }
      return GraphValue(.url(items[old].identifier ?? ""), datatype: datatype, at: location)
    case .value(let content, let datatype):
      return GraphValue(content, datatype: datatype, at: location)
    case .named(let name):
      if let old = byIdentifier[name], let place = newPlaces[old] {
        return GraphValue(.item(place), at: location)
      }
      return GraphValue(.url(name), at: location)
    }
  }
}
