/// What is wrong with a JSON-LD document, by the rules of JSON-LD 1.1.
struct JSONLDError: Error, Hashable {
  /// The names that the specification gives to what can be wrong.
  enum Code: String {
    case collidingKeywords = "colliding keywords"
    case contextNotFetched = "loading remote context failed"
    case cyclicIRIMapping = "cyclic IRI mapping"
    case invalidBaseDirection = "invalid base direction"
    case invalidBaseIRI = "invalid base IRI"
    case invalidContainerMapping = "invalid container mapping"
    case invalidContextEntry = "invalid context entry"
    case invalidContextNullification = "invalid context nullification"
    case invalidDefaultLanguage = "invalid default language"
    case invalidIDValue = "invalid @id value"
    case invalidImportValue = "invalid @import value"
    case invalidIncludedValue = "invalid @included value"
    case invalidIndexValue = "invalid @index value"
    case invalidIRIMapping = "invalid IRI mapping"
    case invalidKeywordAlias = "invalid keyword alias"
    case invalidLanguageMapping = "invalid language mapping"
    case invalidLanguageMapValue = "invalid language map value"
    case invalidLanguageTaggedString = "invalid language-tagged string"
    case invalidLanguageTaggedValue = "invalid language-tagged value"
    case invalidLocalContext = "invalid local context"
    case invalidNestValue = "invalid @nest value"
    case invalidPrefixValue = "invalid @prefix value"
    case invalidPropagateValue = "invalid @propagate value"
    case invalidProtectedValue = "invalid @protected value"
    case invalidReverseProperty = "invalid reverse property"
    case invalidReversePropertyMap = "invalid reverse property map"
    case invalidReversePropertyValue = "invalid reverse property value"
    case invalidReverseValue = "invalid @reverse value"
    case invalidScopedContext = "invalid scoped context"
    case invalidSetOrListObject = "invalid set or list object"
    case invalidTermDefinition = "invalid term definition"
    case invalidTypedValue = "invalid typed value"
    case invalidTypeMapping = "invalid type mapping"
    case invalidTypeValue = "invalid type value"
    case invalidValueObject = "invalid value object"
    case invalidValueObjectValue = "invalid value object value"
    case invalidVersionValue = "invalid @version value"
    case invalidVocabMapping = "invalid vocab mapping"
    case keywordRedefinition = "keyword redefinition"
    case protectedTermRedefinition = "protected term redefinition"
    /// Not of the specification: more work than a document of its size may make.
    case tooLarge = "too large"
  }

  /// What is wrong.
  let code: Code
  /// The same in one sentence, for people.
  let reason: String
  /// Where, in bytes from the start of the document.
  let offset: Int

  init(_ code: Code, _ reason: String, at offset: Int) {
    self.code = code
    self.reason = reason
    self.offset = offset
  }
}
