internal import WebDocuments

extension JSONLDProcessor {
  /// Where an element stands.
  struct Place {
    var context: JSONLDContext
    /// The word under which it stands, `@graph` or `@reverse`; `nil` at the top.
    var property: String?
    /// Whether it is a value of an index, which a context that doesn't propagate still reaches.
    var isInIndex = false

    /// Whether nothing but things may stand here.
    var isForNodes: Bool { property == nil || property == "@graph" }

    func under(_ property: String?, _ context: JSONLDContext? = nil) -> Place {
      Place(context: context ?? self.context, property: property)
    }
  }

  /// Expands an element (JSON-LD 1.1 API, 5.1.2). Nesting is bounded by that of JSON.
  mutating func expand(
    _ element: LocatedJSON, _ place: Place
  ) throws(JSONLDError) -> Expansion {
    try budget.spend(1, at: element.offset)
    switch element.value {
    case .null: return .nothing
    case .array(let elements):
      let isList = place.property.flatMap(place.context.term)?.container.contains(.list) ?? false
      var values: [ExpandedValue] = []
      for element in elements {
        switch try expand(element, place) {
        case .nothing: break
        case .one(let value): values.append(value)
        case .many(let many):
          if isList {
            values.append(ExpandedValue(kind: .list(many), offset: element.offset))
          } else {
            values += many
          }
        }
      }
      return .many(values)
    case .object(let members):
      return try expand(members, of: element, place)
    case .boolean, .number, .string:
      guard !place.isForNodes, let property = place.property else { return .nothing }
      var context = place.context
      if let scoped = context.term(property)?.context {
        context = try process(scoped, in: context, overridesProtected: true)
      }
      return .one(try literal(element, property, context))
    }
  }

  /// Expands an object.
  private mutating func expand(
    _ members: [LocatedJSON.Member], of element: LocatedJSON, _ place: Place
  ) throws(JSONLDError) -> Expansion {
    // Of repeated names the last one counts.
    var places = NamePlaces()
    let members = LocalDefinitions.unrepeated(members, &places)
    var context = place.context
    let scoped = place.property.flatMap(context.term)?.context
    if case .context(let previous) = context.previous, !place.isInIndex,
      try !isValueOrReference(members, context)
    {
      context = previous
    }
    if let scoped { context = try process(scoped, in: context, overridesProtected: true) }
    if let own = members.last(where: { $0.name == "@context" }) {
      do throws(JSONLDError) {
        context = try process(own.value, in: context)
      } catch {
        try tolerate(error)
      }
    }
    let outer = context
    var types: [LocatedJSON.Member] = []
    for member in members where context.keyword(for: member.name) == "@type" {
      types.append(member)
    }
    types.sort { $0.name < $1.name }
    for type in types {
      let names = Self.elements(of: type.value).compactMap { value -> String? in
        if case .string(let name) = value.value { name } else { nil }
      }
      for name in names.sorted() {
        guard let scoped = outer.term(name)?.context else { continue }
        context = try process(scoped, in: context, propagates: false)
      }
    }
    var draft = ExpansionDraft(offset: element.offset)
    if let last = types.last.flatMap({ Self.elements(of: $0.value).last }),
      case .string(let name) = last.value
    {
      draft.isJSON =
        try iri(name, in: context, isWord: true, at: last.offset) == "@json"
    }
    try read(members, place.under(place.property, context), typesIn: outer, into: &draft)
    return try draft.finished(place, &self)
  }

  /// Whether an object is a value, or names something and says no more.
  private mutating func isValueOrReference(
    _ members: [LocatedJSON.Member], _ context: JSONLDContext
  ) throws(JSONLDError) -> Bool {
    for member in members {
      let keyword = context.keyword(for: member.name)
      if keyword == "@value" || members.count == 1 && keyword == "@id" { return true }
    }
    return false
  }

  /// The elements of an array; of anything else itself.
  static func elements(of value: LocatedJSON) -> [LocatedJSON] {
    if case .array(let elements) = value.value { elements } else { [value] }
  }

  /// Expands a text, number or truth value (JSON-LD 1.1 API, 5.3).
  mutating func literal(
    _ element: LocatedJSON, _ property: String, _ context: JSONLDContext
  ) throws(JSONLDError) -> ExpandedValue {
    let term = context.term(property)
    if case .string(let text) = element.value, term?.type == "@id" || term?.type == "@vocab" {
      let name = try iri(
        text, in: context, isRelative: true, isWord: term?.type == "@vocab", at: element.offset)
      var node = ExpandedNode()
      node.identifier = name.map { .iri($0) } ?? .null
      // By the letter an empty text is the address of the document, which nobody means.
      if strictness == .lenient, foldingSpace(text).isEmpty { node.identifier = .null }
      node.isText = true
      return ExpandedValue(kind: .node(node), offset: element.offset)
    }
    var literal = ExpandedLiteral(value: element)
    if let type = term?.type, !["@id", "@vocab", "@none"].contains(type) {
      literal.type = type
    } else if case .string = element.value {
      literal.language = Self.said(term?.language, context.language)
      literal.direction = Self.said(term?.direction, context.direction)
    }
    return ExpandedValue(kind: .literal(literal), offset: element.offset)
  }

  /// What a term says, or else its context.
  static func said(_ mapping: JSONLDTerm.Mapping?, _ other: String?) -> String? {
    switch mapping {
    case .said(let text): text
    case .some(.none): nil
    case .unsaid, nil: other
    }
  }
}
