package import FresnelModel
internal import WebAddresses
internal import WebDocuments

extension SiteSurvey {
  /// The whole report as an object, for programs. Members may be added in later versions.
  package var json: JSONValue {
    .members([
      "site": .string(requested.href), "worst": .string(worst.name),
      "listed": .count(listedCount), "pages": .count(pageCount), "blocked": .count(blockedCount),
      "bytes": .count(byteCount), "milliseconds": .milliseconds(duration),
      "stopped": .text(stop?.rawValue), "groups": .array(groups.map(\.json)),
    ])
  }
}

extension SiteSurvey.Group {
  /// The group as an object.
  fileprivate var json: JSONValue {
    .members([
      "name": .string(name), "shape": .text(template?.shape), "type": .text(template?.type),
      "pages": .count(pageCount), "findings": .array(findings.map(\.json)),
    ])
  }
}

extension SiteSurvey.Finding {
  /// The finding as an object.
  fileprivate var json: JSONValue {
    .members([
      "code": .string(rule.code), "severity": .string(severity.name),
      "remedy": .string(rule.remedy), "reference": .text(rule.reference), "count": .count(count),
      "pages": .count(pageCount), "known": isKnown ? .boolean(true) : .null,
      "examples": .array(
        examples.map { page, diagnostic in
          .members([
            "page": .string(page), "message": .string(diagnostic.message),
            "line": .count(diagnostic.location?.line),
            "column": .count(diagnostic.location?.column), "subject": .text(diagnostic.subject),
          ])
        }),
    ])
  }
}
