internal import WebDocuments

extension JSONLDProcessor {
  /// Reads a member whose name stands for a keyword.
  mutating func readKeyword(
    _ keyword: String, _ member: LocatedJSON.Member, _ place: Place,
    typesIn typeContext: JSONLDContext, into draft: inout ExpansionDraft
  ) throws(JSONLDError) {
    guard place.property != "@reverse" else {
      throw JSONLDError(
        .invalidReversePropertyMap, "In “@reverse” there can only be properties.",
        at: member.nameOffset)
    }
    try draft.note(keyword, at: member.nameOffset)
    let value = member.value
    switch keyword {
    case "@id":
      guard case .string(let text) = value.value else {
        throw JSONLDError(.invalidIDValue, "“@id” must be a text.", at: value.offset)
      }
      let name = try iri(text, in: place.context, isRelative: true, at: value.offset)
      draft.node.identifier = name.map { .iri($0) } ?? .null
    case "@type": try readTypes(value, typeContext, into: &draft)
    case "@graph": draft.node.graph = try expand(value, place.under("@graph")).values
    case "@included":
      let values = try expand(value, place.under(nil)).values
      guard !values.isEmpty, values.allSatisfy({ $0.node != nil }) else {
        throw JSONLDError(.invalidIncludedValue, "“@included” must hold things.", at: value.offset)
      }
      draft.node.included = (draft.node.included ?? []) + values
    case "@value":
      if !draft.isJSON {
        switch value.value {
        case .array, .object:
          throw JSONLDError(
            .invalidValueObjectValue, "“@value” must be a text, a number, true or false.",
            at: value.offset)
        default: break
        }
      }
      draft.value = value
    case "@language":
      guard case .string(let language) = value.value else {
        throw JSONLDError(
          .invalidLanguageTaggedString, "“@language” must be a text.", at: value.offset)
      }
      draft.language = language
    case "@direction": draft.direction = try direction(value)
    case "@index":
      guard case .string(let index) = value.value else {
        throw JSONLDError(.invalidIndexValue, "“@index” must be a text.", at: value.offset)
      }
      draft.index = index
    case "@list":
      guard !place.isForNodes else { return }
      draft.list = try expand(value, place).values
    case "@set": draft.set = .many(try expand(value, place).values)
    case "@reverse": try readReverse(value, place, into: &draft)
    default: break
    }
  }

  private mutating func readTypes(
    _ value: LocatedJSON, _ context: JSONLDContext, into draft: inout ExpansionDraft
  ) throws(JSONLDError) {
    var types = draft.types ?? []
    for element in Self.elements(of: value) {
      guard case .string(let text) = element.value else {
        let error = JSONLDError(.invalidTypeValue, "“@type” must be a text.", at: element.offset)
        try tolerate(error)
        continue
      }
      let type = try iri(text, in: context, isRelative: true, isWord: true, at: element.offset)
      if let type { types.append(type) }
    }
    draft.types = types
  }

  private mutating func readReverse(
    _ value: LocatedJSON, _ place: Place, into draft: inout ExpansionDraft
  ) throws(JSONLDError) {
    guard case .object = value.value else {
      throw JSONLDError(.invalidReverseValue, "“@reverse” must be an object.", at: value.offset)
    }
    guard case .one(let expanded) = try expand(value, place.under("@reverse")),
      case .node(let node) = expanded.kind
    else { return }
    // What is reversed twice is a property again.
    for property in node.reverse { draft.add(property.values, to: property.iri) }
    for property in node.properties { try draft.addReverse(property.values, to: property.iri) }
  }
}
