internal import WebDocuments

extension JSONLDProcessor {
  /// Reads the members of an object (JSON-LD 1.1 API, 5.1.2, steps 13 and 14).
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - place: Where the object stands, with its own context.
  ///   - typeContext: The context without what types say, in which types are read.
  ///   - draft: What is known of the object.
  /// - Throws: The first mistake that isn't tolerated.
  mutating func read(
    _ members: [LocatedJSON.Member], _ place: Place, typesIn typeContext: JSONLDContext,
    into draft: inout ExpansionDraft
  ) throws(JSONLDError) {
    var nests: [LocatedJSON.Member] = []
    for member in members where member.name != "@context" {
      do throws(JSONLDError) {
        guard
          let property = try iri(
            member.name, in: place.context, isWord: true, at: member.nameOffset)
        else { continue }
        if JSONLDKeyword.contains(property) {
          if property == "@nest" {
            nests.append(member)
          } else {
            try readKeyword(property, member, place, typesIn: typeContext, into: &draft)
          }
        } else if property.utf8.contains(UInt8(ascii: ":")) {
          try readProperty(property, member, place, into: &draft)
        }
      } catch {
        try tolerate(error)
      }
    }
    for nest in nests {
      var inner = place
      if let scoped = place.context.term(nest.name)?.context {
        inner.context = try process(scoped, in: place.context, overridesProtected: true)
      }
      for value in Self.elements(of: nest.value) {
        guard case .object(let members) = value.value, try !isValue(members, inner.context) else {
          throw JSONLDError(
            .invalidNestValue,
            "“\(Diagnostic.excerpt(nest.name))” must be an object that isn't a value.",
            at: value.offset)
        }
        try read(members, inner, typesIn: typeContext, into: &draft)
      }
    }
  }

  private func isValue(
    _ members: [LocatedJSON.Member], _ context: JSONLDContext
  ) throws(JSONLDError) -> Bool {
    for member in members where context.keyword(for: member.name) == "@value" { return true }
    return false
  }

  /// Reads a property.
  private mutating func readProperty(
    _ property: String, _ member: LocatedJSON.Member, _ place: Place,
    into draft: inout ExpansionDraft
  ) throws(JSONLDError) {
    let context = place.context
    let term = context.term(member.name)
    let container = term?.container ?? []
    let value = member.value
    var values: [ExpandedValue]
    if term?.type == "@json" {
      let literal = ExpandedLiteral(value: value, type: "@json")
      values = [ExpandedValue(kind: .literal(literal), offset: value.offset)]
    } else if container.contains(.language), case .object(let members) = value.value {
      values = try languageMap(members, term, context)
    } else if !container.isDisjoint(with: [.index, .id, .type]),
      case .object(let members) = value.value, let term
    {
      values = try indexMap(members, member.name, term, context)
    } else {
      let expansion = try expand(value, place.under(member.name))
      if case .nothing = expansion { return }
      values = expansion.values
      if container.contains(.list) {
        if case .one(let value) = expansion, case .list = value.kind {
          // It is a list already.
        } else {
          values = [ExpandedValue(kind: .list(values), offset: value.offset)]
        }
      }
    }
    if container.contains(.graph), container.isDisjoint(with: [.id, .index]) {
      values = values.map { Self.graph(of: $0) }
    }
    if term?.isReverse == true {
      try draft.addReverse(values, to: property)
    } else {
      // The values of an array may stand on other lines than the name.
      if case .array = value.value {
        draft.add(values, to: property, at: member.nameOffset)
      } else {
        draft.add(values, to: property)
      }
    }
  }

  /// A graph that holds a value.
  static func graph(of value: ExpandedValue) -> ExpandedValue {
    var node = ExpandedNode()
    node.graph = [value]
    return ExpandedValue(kind: .node(node), offset: value.offset)
  }

  /// Reads texts by their languages.
  private mutating func languageMap(
    _ members: [LocatedJSON.Member], _ term: JSONLDTerm?, _ context: JSONLDContext
  ) throws(JSONLDError) -> [ExpandedValue] {
    var values: [ExpandedValue] = []
    for member in members {
      let language = try iri(member.name, in: context, isWord: true, at: member.nameOffset)
      for value in Self.elements(of: member.value) {
        switch value.value {
        case .null: continue
        case .string: break
        default:
          throw JSONLDError(
            .invalidLanguageMapValue, "The values of languages must be texts.", at: value.offset)
        }
        var literal = ExpandedLiteral(value: value)
        if member.name != "@none", language != "@none" { literal.language = member.name }
        literal.direction = Self.said(term?.direction, context.direction)
        values.append(ExpandedValue(kind: .literal(literal), offset: value.offset))
      }
    }
    return values
  }

  /// Reads values by keys, names or types.
  private mutating func indexMap(
    _ members: [LocatedJSON.Member], _ word: String, _ term: JSONLDTerm, _ context: JSONLDContext
  ) throws(JSONLDError) -> [ExpandedValue] {
    var values: [ExpandedValue] = []
    for member in members {
      var inner = context
      if !term.container.isDisjoint(with: [.id, .type]),
        case .context(let previous) = inner.previous
      {
        inner = previous
      }
      if term.container.contains(.type), let scoped = inner.term(member.name)?.context {
        inner = try process(scoped, in: inner)
      } else if !term.container.contains(.type) {
        inner = context
      }
      var place = Place(context: inner, property: word)
      place.isInIndex = true
      // A single value is read as a list of one, whatever else the word's container says.
      for var value in try expand(member.value, place).values {
        if term.container.contains(.graph), value.node?.graph == nil {
          value = Self.graph(of: value)
        }
        try put(member, on: &value, term, context)
        values.append(value)
      }
    }
    return values
  }

  /// Says on a value under which key it stood.
  private mutating func put(
    _ member: LocatedJSON.Member, on value: inout ExpandedValue, _ term: JSONLDTerm,
    _ context: JSONLDContext
  ) throws(JSONLDError) {
    let key = member.name
    let offset = member.nameOffset
    if try iri(key, in: context, isWord: true, at: offset) == "@none" { return }
    if term.container.contains(.index) {
      guard let property = term.index, property != "@index" else {
        if value.index == nil { value.index = key }
        return
      }
      guard case .node(var node) = value.kind else {
        throw JSONLDError(
          .invalidValueObject, "Only things can have the property of their key.", at: value.offset)
      }
      let own = try literal(LocatedJSON(.string(key), offset: offset), property, context)
      let name = try iri(property, in: context, isWord: true, at: offset) ?? property
      if let index = node.properties.firstIndex(where: { $0.iri == name }) {
        node.properties[index].values.insert(own, at: 0)
      } else {
        node.properties.append(ExpandedNode.Property(iri: name, values: [own]))
      }
      value.kind = .node(node)
      return
    }
    guard case .node(var node) = value.kind else { return }
    if term.container.contains(.id), node.identifier == .none {
      let name = try iri(key, in: context, isRelative: true, at: offset)
      node.identifier = name.map { .iri($0) } ?? .null
    } else if term.container.contains(.type),
      let type = try iri(key, in: context, isRelative: true, isWord: true, at: offset)
    {
      node.types = [type] + (node.types ?? [])
    }
    node.isText = false
    value.kind = .node(node)
  }
}
