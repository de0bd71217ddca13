internal import WebDocuments

// The section `applinks` and its details.

extension AssociationReader {
  /// Reads `applinks`.
  mutating func readLinks(_ section: LocatedJSON) -> [AppLinkDetail] {
    let place = AssociationService.applinks.rawValue
    if let apps = section["apps"] {
      if case .array(let values) = apps.value {
        if !values.isEmpty {
          findings.add(
            .associationAppsNotEmpty, "\(place).apps has to be an empty list, if it is there.",
            at: apps.offset, "\(place).apps")
        }
      } else {
        noteWrongType(apps, "\(place).apps", wanted: "a list")
      }
    }
    variables = VariableTable(own: readVariables(section["substitutionVariables"]))
    let defaults = readDefaults(section, place)
    guard let details = section["details"] else {
      findings.add(
        .associationNoDetails, "\(place).details is missing, so no app opens a link.",
        at: section.offset, place)
      return []
    }
    var result: [AppLinkDetail] = []
    switch details.value {
    case .array(let values):
      if values.isEmpty { noteNoDetails(details) }
      for (index, value) in values.enumerated() {
        let subject = "\(place).details[\(index)]"
        readDetail(value, subject, application: nil, defaults).map { result.append($0) }
      }
    case .object(let members):
      findings.add(
        .associationDetailsDictionary,
        "\(place).details is an object, whose entries have no order; they are taken by name.",
        at: details.offset, "\(place).details")
      if members.isEmpty { noteNoDetails(details) }
      let last = Dictionary(members.map { ($0.name, $0) }) { $1 }
      for member in last.values.sorted(by: { $0.name < $1.name }) {
        let subject = subject("\(place).details", member.name)
        let application = LocatedText(
          text: member.name, offset: member.nameOffset, subject: subject)
        readDetail(member.value, subject, application: application, defaults)
          .map { result.append($0) }
      }
    default: noteWrongType(details, "\(place).details", wanted: "a list")
    }
    noteUnreachable(result)
    return result
  }

  private mutating func noteNoDetails(_ details: LocatedJSON) {
    findings.add(
      .associationNoDetails, "applinks.details is empty, so no app opens a link.",
      at: details.offset, "applinks.details")
  }

  private mutating func readDetail(
    _ detail: LocatedJSON, _ place: String, application: LocatedText?, _ defaults: RuleSettings
  ) -> AppLinkDetail? {
    guard case .object = detail.value else {
      noteWrongType(detail, place, wanted: "an object")
      return nil
    }
    let applications =
      application.map { [$0] } ?? readIdentifiers(detail, place)
    var seen: Set<String> = []
    let usable = applications.filter { checkApplication($0, &seen) }
    for entry in usable where !seenApplications.insert(entry.text).inserted && !seen.isEmpty {
      guard seen.remove(entry.text) != nil else { continue }
      findings.add(
        .associationAppIDDuplicate,
        "\"\(Diagnostic.excerpt(entry.text))\" has an earlier detail, which is tried before.",
        at: entry.offset, entry.subject, severity: .notice)
    }
    let own = readDefaults(detail, place).over(defaults)
    return AppLinkDetail(
      subject: place, applications: usable.map(\.text), rules: readRules(detail, place, own))
  }

  private mutating func readIdentifiers(_ detail: LocatedJSON, _ place: String) -> [LocatedText] {
    var result: [LocatedText] = []
    let one = detail["appID"]
    let several = detail["appIDs"]
    if one != nil, several != nil {
      findings.add(
        .associationBothAppIDs, "\(place) has appID and appIDs; the apps of both are taken.",
        at: detail.offset, place)
    }
    if let several { result = texts(several, "\(place).appIDs") }
    if let one {
      if case .string(let text) = one.value {
        result.append(
          LocatedText(text: text, offset: one.offset, subject: "\(place).appID"))
      } else {
        noteWrongType(one, "\(place).appID", wanted: "a string")
      }
    }
    if one == nil, several == nil || several?.isEmptyList ?? false {
      findings.add(
        .associationWithoutAppID, "\(place) names no app.", at: detail.offset, place)
    }
    return result
  }

  private mutating func readRules(
    _ detail: LocatedJSON, _ place: String, _ defaults: RuleSettings
  ) -> [LinkRule] {
    let components = detail["components"]
    let paths = detail["paths"]
    if components != nil, let paths {
      findings.add(
        .associationMixedPatterns,
        "\(place) has components and paths; only the components count.", at: paths.offset, place)
    }
    guard let list = components ?? paths else {
      findings.add(
        .associationWithoutPatterns, "\(place) has neither components nor paths.",
        at: detail.offset, place)
      return []
    }
    let subject = components == nil ? "\(place).paths" : "\(place).components"
    guard case .array(let values) = list.value else {
      noteWrongType(list, subject, wanted: "a list")
      return []
    }
    if values.isEmpty {
      findings.add(
        .associationWithoutPatterns, "\(subject) is empty, so no link opens.", at: list.offset,
        subject)
    }
    var rules: [LinkRule] = []
    for (index, value) in values.enumerated() {
      let place = "\(subject)[\(index)]"
      let rule =
        components == nil ? readPath(value, place) : readComponent(value, place, defaults)
      rule.map { rules.append($0) }
    }
    return rules
  }
}
