internal import WebDocuments

/// Reads one definition of a context.
struct JSONLDTermReader {
  let word: String
  let value: LocatedJSON
  let local: LocalDefinitions
  let offset: Int
  private var term = JSONLDTerm()
  private var isSimple = false
  /// What an object says; empty for a text.
  private var members: [String: LocatedJSON] = [:]

  init(word: String, value: LocatedJSON, local: LocalDefinitions, offset: Int) {
    self.word = word
    self.value = value
    self.local = local
    self.offset = offset
  }

  /// Reads it.
  ///
  /// - Returns: The definition; `nil` for one that is ignored.
  mutating func read(
    _ processor: inout JSONLDProcessor, _ context: inout JSONLDContext
  ) throws(JSONLDError) -> JSONLDTerm? {
    term.isProtected = local.areProtected
    var identifier: LocatedJSON?
    switch value.value {
    case .null: identifier = value
    case .string:
      identifier = value
      isSimple = true
    case .object(let own):
      for member in own { members[member.name] = member.value }
      identifier = members["@id"]
    default:
      throw error(
        .invalidTermDefinition, "The definition of “\(shown)” must be a text or an object.")
    }
    if let value = members["@protected"] { term.isProtected = try processor.boolean(value) }
    if let value = members["@type"] { try readType(value, &processor, &context) }
    if let value = members["@reverse"] {
      guard try readReverse(value, &processor, &context) else { return nil }
    } else {
      guard try readIdentifier(identifier, &processor, &context) else { return nil }
      if let value = members["@container"] { try readContainer(value) }
    }
    try readRest(&processor, &context)
    return term
  }

  /// The word as sentences quote it.
  private var shown: String { Diagnostic.excerpt(word) }

  private func error(_ code: JSONLDError.Code, _ reason: String) -> JSONLDError {
    JSONLDError(code, reason, at: value.offset)
  }

  private mutating func readType(
    _ value: LocatedJSON, _ processor: inout JSONLDProcessor, _ context: inout JSONLDContext
  ) throws(JSONLDError) {
    guard case .string(let text) = value.value,
      let type = try processor.iri(text, in: &context, local, isWord: true, at: value.offset),
      ["@id", "@vocab", "@json", "@none"].contains(type) || JSONLDProcessor.isAbsolute(type)
    else {
      throw error(.invalidTypeMapping, "The type of “\(shown)” is no name of a type.")
    }
    term.type = type
  }

  /// - Returns: Whether the definition counts.
  private mutating func readReverse(
    _ value: LocatedJSON, _ processor: inout JSONLDProcessor, _ context: inout JSONLDContext
  ) throws(JSONLDError) -> Bool {
    guard members["@id"] == nil, members["@nest"] == nil else {
      throw error(
        .invalidReverseProperty, "“\(shown)” can't have “@reverse” beside “@id” or “@nest”.")
    }
    guard case .string(let text) = value.value else {
      throw error(.invalidIRIMapping, "“@reverse” of “\(shown)” must be the name of a property.")
    }
    if JSONLDKeyword.looksLikeOne(text) { return false }
    guard let iri = try processor.iri(text, in: &context, local, isWord: true, at: value.offset),
      JSONLDProcessor.isName(iri)
    else {
      throw error(.invalidIRIMapping, "“@reverse” of “\(shown)” is no name of a property.")
    }
    term.iri = iri
    term.isReverse = true
    if let container = members["@container"] {
      switch container.value {
      case .null: break
      case .string("@set"): term.container = .set
      case .string("@index"): term.container = .index
      default:
        throw error(
          .invalidReverseProperty, "“\(shown)” can be a set or an index, since it has “@reverse”.")
      }
    }
    return true
  }

  /// - Returns: Whether the definition counts.
  private mutating func readIdentifier(
    _ identifier: LocatedJSON?, _ processor: inout JSONLDProcessor, _ context: inout JSONLDContext
  ) throws(JSONLDError) -> Bool {
    if let identifier, identifier.value != .string(word) {
      if case .null = identifier.value { return true }
      guard case .string(let text) = identifier.value else {
        throw error(.invalidIRIMapping, "What “\(shown)” stands for must be a text.")
      }
      if !JSONLDKeyword.contains(text), JSONLDKeyword.looksLikeOne(text) { return false }
      guard let iri = try processor.iri(text, in: &context, local, isWord: true, at: offset),
        JSONLDKeyword.contains(iri) || JSONLDProcessor.isName(iri)
      else {
        throw error(.invalidIRIMapping, "What “\(shown)” stands for is no whole name.")
      }
      guard iri != "@context" else {
        throw error(.invalidKeywordAlias, "“@context” can't have another name.")
      }
      term.iri = iri
      let hasColon = word.utf8.dropFirst().dropLast().contains(UInt8(ascii: ":"))
      let hasSlash = word.utf8.contains(UInt8(ascii: "/"))
      if hasColon || hasSlash {
        local.states[word] = .done
        let own = try processor.iri(word, in: &context, local, isWord: true, at: offset)
        guard own == iri else {
          throw error(.invalidIRIMapping, "“\(shown)” is a name already, of something else.")
        }
      } else if !word.utf8.contains(UInt8(ascii: ":")) {
        let isOpen = iri.utf8.last.map(JSONLDProcessor.endsPrefix) ?? false
        term.isPrefix = isSimple && (isOpen || iri.utf8.starts(with: "_:".utf8))
      }
      return true
    }
    if let (prefix, suffix) = JSONLDProcessor.compactParts(word) {
      let prefix = String(prefix)
      if local.awaits(prefix) { try processor.define(prefix, local, in: &context, at: offset) }
      if let start = context.term(prefix)?.iri {
        term.iri = try processor.joined(start, suffix, at: offset)
      } else {
        term.iri = word
      }
    } else if word.utf8.contains(UInt8(ascii: "/")) {
      term.iri = try processor.iri(word, in: &context, nil, isWord: true, at: offset)
      guard let iri = term.iri, JSONLDProcessor.isAbsolute(iri) else {
        throw error(.invalidIRIMapping, "What “\(shown)” stands for is no whole name.")
      }
    } else if word == "@type" {
      term.iri = word
    } else if let own = context.schema?.term(word)?.iri {
      term.iri = own
    } else if let vocabulary = context.vocabulary {
      term.iri = try processor.joined(vocabulary, word[...], at: offset)
    } else {
      throw error(.invalidIRIMapping, "Nothing says what “\(shown)” stands for.")
    }
    return true
  }

  private mutating func readContainer(_ value: LocatedJSON) throws(JSONLDError) {
    let names: [LocatedJSON] = if case .array(let values) = value.value { values } else { [value] }
    var container: JSONLDTerm.Container = []
    let invalid = JSONLDError(
      .invalidContainerMapping, "The container of “\(shown)” is none that there is.",
      at: value.offset)
    for name in names {
      switch name.value {
      case .string("@list"): container.insert(.list)
      case .string("@set"): container.insert(.set)
      case .string("@language"): container.insert(.language)
      case .string("@index"): container.insert(.index)
      case .string("@id"): container.insert(.id)
      case .string("@type"): container.insert(.type)
      case .string("@graph"): container.insert(.graph)
      default: throw invalid
      }
    }
    let others = container.subtracting([.set, .graph])
    guard !names.isEmpty, !container.contains(.list) || container == .list,
      // A set can be an index of one kind; a graph can be one by keys or names.
      [[], .list, .language, .index, .id, .type].contains(others),
      !container.contains(.graph) || [[], .index, .id].contains(others)
    else { throw invalid }
    if container.contains(.type) {
      let type = term.type ?? "@id"
      guard type == "@id" || type == "@vocab" else {
        throw error(
          .invalidTypeMapping, "“\(shown)” is an index of types, so its values are names.")
      }
      term.type = type
    }
    term.container = container
  }

  private mutating func readRest(
    _ processor: inout JSONLDProcessor, _ context: inout JSONLDContext
  ) throws(JSONLDError) {
    if let value = members["@index"] {
      guard term.container.contains(.index), case .string(let text) = value.value,
        let iri = try processor.iri(text, in: &context, local, isWord: true, at: value.offset),
        !JSONLDKeyword.contains(iri), JSONLDProcessor.isName(iri)
      else {
        throw error(.invalidTermDefinition, "“@index” of “\(shown)” must name a property.")
      }
      term.index = text
    }
    if let value = members["@context"] {
      do throws(JSONLDError) {
        _ = try processor.process(value, in: context, overridesProtected: true)
      } catch {
        guard error.code != .tooLarge else { throw error }
        throw JSONLDError(.invalidScopedContext, error.reason, at: error.offset)
      }
      term.context = value
    }
    if let value = members["@language"], members["@type"] == nil {
      switch value.value {
      case .null: term.language = .none
      case .string(let language): term.language = .said(language)
      default:
        throw error(.invalidLanguageMapping, "“@language” of “\(shown)” must be a text or null.")
      }
    }
    if let value = members["@direction"], members["@type"] == nil {
      term.direction = try processor.direction(value).map { .said($0) } ?? .none
    }
    if let value = members["@nest"] {
      guard case .string(let nest) = value.value, nest == "@nest" || !JSONLDKeyword.contains(nest)
      else {
        throw error(.invalidNestValue, "“@nest” of “\(shown)” must be “@nest” or a word.")
      }
      term.nest = nest
    }
    if let value = members["@prefix"] {
      guard !word.utf8.contains(UInt8(ascii: ":")), !word.utf8.contains(UInt8(ascii: "/")) else {
        throw error(.invalidTermDefinition, "“\(shown)” can't be a prefix.")
      }
      guard case .boolean(let isPrefix) = value.value else {
        throw error(.invalidPrefixValue, "“@prefix” of “\(shown)” must be true or false.")
      }
      guard !isPrefix || !JSONLDKeyword.contains(term.iri ?? "") else {
        throw error(
          .invalidTermDefinition, "“\(shown)” stands for a keyword and can't be a prefix.")
      }
      term.isPrefix = isPrefix
    }
    // The first in the page, so that its finding is the same each time.
    if case .object(let own) = value.value,
      let unknown = own.first(where: { !Self.known.contains($0.name) })
    {
      let name = Diagnostic.excerpt(unknown.name)
      throw error(
        .invalidTermDefinition,
        "The definition of “\(shown)” says “\(name)”, which means nothing.")
    }
  }

  private static let known: Set<String> = [
    "@id", "@reverse", "@container", "@context", "@direction", "@index", "@language", "@nest",
    "@prefix", "@protected", "@type",
  ]
}
