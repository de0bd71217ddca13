internal import WebDocuments

// Components, paths and defaults.

extension AssociationReader {
  /// Reads the `defaults` of `applinks` or of a detail.
  mutating func readDefaults(_ owner: LocatedJSON, _ place: String) -> RuleSettings {
    guard let defaults = owner["defaults"] else { return RuleSettings() }
    return readSettings(defaults, "\(place).defaults") ?? RuleSettings()
  }

  /// Reads an entry of `components`.
  mutating func readComponent(
    _ component: LocatedJSON, _ place: String, _ defaults: RuleSettings
  ) -> LinkRule? {
    guard let own = readSettings(component, place) else { return nil }
    let settings = own.over(defaults)
    let foldsCase = !(settings.isCaseSensitive ?? true)
    var broken: LinkPart?
    var query: LinkRule.Query?
    switch settings.query {
    case .pattern(let text, let offset)?:
      query = .whole(pattern(text, offset, isPath: false, foldsCase, subject(place, "?")))
    case .items(let items)?:
      let compiled = compile(items, foldsCase, place)
      query = compiled.isEmpty ? nil : .items(compiled)
    case .broken?: broken = .query
    case nil: break
    }
    let path = compile(settings.path, isPath: true, foldsCase, subject(place, "/"))
    let fragment = compile(settings.fragment, isPath: false, foldsCase, subject(place, "#"))
    if path.isBroken { broken = .path }
    if fragment.isBroken { broken = .fragment }
    return LinkRule(
      subject: place, offset: component.offset, comment: settings.comment,
      isExclusion: settings.isExclusion ?? false, isPath: false,
      isCaseSensitive: !foldsCase, isPercentEncoded: settings.isPercentEncoded ?? true,
      path: path.pattern, query: query, fragment: fragment.pattern, brokenPart: broken)
  }

  /// Reads an entry of `paths`.
  mutating func readPath(_ path: LocatedJSON, _ place: String) -> LinkRule? {
    guard case .string(let text) = path.value else {
      noteWrongType(path, place, wanted: "a string")
      return nil
    }
    let exclusion = "NOT ".unicodeScalars
    let isExclusion = text.unicodeScalars.starts(with: exclusion)
    let rest = text.unicodeScalars.dropFirst(isExclusion ? exclusion.count : 0)
    var none: VariableTable?
    let pattern = LinkPattern(
      String(Substring(rest)), isPath: true, foldsCase: false, variables: &none)
    return LinkRule(
      subject: place, offset: path.offset, comment: nil, isExclusion: isExclusion, isPath: true,
      isCaseSensitive: true, isPercentEncoded: true, path: pattern, query: nil, fragment: nil,
      brokenPart: nil)
  }

  /// Compiles the items of a query, without those that any value fits.
  private mutating func compile(
    _ items: [RuleSettings.Item], _ foldsCase: Bool, _ place: String
  ) -> [LinkRule.Item] {
    guard let first = items.first else { return [] }
    let key = PatternKey(offset: first.offset, isPath: false, foldsCase: foldsCase)
    if let known = queries[key] { return known }
    let compiled = items.map { item in
      LinkRule.Item(
        name: item.name.unicodeScalars.map { foldsCase ? $0.caseFolded : $0 },
        pattern: pattern(
          item.pattern, item.offset, isPath: false, foldsCase,
          subject(subject(place, "?"), item.name)))
    }.filter { !$0.pattern.fitsEverything }
    queries[key] = compiled
    return compiled
  }

  private mutating func compile(
    _ part: RuleSettings.Part?, isPath: Bool, _ foldsCase: Bool, _ place: String
  ) -> (pattern: LinkPattern?, isBroken: Bool) {
    guard case .pattern(let text, let offset)? = part else {
      if case .broken? = part { return (nil, true) }
      return (nil, false)
    }
    return (pattern(text, offset, isPath: isPath, foldsCase, place), false)
  }

  private mutating func pattern(
    _ text: String, _ offset: Int, isPath: Bool, _ foldsCase: Bool, _ place: String
  ) -> LinkPattern {
    let key = PatternKey(offset: offset, isPath: isPath, foldsCase: foldsCase)
    if let known = patterns[key] { return known }
    let pattern = LinkPattern(
      text, isPath: isPath, foldsCase: foldsCase, variables: &variables)
    patterns[key] = pattern
    guard let obstacle = pattern.obstacle, toldPatterns.insert(offset).inserted else {
      return pattern
    }
    let shown = Diagnostic.excerpt(text)
    switch obstacle {
    case .undefined(let name):
      findings.add(
        .associationVariableUndefined,
        "\"\(shown)\" names \"\(Diagnostic.excerpt(name))\", which nothing defines, so nothing fits.",
        at: offset, place)
    case .unterminated:
      findings.add(
        .associationVariableUnterminated,
        "\"\(shown)\" begins a reference with $( and does not end it, so nothing fits.",
        at: offset, place)
    }
    return pattern
  }

  private mutating func readSettings(_ object: LocatedJSON, _ place: String) -> RuleSettings? {
    guard case .object(let members) = object.value else {
      noteWrongType(object, place, wanted: "an object")
      return nil
    }
    var settings = RuleSettings()
    for member in members {
      let value = member.value
      switch member.name {
      case "/": settings.path = readPart(value, subject(place, "/"))
      case "#": settings.fragment = readPart(value, subject(place, "#"))
      case "?": settings.query = readQuery(value, subject(place, "?"))
      case "exclude": readFlag(member, place).map { settings.isExclusion = $0 }
      case "caseSensitive": readFlag(member, place).map { settings.isCaseSensitive = $0 }
      case "percentEncoded": readFlag(member, place).map { settings.isPercentEncoded = $0 }
      case "comment":
        if case .string(let text) = value.value { settings.comment = text }
      default: break
      }
    }
    return settings
  }

  private mutating func readFlag(_ member: LocatedJSON.Member, _ place: String) -> Bool? {
    guard case .boolean(let flag) = member.value.value else {
      noteWrongType(member.value, subject(place, member.name), wanted: "true or false")
      return nil
    }
    return flag
  }

  private mutating func readPart(_ value: LocatedJSON, _ place: String) -> RuleSettings.Part {
    guard case .string(let text) = value.value else {
      noteWrongType(value, place, wanted: "a string")
      return .broken
    }
    return .pattern(text, offset: value.offset)
  }

  private mutating func readQuery(_ value: LocatedJSON, _ place: String) -> RuleSettings.Part {
    guard case .object(let members) = value.value else {
      if case .string(let text) = value.value { return .pattern(text, offset: value.offset) }
      noteWrongType(value, place, wanted: "a string or an object")
      return .broken
    }
    var items: [RuleSettings.Item] = []
    for member in members {
      guard case .string(let text) = member.value.value else {
        let name = Diagnostic.excerpt(member.name)
        findings.add(
          .associationQueryNotString,
          "\"\(name)\" is \(member.value.kind), so none of \(place) is looked at and any query fits.",
          at: member.value.offset, subject(place, member.name))
        return .items([])
      }
      items.append(
        RuleSettings.Item(name: member.name, pattern: text, offset: member.value.offset))
    }
    return .items(items)
  }
}
