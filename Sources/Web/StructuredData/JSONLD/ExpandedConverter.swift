internal import WebDocuments

/// Adds what an expanded document says to a graph.
struct ExpandedConverter {
  private(set) var builder: ItemGraphBuilder
  /// References to names of the document, as they are found.
  private(set) var references: [(name: String, property: String, at: SourceLocation)] = []
  private let base: String
  private let location: (Int) -> SourceLocation
}

extension ExpandedConverter {
  init(
    builder: consuming ItemGraphBuilder, base: String, location: @escaping (Int) -> SourceLocation
  ) {
    self.builder = builder
    self.base = base
    self.location = location
  }

  /// Adds what stands at the top of a document. Nesting is bounded by that of JSON.
  mutating func convert(_ values: [ExpandedValue]) {
    for value in values {
      guard let node = value.node else { continue }
      let place = add(node, value)
      if let place, !node.isReference { builder.markTopLevel(place) }
    }
  }

  /// Adds a thing.
  ///
  /// - Returns: Its place; `nil` for what is nothing but a graph around others, or has a name that means nothing.
  private mutating func add(_ node: ExpandedNode, _ value: ExpandedValue) -> Int? {
    if node.hasOnlyGraph || node.identifier == .null && node.isReference {
      convert(node.graph ?? [])
      return nil
    }
    var identifier: String?
    if case .iri(let iri) = node.identifier { identifier = iri }
    let place = builder.item(identifier, at: location(value.offset))
    for type in node.types ?? [] { builder.addType(type, to: place) }
    for property in node.properties {
      for value in property.values { add(value, to: property.iri, of: place) }
      if let offset = property.nameOffset {
        builder.note(property.iri, of: place, standsAt: location(offset))
      }
    }
    for property in node.reverse {
      for value in property.values {
        guard let other = value.node, let source = add(other, value) else { continue }
        builder.add(
          .value(.item(place)), to: property.iri, of: source, at: location(value.offset))
      }
    }
    convert(node.graph ?? [])
    convert(node.included ?? [])
    return place
  }

  /// Adds a value of a property.
  private mutating func add(_ value: ExpandedValue, to property: String, of place: Int) {
    let location = location(value.offset)
    switch value.kind {
    case .list(let values):
      for value in values { add(value, to: property, of: place) }
    case .literal(let literal):
      guard let content = Self.content(of: literal) else { return }
      let datatype = literal.type.map(SchemaNamespace.shortened)
      builder.add(.value(content, datatype: datatype), to: property, of: place, at: location)
    case .node(let node):
      guard node.isReference, case .iri(let name) = node.identifier else {
        if node.hasOnlyGraph {
          for value in node.graph ?? [] { add(value, to: property, of: place) }
        } else if let item = add(node, value) {
          builder.add(.value(.item(item)), to: property, of: place, at: location)
        }
        return
      }
      if name.utf8.starts(with: "_:".utf8) {
        let item = builder.item(name, at: location)
        builder.add(.value(.item(item)), to: property, of: place, at: location)
      } else if node.isText, !Self.canBeItem(property) {
        builder.add(.value(.url(name)), to: property, of: place, at: location)
      } else {
        builder.add(.named(name), to: property, of: place, at: location)
        if !node.isText { note(name, property, location) }
      }
    }
  }

  /// Notes a reference to something that only this document can describe.
  private mutating func note(_ name: String, _ property: String, _ location: SourceLocation) {
    guard !base.isEmpty, name.utf8.starts(with: base.utf8),
      name.utf8.dropFirst(base.utf8.count).first == UInt8(ascii: "#")
    else { return }
    references.append((name, SchemaNamespace.shortened(property), location))
  }

  /// Whether what a text names may be taken for the value: not where the property's values are addresses only, as
  /// those of `url` are.
  private static func canBeItem(_ property: String) -> Bool {
    guard let name = SchemaNamespace.localName(of: property),
      let term = SchemaTerm(.property, named: name)
    else { return true }
    return term.range.contains { !$0.isDatatype }
  }

  private static func content(of literal: ExpandedLiteral) -> GraphValue.Content? {
    switch literal.value.value {
    case .string(let text): .text(text, language: literal.language)
    case .number(let number, let text): .number(number, text: text)
    case .boolean(let boolean): .boolean(boolean)
    // Only a value that is JSON itself; nothing reads such values.
    case .null, .array, .object: nil
    }
  }
}
