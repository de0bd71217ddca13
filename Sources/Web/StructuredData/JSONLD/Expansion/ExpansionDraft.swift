internal import WebDocuments

/// What an object says, while its members are read one by one.
struct ExpansionDraft {
  let offset: Int
  /// The node, as far as it is one.
  var node = ExpandedNode()
  /// Whether the last of its types is `@json`.
  var isJSON = false
  /// The value; `.null` in it counts as one that was given.
  var value: LocatedJSON?
  /// The types as they were written, of a value at most one.
  var types: [String]?
  var language: String?
  var direction: String?
  var index: String?
  var list: [ExpandedValue]?
  var set: Expansion?
  /// The keywords that were read.
  private var seen: [String] = []
  private var places = NamePlaces()
  private var reversePlaces = NamePlaces()

  init(offset: Int) {
    self.offset = offset
  }

  /// Notes that a keyword was read.
  mutating func note(_ keyword: String, at offset: Int) throws(JSONLDError) {
    guard seen.contains(keyword) else { return seen.append(keyword) }
    guard keyword == "@included" || keyword == "@type" else {
      throw JSONLDError(
        .collidingKeywords, "“\(keyword)” stands here twice, once by another name.", at: offset)
    }
  }

  /// Adds values of a property; the property stands there even when there are none. The offset is that of its name,
  /// where that is not beside the first value.
  mutating func add(_ values: [ExpandedValue], to property: String, at nameOffset: Int? = nil) {
    if let place = places[property] {
      node.properties[place].values += values
    } else {
      places.append(property)
      node.properties.append(
        ExpandedNode.Property(iri: property, values: values, nameOffset: nameOffset))
    }
  }

  /// Adds things that have this one as a value of a property.
  mutating func addReverse(
    _ values: [ExpandedValue], to property: String
  ) throws(JSONLDError) {
    for value in values where value.node == nil {
      throw JSONLDError(
        .invalidReversePropertyValue, "Only things can have this one as a value.",
        at: value.offset)
    }
    if let place = reversePlaces[property] {
      node.reverse[place].values += values
    } else {
      reversePlaces.append(property)
      node.reverse.append(ExpandedNode.Property(iri: property, values: values))
    }
  }

  /// What the object is.
  func finished(
    _ place: JSONLDProcessor.Place, _ processor: inout JSONLDProcessor
  ) throws(JSONLDError) -> Expansion {
    if seen.contains("@value") { return try finishedLiteral(place) }
    if list != nil || set != nil {
      guard node.isReference, node.identifier == .none, types == nil, language == nil,
        direction == nil, list == nil || set == nil
      else {
        throw JSONLDError(
          .invalidSetOrListObject, "A list or set can have an “@index” and nothing else.",
          at: offset)
      }
      if let set { return set }
      guard let list, !place.isForNodes else { return .nothing }
      return .one(ExpandedValue(kind: .list(list), index: index, offset: offset))
    }
    var node = node
    node.types = types
    let isEmpty = node.isReference && node.identifier == .none && index == nil
    if isEmpty, language != nil || direction != nil { return .nothing }
    if place.isForNodes {
      // What says nothing, or only names something, is nothing where it stands for itself.
      if isEmpty || node.isReference && node.identifier != .none && index == nil { return .nothing }
    }
    return .one(ExpandedValue(kind: .node(node), index: index, offset: offset))
  }

  private func finishedLiteral(_ place: JSONLDProcessor.Place) throws(JSONLDError) -> Expansion {
    guard node.isReference, node.identifier == .none, list == nil, set == nil,
      types == nil || language == nil && direction == nil
    else {
      throw JSONLDError(
        .invalidValueObject,
        "What has “@value” can't have other properties, or a type and a language.",
        at: offset)
    }
    guard let value else { return .nothing }
    let types = types.flatMap { $0.isEmpty ? nil : $0 }
    if types != ["@json"] {
      if case .null = value.value { return .nothing }
      if language != nil {
        guard case .string = value.value else {
          throw JSONLDError(
            .invalidLanguageTaggedValue, "Only a text can have a language.", at: offset)
        }
      }
      if let types {
        guard types.count == 1, JSONLDProcessor.isAbsolute(types[0]) else {
          throw JSONLDError(.invalidTypedValue, "The type of a value must be a name.", at: offset)
        }
      }
    }
    if place.isForNodes { return .nothing }
    let literal = ExpandedLiteral(
      value: value, type: types?.first, language: language, direction: direction)
    return .one(ExpandedValue(kind: .literal(literal), index: index, offset: offset))
  }
}
