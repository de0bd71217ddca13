package import FresnelModel
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

extension SiteReport {
  /// The whole report as an object, for programs. Members may be added in later versions.
  package var json: JSONValue {
    .members([
      "requested": .text(requested?.href), "url": .text(page?.url.href),
      "worst": .string(worst.name), "milliseconds": .milliseconds(duration),
      "hops": hops.isEmpty ? .null : .array(hops.map(\.json)), "access": access?.json ?? .null,
      "apps": apps?.json ?? .null,
      "resources": resources.isEmpty ? .null : .array(resources.map(\.json)),
      "tasks": .array(tasks.map(\.json)), "documents": .array(documents.map(\.json)),
    ])
  }
}

extension SiteDocument {
  /// The document and what was found in it, as an object.
  package var json: JSONValue {
    .members([
      "file": .string(name), "kind": .string(kind.rawValue), "url": .string(url.href),
      "diagnostics": .array(diagnostics.map(\.report)),
      "page": page?.reportWithoutDiagnostics ?? .null,
    ])
  }
}

extension PageReading {
  /// The reading for programs, its findings aside.
  fileprivate var reportWithoutDiagnostics: JSONValue {
    guard case .object(let members) = report else { return report }
    return .object(members.filter { $0.name != "diagnostics" })
  }
}

extension SiteTask {
  /// The task as an object.
  fileprivate var json: JSONValue {
    .members([
      "code": .string(rule.code), "severity": .string(severity.name),
      "effect": .string(effect.title), "remedy": .string(rule.remedy),
      "reference": .text(rule.reference), "count": .count(count),
      "examples": .array(
        examples.map { document, diagnostic in
          .members([
            "file": .string(document), "message": .string(diagnostic.message),
            "line": .count(diagnostic.location?.line),
            "column": .count(diagnostic.location?.column), "subject": .text(diagnostic.subject),
          ])
        }),
    ])
  }
}
