package import FresnelModel
internal import WebDocuments

/// The findings of a site that are known, so that only others count: kept in a file beside the site's sources.
package struct SurveyBaseline: Sendable, Equatable {
  /// A finding: which rule a template of page, or a document about the site, breaks.
  private struct Entry: Hashable, Sendable {
    let group: String
    let code: String
    let severity: String
  }

  /// Why a file is no list of known findings.
  package struct Fault: Error, Equatable, Sendable {
    /// What is wrong, in a sentence.
    package let message: String
  }

  /// The most bytes of a file.
  package static let sizeLimit = 16 << 20
  private static let version: Int64 = 1

  private var entries: Set<Entry> = []

  /// The findings of a validation, all of which are known from now on.
  package init(of survey: SiteSurvey) {
    for group in survey.groups {
      for finding in group.findings { entries.insert(Self.entry(finding, of: group)) }
    }
  }

  /// Reads a file.
  ///
  /// - Parameter bytes: What is in it.
  /// - Throws: ``Fault`` for one that is no list of findings, or of a later version.
  package init(reading bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.sizeLimit, let json = try? JSONValue.parse(bytes),
      case .integer(let version)? = json["version"], let findings = json["findings"],
      case .array(let all) = findings
    else { throw Fault(message: "It is no file of known findings.") }
    guard version == Self.version else {
      throw Fault(message: "It is of version \(version), which this program doesn't know.")
    }
    for one in all {
      guard case .string(let group)? = one["group"], case .string(let code)? = one["code"],
        case .string(let severity)? = one["severity"]
      else { throw Fault(message: "One of its findings lacks group, code or severity.") }
      entries.insert(Entry(group: group, code: code, severity: severity))
    }
  }

  /// The file, in an order that depends on the findings alone, so that changes of it can be read.
  package var json: JSONValue {
    let sorted = entries.sorted {
      ($0.group, $0.code, $0.severity) < ($1.group, $1.code, $1.severity)
    }
    return .members([
      "version": .integer(Self.version),
      "findings": .array(
        sorted.map {
          .members([
            "group": .string($0.group), "code": .string($0.code), "severity": .string($0.severity),
          ])
        }),
    ])
  }

  /// Marks the findings of a validation that are known.
  package func mark(_ survey: inout SiteSurvey) {
    for group in survey.groups.indices {
      for place in survey.groups[group].findings.indices {
        let entry = Self.entry(survey.groups[group].findings[place], of: survey.groups[group])
        survey.groups[group].findings[place].isKnown = entries.contains(entry)
      }
    }
  }

  private static func entry(_ finding: SiteSurvey.Finding, of group: SiteSurvey.Group) -> Entry {
    Entry(group: group.name, code: finding.rule.code, severity: finding.severity.name)
  }
}
