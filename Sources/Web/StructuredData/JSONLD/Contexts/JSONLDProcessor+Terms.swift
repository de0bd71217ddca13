internal import WebDocuments

extension JSONLDProcessor {
  /// Reads the definition of a word (JSON-LD 1.1 API, 4.2).
  mutating func define(
    _ word: String, _ local: LocalDefinitions, in context: inout JSONLDContext, at offset: Int
  ) throws(JSONLDError) {
    switch local.states[word] {
    case .done: return
    case .begun:
      throw JSONLDError(
        .cyclicIRIMapping, "The definition of “\(Diagnostic.excerpt(word))” leads back to itself.",
        at: offset)
    case nil: break
    }
    guard let value = local[word] else { return }
    guard !word.isEmpty else {
      throw JSONLDError(.invalidTermDefinition, "The empty word can't be defined.", at: offset)
    }
    guard definitionDepth < Self.greatestDefinitionDepth else {
      throw JSONLDError(.tooLarge, "Definitions lead to others too many times.", at: offset)
    }
    definitionDepth += 1
    defer { definitionDepth -= 1 }
    try budget.spend(1, at: offset)
    local.states[word] = .begun
    if word == "@type" {
      try checkTypeDefinition(value)
    } else if JSONLDKeyword.contains(word) {
      throw JSONLDError(
        .keywordRedefinition, "“\(Diagnostic.excerpt(word))” means something already.", at: offset)
    } else if JSONLDKeyword.looksLikeOne(word) {
      local.states[word] = .done
      return
    }
    let before = context.terms.removeValue(forKey: word)
    var reader = JSONLDTermReader(word: word, value: value, local: local, offset: offset)
    guard var term = try reader.read(&self, &context) else {
      local.states[word] = .done
      return
    }
    if let before, before.isProtected, !local.overridesProtected {
      guard term.saysTheSame(as: before) else {
        context.terms[word] = before
        throw JSONLDError(
          .protectedTermRedefinition,
          "“\(Diagnostic.excerpt(word))” is protected and can't be defined anew.",
          at: offset)
      }
      term = before
    }
    context.terms[word] = term
    local.states[word] = .done
  }

  /// Of `@type` only the container and the protection can be said.
  private func checkTypeDefinition(_ value: LocatedJSON) throws(JSONLDError) {
    let error = JSONLDError(
      .keywordRedefinition, "Of “@type” a context can only say that it is a set.", at: value.offset)
    guard case .object(let members) = value.value, !members.isEmpty else { throw error }
    for member in members {
      switch (member.name, member.value.value) {
      case ("@container", .string("@set")), ("@protected", _): break
      default: throw error
      }
    }
  }
}
