internal import WebDocuments

extension JSONLDProcessor {
  /// The context that a local one makes of the one around it (JSON-LD 1.1 API, 4.1).
  ///
  /// - Parameters:
  ///   - local: The value of `@context`.
  ///   - active: The context around it.
  ///   - overridesProtected: Whether it may change protected definitions.
  ///   - propagates: Whether it reaches into what stands below, unless it says otherwise.
  /// - Returns: The context that is in force then.
  /// - Throws: The first mistake that isn't tolerated.
  mutating func process(
    _ local: LocatedJSON, in active: JSONLDContext, overridesProtected: Bool = false,
    propagates: Bool = true
  ) throws(JSONLDError) -> JSONLDContext {
    try budget.spend(1 + active.terms.count, at: local.offset)
    var propagates = propagates
    if case .object = local.value, let value = local["@propagate"] {
      guard case .boolean(let boolean) = value.value else {
        throw JSONLDError(
          .invalidPropagateValue, "“@propagate” must be true or false.", at: value.offset)
      }
      propagates = boolean
    }
    var result = active
    if !propagates, case .none = result.previous { result.previous = .context(active) }
    let contexts: [LocatedJSON] =
      if case .array(let values) = local.value { values } else { [local] }
    for context in contexts {
      try budget.spend(1, at: context.offset)
      switch context.value {
      case .null:
        guard overridesProtected || !result.terms.values.contains(where: \.isProtected) else {
          throw JSONLDError(
            .invalidContextNullification, "The context takes back definitions that are protected.",
            at: context.offset)
        }
        var empty = JSONLDContext(base: originalBase)
        if !propagates { empty.previous = result.previous }
        result = empty
      case .string(let address):
        try use(address, at: context.offset, in: &result)
      case .object(let members):
        try add(members, overridesProtected: overridesProtected, at: context.offset, to: &result)
      default:
        throw JSONLDError(
          .invalidLocalContext, "A context must be an address, an object, null or a list of these.",
          at: context.offset)
      }
    }
    return result
  }

  /// Takes over a context that is named by its address.
  private mutating func use(
    _ address: String, at offset: Int, in context: inout JSONLDContext
  ) throws(JSONLDError) {
    switch SchemaContext.kind(of: address) {
    case .own: context.addSchema()
    case .meant:
      try noteUnknownContext(address, at: offset)
      context.addSchema()
    case .other: try noteUnknownContext(address, at: offset)
    }
  }

  /// Adds what an object says.
  private mutating func add(
    _ members: [LocatedJSON.Member], overridesProtected: Bool, at offset: Int,
    to context: inout JSONLDContext
  ) throws(JSONLDError) {
    try budget.spend(members.count, at: offset)
    let local = LocalDefinitions(members, overridesProtected: overridesProtected)
    if let version = local["@version"] {
      guard case .number(1.1, _) = version.value else {
        throw JSONLDError(.invalidVersionValue, "“@version” must be 1.1.", at: version.offset)
      }
    }
    if let value = local["@import"] {
      guard case .string(let address) = value.value else {
        throw JSONLDError(.invalidImportValue, "“@import” must be an address.", at: value.offset)
      }
      try use(address, at: value.offset, in: &context)
    }
    if let value = local["@base"] { try setBase(value, of: &context) }
    if let value = local["@vocab"] { try setVocabulary(value, local, of: &context) }
    if let value = local["@language"] {
      switch value.value {
      case .null: context.language = nil
      case .string(let language): context.language = language
      default:
        throw JSONLDError(
          .invalidDefaultLanguage, "“@language” must be a text or null.", at: value.offset)
      }
    }
    if let value = local["@direction"] { context.direction = try direction(value) }
    if let value = local["@protected"] { local.areProtected = try boolean(value) }
    for member in local.members where !Self.contextKeywords.contains(member.name) {
      do throws(JSONLDError) {
        try define(member.name, local, in: &context, at: member.nameOffset)
      } catch {
        try tolerate(error)
        local.states[member.name] = .done
      }
    }
  }

  private static let contextKeywords: Set<String> = [
    "@base", "@direction", "@import", "@language", "@propagate", "@protected", "@version", "@vocab",
  ]

  private mutating func setBase(
    _ value: LocatedJSON, of context: inout JSONLDContext
  ) throws(JSONLDError) {
    switch value.value {
    case .null: context.base = BaseIRI("")
    case .string(let text) where IRIParts.hasScheme(text): context.base = BaseIRI(text)
    case .string(let text) where !context.base.text.isEmpty:
      let resolved = context.base.resolve(text)
      try budget.spend(name: resolved, at: value.offset)
      context.base = BaseIRI(resolved)
    default:
      throw JSONLDError(.invalidBaseIRI, "“@base” must be an address or null.", at: value.offset)
    }
  }

  private mutating func setVocabulary(
    _ value: LocatedJSON, _ local: LocalDefinitions, of context: inout JSONLDContext
  ) throws(JSONLDError) {
    if case .null = value.value {
      context.vocabulary = nil
      return
    }
    if case .string(let text) = value.value,
      let iri = try iri(
        text, in: &context, local, isRelative: true, isWord: true, at: value.offset)
    {
      // Schema.org's own words go on to mean what they mean; others stand behind the new one.
      context.vocabulary = iri
      return
    }
    throw JSONLDError(
      .invalidVocabMapping, "“@vocab” must be an address or null.", at: value.offset)
  }

  /// A text that says in which direction others run.
  func direction(_ value: LocatedJSON) throws(JSONLDError) -> String? {
    switch value.value {
    case .null: return nil
    case .string(let direction) where direction == "ltr" || direction == "rtl": return direction
    default:
      throw JSONLDError(
        .invalidBaseDirection, "“@direction” must be “ltr”, “rtl” or null.", at: value.offset)
    }
  }

  func boolean(_ value: LocatedJSON) throws(JSONLDError) -> Bool {
    guard case .boolean(let boolean) = value.value else {
      throw JSONLDError(
        .invalidProtectedValue, "“@protected” must be true or false.", at: value.offset)
    }
    return boolean
  }
}
