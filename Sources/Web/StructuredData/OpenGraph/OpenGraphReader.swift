import WebDocuments

/// Reads what a page says by the Open Graph protocol, element by element.
struct OpenGraphReader {
  private let document: HTMLDocument
  private let base: BaseIRI
  private var names: OpenGraphNames
  private(set) var page = OpenGraph()
  private(set) var findings = FindingList()
  private var places: [String: Int] = [:]
  /// Whether the last root tag of each kind of media opened an element that others belong to.
  private var hasRoot: Set<OpenGraph.Media.Kind> = []

  init(_ document: HTMLDocument, base: BaseIRI) {
    self.document = document
    self.base = base
    names = OpenGraphNames(document)
  }

  /// Reads an element, if it is one of Open Graph's.
  mutating func read(_ tag: MetaTag) {
    var known = Set<String>()
    for word in tag.properties {
      guard let name = names.name(word, at: tag.node), known.insert(name).inserted else { continue }
      add(name, tag)
    }
    guard let word = tag.name, let name = names.name(word[...], at: tag.node),
      known.insert(name).inserted
    else { return }
    report(
      .propertyInNameAttribute, "“\(Diagnostic.excerpt(name))” stands in the attribute name.", tag,
      name)
    add(name, tag)
  }

  /// Ends the page, and says what is missing in it.
  mutating func finish() {
    guard !page.isEmpty else { return }
    let missing = [
      page.title == nil ? "og:title" : nil, page.kind == nil ? "og:type" : nil,
      page.images.isEmpty ? "og:image" : nil, page.url == nil ? "og:url" : nil,
    ].compactMap(\.self)
    if !missing.isEmpty {
      findings.add(.openGraphRequiredMissing, "The page lacks \(missing.joined(separator: ", ")).")
    }
    for video in page.videos where !video.isPlayable {
      report(
        .openGraphVideoNotPlayable,
        "“\(Diagnostic.excerpt(video.url.text))” is no video that can be played.",
        at: video.url.location, "og:video")
    }
  }

  // MARK: Elements

  private mutating func add(_ name: String, _ tag: MetaTag) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    if parts[0] == "og", let kind = OpenGraph.Media.Kind(rawValue: String(parts[1])) {
      return addMedia(kind, parts.dropFirst(2).joined(separator: ":"), name, tag)
    }
    guard !tag.content.isEmpty else {
      return report(.openGraphEmptyValue, "“\(Diagnostic.excerpt(name))” is empty.", tag, name)
    }
    let value = MetaValue(tag.content, at: document.location(of: tag.node))
    switch name {
    case "og:title": set(\.title, value, name, tag)
    case "og:url": set(\.url, address(tag, name), name, tag)
    case "og:description": set(\.description, value, name, tag)
    case "og:determiner": set(\.determiner, value, name, tag)
    case "og:site_name": set(\.siteName, value, name, tag)
    case "og:type":
      if page.kind == nil { checkKind(value, tag) }
      set(\.kind, value, name, tag)
    case "og:locale":
      checkLocale(value, tag)
      set(\.locale, value, name, tag)
    case "og:locale:alternate":
      checkLocale(value, tag)
      page.otherLocales.append(value)
    default: addProperty(name, value, tag)
    }
  }

  private mutating func set(
    _ place: WritableKeyPath<OpenGraph, MetaValue?>, _ value: MetaValue, _ name: String,
    _ tag: MetaTag
  ) {
    if page[keyPath: place] == nil {
      page[keyPath: place] = value
    } else {
      reportRepeated(name, tag)
    }
  }

  private mutating func addProperty(_ name: String, _ value: MetaValue, _ tag: MetaTag) {
    guard let place = places[name] else {
      places[name] = page.properties.count
      page.properties.append(OpenGraph.Property(name: name, values: [value]))
      return
    }
    if OpenGraphVocabulary.singleValued.contains(name) {
      reportRepeated(name, tag)
    } else {
      page.properties[place].values.append(value)
    }
  }

  // MARK: Media

  private mutating func addMedia(
    _ kind: OpenGraph.Media.Kind, _ part: String, _ name: String, _ tag: MetaTag
  ) {
    let isRoot = part.isEmpty || part == "url"
    guard !tag.content.isEmpty else {
      // What follows would belong to it, and not to the one before.
      if isRoot { hasRoot.remove(kind) }
      return report(.openGraphEmptyValue, "“\(Diagnostic.excerpt(name))” is empty.", tag, name)
    }
    let list = Self.list(of: kind)
    if isRoot {
      let url = address(tag, name)
      // Pages give the address in both forms.
      if part == "url", hasRoot.contains(kind), page[keyPath: list].last?.url.text == url.text {
        return
      }
      page[keyPath: list].append(OpenGraph.Media(kind: kind, url: url))
      hasRoot.insert(kind)
      return
    }
    guard let place = Self.part(part) else {
      return addProperty(name, MetaValue(tag.content, at: document.location(of: tag.node)), tag)
    }
    guard hasRoot.contains(kind), let last = page[keyPath: list].indices.last else {
      return report(
        .openGraphStructuredWithoutRoot,
        "“\(Diagnostic.excerpt(name))” stands before any og:\(kind.rawValue) and is not read.", tag,
        name)
    }
    guard page[keyPath: list][last][keyPath: place] == nil else { return reportRepeated(name, tag) }
    page[keyPath: list][last][keyPath: place] =
      part == "secure_url"
      ? address(tag, name) : MetaValue(tag.content, at: document.location(of: tag.node))
  }

  private static func list(
    of kind: OpenGraph.Media.Kind
  ) -> WritableKeyPath<OpenGraph, [OpenGraph.Media]> {
    switch kind {
    case .image: \.images
    case .video: \.videos
    case .audio: \.audios
    }
  }

  private static func part(
    _ name: String
  ) -> WritableKeyPath<OpenGraph.Media, MetaValue?>? {
    switch name {
    case "secure_url": \.secureURL
    case "type": \.type
    case "width": \.width
    case "height": \.height
    case "alt": \.text
    default: nil
    }
  }

  // MARK: Checks

  /// The address that an element gives, resolved.
  private mutating func address(_ tag: MetaTag, _ name: String) -> MetaValue {
    let url = base.resolve(tag.content)
    if !IRIParts.hasScheme(tag.content) {
      report(
        .openGraphURLRelative,
        "“\(Diagnostic.excerpt(name))” is the relative address “\(Diagnostic.excerpt(tag.content))”.",
        tag, name)
    }
    return MetaValue(url, at: document.location(of: tag.node))
  }

  private mutating func checkKind(_ kind: MetaValue, _ tag: MetaTag) {
    // Kinds of one's own have a prefix.
    guard !OpenGraphVocabulary.kinds.contains(kind.text.lowercased()), !kind.text.contains(":")
    else { return }
    report(
      .openGraphTypeUnknown, "“\(Diagnostic.excerpt(kind.text))” is no type of Open Graph.", tag,
      "og:type")
  }

  /// Checks that a locale is a language and a country, such as `en_GB`.
  private mutating func checkLocale(_ locale: MetaValue, _ tag: MetaTag) {
    let parts = locale.text.utf8.split(
      separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    if parts.count == 2, (2...3).contains(parts[0].count), parts[0].allSatisfy(isLetter),
      parts[1].count == 2 && parts[1].allSatisfy(isLetter)
        || parts[1].count == 3 && parts[1].allSatisfy(isDigit)
    {
      return
    }
    report(
      .openGraphLocaleInvalid, "“\(Diagnostic.excerpt(locale.text))” is no language and country.",
      tag, "og:locale")
  }

  private mutating func reportRepeated(_ name: String, _ tag: MetaTag) {
    report(
      .openGraphSingleValuedRepeated,
      "“\(Diagnostic.excerpt(name))” stands there again; only the first one counts.", tag, name)
  }

  private mutating func report(
    _ rule: DiagnosticRule, _ message: String, _ tag: MetaTag, _ subject: String
  ) {
    report(rule, message, at: document.location(of: tag.node), subject)
  }

  private mutating func report(
    _ rule: DiagnosticRule, _ message: String, at location: SourceLocation, _ subject: String
  ) {
    findings.add(rule, message, at: location, subject: Diagnostic.excerpt(subject))
  }
}
