public import WebDocuments

/// Compares what a page says with the vocabulary of schema.org.
struct VocabularyCheck {
  let graph: ItemGraph
  private(set) var findings = FindingList()
  /// The types of the items that were values so far, by place; `nil` where not all are schema.org's.
  private var types: [Int: [SchemaTerm]?] = [:]
  /// The first property that has an item as a value, by the item's place. Asked for things without a type only.
  private lazy var roles = Self.roles(in: graph)
  /// What the vocabulary says of the properties so far, by name. Of other names nothing is kept.
  private var properties: [String: KnownProperty] = [:]

  /// What the vocabulary says of a property.
  private struct KnownProperty {
    let term: SchemaTerm
    let range: [SchemaTerm]
    let expected: ExpectedKinds
    /// Whether it goes into an action or comes out of it.
    let isOfAction: Bool
  }

  init(_ graph: ItemGraph) {
    self.graph = graph
  }

  mutating func report(
    _ rule: DiagnosticRule, _ message: @autoclosure () -> String, at location: SourceLocation?,
    subject: @autoclosure () -> String
  ) {
    findings.add(rule, message(), at: location, subject: subject())
  }

  mutating func run() {
    // The pages that a list of breadcrumbs leads to are named, and say what they are themselves.
    let listed = Set(graph.items.flatMap { $0["item"].compactMap(\.item) })
    for place in graph.items.indices { check(place, isListed: listed.contains(place)) }
    checkDuplicates()
  }

  private mutating func check(_ place: Int, isListed: Bool) {
    let item = graph[place]
    guard !item.types.isEmpty else {
      if !item.properties.isEmpty, !(isListed && item.identifier != nil) {
        let name = item.text("name").map { Diagnostic.excerpt($0) }
        let subject = name ?? roles[place]?.text ?? item.properties[0].name
        report(
          .typeMissing, "The thing doesn't say what type it has.", at: item.location,
          subject: subject)
      }
      return
    }
    checkSize(of: item)
    var types: [SchemaTerm] = []
    for type in item.types {
      if let term = SchemaTerm(.type, named: type) {
        types.append(term)
        if term.isRetired { reportRetired(term, of: item) }
      } else {
        reportUnknown(type: type, of: item)
      }
    }
    for property in item.properties where !property.name.utf8.contains(UInt8(ascii: ":")) {
      check(property, of: item, types)
    }
  }

  private mutating func checkSize(of item: GraphItem) {
    let hasMost =
      item.types.count >= ItemGraphBuilder.mostTypes
      || item.properties.count >= ItemGraphBuilder.mostProperties
    guard hasMost else { return }
    report(
      .tooLarge,
      "Of a thing \(ItemGraphBuilder.mostTypes) types and \(ItemGraphBuilder.mostProperties) properties are read; others are left out.",
      at: item.location, subject: Diagnostic.excerpt(item.types[0]))
  }

  /// The types of an item; `nil` where it has none, or others than schema.org's.
  mutating func schemaTypes(of place: Int) -> [SchemaTerm]? {
    if let known = types[place] { return known }
    let all = graph[place].types
    let found = all.compactMap { SchemaTerm(.type, named: $0) }
    let whole = found.isEmpty || found.count != all.count ? nil : found
    types[place] = .some(whole)
    return whole
  }

  private mutating func reportRetired(_ type: SchemaTerm, of item: GraphItem) {
    let instead = type.successor.map { "; “\($0)” takes its place" } ?? ""
    report(
      .vocabularyRetired, "The type “\(type)” is retired\(instead).", at: item.location,
      subject: type.name)
  }

  private mutating func reportUnknown(type: String, of item: GraphItem) {
    if type.utf8.contains(UInt8(ascii: ":")) {
      // Types of other vocabularies are theirs to check, unless nobody keeps them up.
      if Self.isOfRetiredVocabulary(type) {
        let excerpt = Diagnostic.excerpt(type)
        report(
          .vocabularyRetired, "The vocabulary of “\(excerpt)” is retired.", at: item.location,
          subject: excerpt)
      }
      return
    }
    let excerpt = Diagnostic.excerpt(type)
    if let term = SchemaTerm.differingByCase(.type, from: type) {
      report(
        .typeCase, "The type “\(excerpt)” is written “\(term)”.", at: item.location,
        subject: excerpt)
      return
    }
    report(
      .typeUnknown,
      "schema.org has no type “\(excerpt)”\(Self.hint(SchemaTerm.nearest(.type, to: type))).",
      at: item.location, subject: excerpt)
  }

  /// Whether a type is one of `data-vocabulary.org`, which schema.org took the place of.
  private static func isOfRetiredVocabulary(_ type: String) -> Bool {
    let bytes = type.utf8
    guard bytes.starts(with: "http".utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let host = bytes[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
    let vocabulary = "data-vocabulary.org".utf8
    return host.elementsEqual(vocabulary)
      || host.reversed().starts(with: ".data-vocabulary.org".utf8.reversed())
  }

  private mutating func check(
    _ property: GraphProperty, of item: GraphItem, _ types: [SchemaTerm]
  ) {
    let location = property.location ?? property.values.first?.location ?? item.location
    let subject = Subject(type: item.types[0], property: property.name)
    guard let known = known(property.name) else {
      reportUnknown(property: property.name, at: location, subject)
      return
    }
    let term = known.term
    if let successor = term.successor {
      report(
        .propertySuperseded, "“\(term)” is superseded; “\(successor)” takes its place.",
        at: location, subject: subject.text)
    }
    // What an item is in a role may have any property, that of its place above all.
    let isRole = types.contains(where: Self.isRole)
    // Some old properties have no domain, so that nothing is known of where they belong.
    if !types.isEmpty, !isRole, !types.contains(where: term.belongs), case let domain = term.above,
      !domain.isEmpty
    {
      report(
        .propertyNotOfType,
        "Things of type “\(types[0])” have no “\(term)”; it belongs to \(Self.list(domain)).",
        at: location, subject: subject.text)
    }
    // What goes into an action and comes out of it is told of the property, and is no value of it.
    if known.isOfAction { return }
    for value in property.values { check(value, of: term, known.range, known.expected, subject) }
  }

  /// What the vocabulary says of a property; `nil` where it has none of the name.
  private mutating func known(_ name: String) -> KnownProperty? {
    if let known = properties[name] { return known }
    guard let term = SchemaTerm(.property, named: Self.plainName(name)) else { return nil }
    let range = term.range
    let known = KnownProperty(
      term: term, range: range, expected: ExpectedKinds(range), isOfAction: Self.isOfAction(name))
    properties[name] = known
    return known
  }

  /// The property that a finding is about.
  struct Subject {
    let type: String
    let property: String

    /// As findings name it. Most properties have none: it is put together when it is asked for.
    var text: String {
      let property = Diagnostic.excerpt(property)
      return type.isEmpty ? property : "\(Diagnostic.excerpt(type)).\(property)"
    }
  }

  private static let role = SchemaTerm(.type, named: "Role")

  /// Whether things of a type say in which role another thing is a value.
  static func isRole(_ type: SchemaTerm) -> Bool { role.map(type.isSubtype) ?? false }

  private mutating func reportUnknown(
    property: String, at location: SourceLocation?, _ subject: Subject
  ) {
    let excerpt = Diagnostic.excerpt(property)
    if let term = SchemaTerm.differingByCase(.property, from: property) {
      report(
        .propertyCase, "The property “\(excerpt)” is written “\(term)”.", at: location,
        subject: subject.text)
      return
    }
    report(
      .propertyUnknown,
      "schema.org has no property “\(excerpt)”\(Self.hint(SchemaTerm.nearest(.property, to: property))).",
      at: location, subject: subject.text)
  }

  /// The name of a property without what marks it as asked for, or as given, in an action.
  private static func plainName(_ name: String) -> String {
    isOfAction(name) ? String(name[..<(name.lastIndex(of: "-") ?? name.endIndex)]) : name
  }

  private static func isOfAction(_ name: String) -> Bool {
    name.hasSuffix("-input") || name.hasSuffix("-output")
  }

  private static func roles(in graph: ItemGraph) -> [Int: Subject] {
    var roles: [Int: Subject] = [:]
    for item in graph.items {
      for property in item.properties {
        for value in property.values.compactMap(\.item) where roles[value] == nil {
          roles[value] = Subject(type: item.types.first ?? "", property: property.name)
        }
      }
    }
    return roles
  }

  /// What was probably meant, as the end of a sentence.
  static func hint(_ near: SchemaTerm?) -> String {
    near.map { "; perhaps “\($0)” is meant" } ?? ""
  }

  /// Names as part of a sentence, no more than three of them.
  static func list(_ terms: [SchemaTerm]) -> String {
    let names = terms.prefix(3).map { "“\($0)”" }
    if terms.count > 3 { return names.joined(separator: ", ") + " and others" }
    return names.count < 2
      ? names.joined()
      : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }
}

extension ItemGraph {
  /// What is wrong with the graph by the vocabulary of schema.org, in the order of the document.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items and values.
  public func vocabularyDiagnostics() -> [Diagnostic] {
    var check = VocabularyCheck(self)
    check.run()
    return check.findings.all
  }
}
