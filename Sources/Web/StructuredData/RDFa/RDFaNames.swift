/// What the names in RDFa's attributes mean at a place of a document: which prefixes are bound there, and what a
/// bare word, a word with a prefix or an address stands for (RDFa Core 1.1, 7.4).
struct RDFaNames {
  /// The most prefixes that one attribute binds.
  static let mostPrefixes = 1024
  /// The most bytes of what a prefix or a vocabulary stands for, since it is copied into each name.
  static let greatestNamespace = 1024

  let base: BaseIRI
  /// What each prefix was bound to by the elements around the place, the innermost last.
  private var bindings: [String: [String]] = [:]
  private var blankNodes: [String: Int] = [:]
  private var blankCount = 0

  init(base: BaseIRI) {
    self.base = base
  }

  // MARK: Prefixes

  /// Binds prefixes for an element and what is in it.
  ///
  /// - Parameters:
  ///   - prefixes: The words of the attribute `prefix`.
  ///   - namespaces: The attributes whose names begin with `xmlns:`, which is how RDFa 1.0 bound prefixes.
  /// - Returns: The bound prefixes, for ``unbind(_:)``, and whether there were too many.
  mutating func bind(
    _ prefixes: [Substring], namespaces: [(prefix: Substring, iri: String)]
  ) -> (bound: [String], isCut: Bool) {
    var bound: [String] = []
    for (prefix, iri) in namespaces.prefix(Self.mostPrefixes) {
      bind(String(prefix), iri, &bound)
    }
    var words = prefixes[...]
    while let word = words.popFirst() {
      guard word.utf8.last == UInt8(ascii: ":"), let iri = words.popFirst() else { continue }
      if bound.count >= Self.mostPrefixes { return (bound, true) }
      bind(String(word.dropLast()), String(iri), &bound)
    }
    return (bound, namespaces.count > Self.mostPrefixes)
  }

  private mutating func bind(_ prefix: String, _ iri: String, _ bound: inout [String]) {
    guard !prefix.isEmpty, prefix != "_", iri.utf8.count <= Self.greatestNamespace else { return }
    let prefix = prefix.lowercased()
    bindings[prefix, default: []].append(iri)
    bound.append(prefix)
  }

  /// Forgets the prefixes of an element.
  mutating func unbind(_ prefixes: [String]) {
    for prefix in prefixes {
      bindings[prefix]?.removeLast()
      if bindings[prefix]?.isEmpty == true { bindings[prefix] = nil }
    }
  }

  // MARK: Names

  /// A blank node that nothing else names.
  mutating func makeBlank() -> RDFTerm {
    blankCount += 1
    return .blank(blankCount - 1)
  }

  /// What a word of `property`, `typeof`, `rel`, `rev` or `datatype` means: a term, a CURIE or an absolute
  /// address.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - vocabulary: What bare words belong to.
  /// - Returns: `nil` for what means nothing.
  mutating func term(_ word: Substring, vocabulary: String?) -> RDFTerm? {
    if Self.isTerm(word) {
      if let vocabulary { return .iri(vocabulary + word) }
      let term = RDFaInitialContext.terms[String(word)]
      return (term ?? RDFaInitialContext.terms[word.lowercased()]).map(RDFTerm.iri)
    }
    if let term = curie(word) { return term }
    return IRIParts.hasScheme(word) ? .iri(String(word)) : nil
  }

  /// What the value of `about` or `resource` means: a CURIE, in brackets or not, or an address.
  ///
  /// - Returns: `nil` for what means nothing, such as brackets around what is no CURIE.
  mutating func resource(_ text: String) -> RDFTerm? {
    let value = text.trimmingHTMLSpace()
    if value.utf8.first == UInt8(ascii: "[") {
      guard value.utf8.count > 1, value.utf8.last == UInt8(ascii: "]") else { return nil }
      return curie(value.dropFirst().dropLast())
    }
    return curie(value) ?? address(text)
  }

  /// What the value of `href` or `src` means.
  func address(_ text: String) -> RDFTerm {
    .iri(base.resolve(text))
  }

  /// What a word with a colon means.
  private mutating func curie(_ word: Substring) -> RDFTerm? {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let prefix = word[..<colon]
    let reference = word[word.utf8.index(after: colon)...]
    // What goes on with two slashes is an address, whatever is bound.
    if reference.utf8.starts(with: "//".utf8) { return nil }
    switch prefix {
    case "_": return blank(String(reference))
    case "": return .iri(RDFaInitialContext.emptyPrefix + reference)
    default:
      let prefix = prefix.lowercased()
      let namespace = bindings[prefix]?.last ?? RDFaInitialContext.prefixes[prefix]
      return namespace.map { .iri($0 + reference) }
    }
  }

  private mutating func blank(_ name: String) -> RDFTerm {
    if let number = blankNodes[name] { return .blank(number) }
    blankNodes[name] = blankCount
    return makeBlank()
  }

  /// Whether a word is a term: a name without colon, in which slashes may stand.
  static func isTerm(_ word: Substring) -> Bool {
    var isFirst = true
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), 0x80...:
        break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "/"):
        if isFirst { return false }
      default: return false
      }
      isFirst = false
    }
    return !isFirst
  }
}
