import FresnelModel
import FresnelText

extension UserQuery {
  /// What the query of an app's filter compares. No item has it, so who does not know the filter finds nothing.
  package static let appAttribute = "app"
}

/// Reads the filter that some words of a text begin with.
struct FilterReader {
  let words: FilterWords
  let context: EvaluationContext
  /// The identifiers of the apps that may be named.
  let apps: [String]

  /// What was read.
  struct Match {
    /// How many words it takes.
    let wordCount: Int
    let kind: UserQuery.Token.Kind
    let shown: String
    let query: Query
  }

  typealias Words = ArraySlice<FilterText.Word>

  /// The filter that some words begin with; `nil` where they begin with none.
  func filter(at typed: Words) -> Match? {
    guard let first = typed.first else { return nil }
    if let colon = first.typed.firstIndex(of: ":") {
      guard let field = words.field(of: first.folded) else { return nil }
      let value = first.typed[first.typed.index(after: colon)...]
      // What stands behind the colon goes on with the next words: `date:last week`.
      let length = first.typed.utf8.count - value.utf8.count
      let start = FilterText.Word(String(value), at: first.range.lowerBound + length)
      return filter(of: field, at: ([start] + typed.dropFirst())[...])
    }
    return size(at: typed) ?? time(at: typed) ?? kind(at: typed) ?? maker(at: typed)
  }

  private func filter(of field: FilterWords.Field, at typed: Words) -> Match? {
    switch field {
    case .kind: kind(at: typed)
    case .app: typed.first.flatMap { app($0.folded) }
    case .person: typed.first.flatMap { person($0.typed) }
    case .time: time(at: typed)
    case .size: size(at: typed)
    }
  }

  /// The longest name of a table that some words begin with.
  func longest<Meaning>(_ table: [String: Meaning], at typed: Words) -> (Int, Meaning)? {
    for count in (1...FilterWords.mostWords).reversed() where typed.count >= count {
      let name = typed.prefix(count).map(\.folded).joined(separator: " ")
      if let meaning = table[name] { return (count, meaning) }
    }
    return nil
  }

  // MARK: - Kinds

  private func kind(at typed: Words) -> Match? {
    guard let (count, kind) = longest(words.kinds, at: typed) else { return nil }
    let types = Set(kind.types.flatMap(Self.types(of:))).sorted()
    let clauses =
      types.map { Self.text("contentType", $0) }
      + kind.types.map { Self.text("contentTypeTree", $0) }
    return Match(wordCount: count, kind: .kind, shown: kind.name, query: .any(of: clauses))
  }

  /// A content type and those of the system that conform to it: items seldom tell of more than their own.
  private static func types(of type: String) -> [String] {
    [type] + (conformingTypes[type] ?? [])
  }

  /// The system's types, by each type that they conform to.
  private static let conformingTypes: [String: [String]] = {
    let tree = ContentTypeTree.builtIn
    var types: [String: [String]] = [:]
    for type in tree.declaredTypes {
      for supertype in tree.supertypes(of: type.identifier) {
        types[supertype, default: []].append(type.identifier)
      }
    }
    return types
  }()

  private static func text(_ attribute: String, _ text: String) -> Query {
    .comparison(
      Comparison(
        attribute: .named(attribute), comparator: .equal, value: .pattern(Pattern(literal: text))))
  }

  // MARK: - Apps

  /// Items of an app, by the beginning of the last part of its identifier, the shortest of several.
  private func app(_ name: String) -> Match? {
    func lastPart(_ app: String) -> String {
      app.split(separator: ".").last.map(String.init) ?? app
    }
    guard !name.isEmpty else { return nil }
    let found = apps.filter { app in
      FilterText.Word(lastPart(app), at: 0).folded.hasPrefix(name)
    }
    guard let app = found.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else { return nil }
    return Match(
      wordCount: 1, kind: .app, shown: "\(words.appName): \(lastPart(app))",
      query: Self.text(UserQuery.appAttribute, app))
  }

  // MARK: - Persons

  private static let authorAttributes = ["authors", "authorNames", "authorEmailAddresses"]

  /// Items of a person, by the beginning of a name.
  private func person(_ value: String) -> Match? {
    let name = value.filter { !FilterText.isQuote($0) }
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    let pattern = Pattern([.text(name), .anySequence])
    let clauses = Self.authorAttributes.map { attribute in
      Query.comparison(
        Comparison(
          attribute: .named(attribute), comparator: .equal, value: .pattern(pattern),
          modifiers: [.caseInsensitive, .diacriticInsensitive, .words]))
    }
    return Match(
      wordCount: 1, kind: .person, shown: "\(words.fromName): \(name)", query: .any(of: clauses))
  }

  private static let makerAttributes = [
    "authors", "authorNames", "editors", "contributors", "performers", "artist", "composer",
    "director",
  ]

  /// Items that a person made, by a whole word of the name: what stands behind it stays a word. Whether there is such a
  /// person is known where the filter leads to an item.
  private func maker(at typed: Words) -> Match? {
    guard let first = typed.first, words.makers.contains(first.folded),
      let name = typed.dropFirst().first, name.typed.count > 1,
      name.typed.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "'" || $0 == "’" }),
      !words.noNames.contains(name.folded)
    else { return nil }
    // `by monday` is no person where it is a time.
    let rest = typed.dropFirst()
    if size(at: rest) ?? time(at: rest) ?? kind(at: rest) != nil { return nil }
    let clauses = Self.makerAttributes.map { attribute in
      Query.comparison(
        Comparison(
          attribute: .named(attribute), comparator: .equal,
          value: .pattern(Pattern(literal: name.typed)),
          modifiers: [.caseInsensitive, .diacriticInsensitive, .words]))
    }
    return Match(
      wordCount: 2, kind: .person, shown: "\(words.byName): \(name.typed)",
      query: .any(of: clauses))
  }

  // MARK: - Sizes

  private func size(at typed: Words) -> Match? {
    guard let first = typed.first else { return nil }
    var (count, comparator) = longest(words.comparators, at: typed) ?? (0, .greater)
    var rest = Array(typed.dropFirst(count).prefix(2).map(\.folded))
    if count == 0 {
      // `>10mb` is one word, or `>10 mb` two.
      let sign = String(first.folded.prefix { $0 == ">" || $0 == "<" || $0 == "=" })
      guard !sign.isEmpty, let known = words.comparators[sign] else { return nil }
      comparator = known
      rest = Array(typed.prefix(2).map(\.folded))
      rest[0].removeFirst(sign.count)
    }
    guard let amount = rest.first else { return nil }
    let digits = String(amount.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," })
    var unit = String(amount.dropFirst(digits.count))
    count += 1
    if unit.isEmpty, rest.count > 1 {
      unit = rest[1]
      count += 1
    }
    guard digits.utf8.count <= 16, let decimal = Self.decimal(digits), let number = Double(decimal),
      let factor = words.units[unit], number * factor < 1e15
    else { return nil }
    let query = Query.comparison(
      Comparison(
        attribute: .named("fileSize"), comparator: comparator,
        value: .integer(Int64((number * factor).rounded()))))
    return Match(
      wordCount: count, kind: .size,
      shown: "\(comparator.rawValue) \(decimal) \(Self.shownUnit(unit))", query: query)
  }

  /// A number without the commas between its thousands; any other comma is a decimal mark. `nil` where both stand in
  /// an order that no number has.
  private static func decimal(_ digits: String) -> String? {
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return digits }
    // The last group may have a fraction behind it.
    let last = parts[parts.count - 1].prefix { $0 != "." }
    let groups = parts.dropFirst().dropLast() + [last]
    let isGrouped =
      1...3 ~= parts[0].count && parts[0] != "0" && !parts[0].contains(".")
      && groups.allSatisfy { $0.count == 3 && !$0.contains(".") }
    if isGrouped { return parts.joined() }
    guard parts.count == 2, !digits.contains(".") else { return nil }
    return parts.joined(separator: ".")
  }

  /// A unit as it is written: `MB`, `kB`, `MiB`; words stay words.
  private static func shownUnit(_ unit: String) -> String {
    guard unit.count <= 3, unit != "b" else { return unit == "b" ? "B" : unit }
    if unit == "kb" { return "kB" }
    return unit.count == 3 ? unit.prefix(1).uppercased() + "iB" : unit.uppercased()
  }
}
