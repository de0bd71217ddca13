internal import FresnelModel

/// What is known of a site's association file.
package struct LinkCopy: Sendable {
  /// The site.
  package let site: LinkSite
  /// When it was last asked for its file, in seconds since 1970.
  package var checked: Int64
  /// When ``file`` was fetched, in seconds since 1970.
  package var fetched: Int64
  /// The last good file: its JSON, taken out of the signed form; `nil` where there is none.
  package var file: [UInt8]?
  /// Why the last attempt brought no file, in sentences; empty when it did.
  package var problems: [String]

  /// Puts the parts together.
  package init(
    site: LinkSite, checked: Int64, fetched: Int64 = 0, file: [UInt8]? = nil,
    problems: [String] = []
  ) {
    self.site = site
    self.checked = checked
    self.fetched = fetched
    self.file = file
    self.problems = problems
  }

  /// What the file says, if it may still be used.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Returns: `nil` when there is no file, or it is too old.
  package func association(now: Int64) -> SiteAssociation? {
    guard let file, AssociationCopy(fetched: fetched).isUsable(now: now) else { return nil }
    return AssociationReading(file).association
  }

  /// Whether the site is to be asked again.
  ///
  /// A site that brought no file is asked again after a day, as is one with a file that could not be renewed.
  package func isDue(now: Int64) -> Bool {
    guard file == nil || !problems.isEmpty else {
      return AssociationCopy(fetched: fetched).isDue(now: now)
    }
    let (age, overflows) = now.subtractingReportingOverflow(checked)
    return overflows || !(0..<86_400).contains(age)
  }

  // MARK: - As a file

  /// The copy as it is kept.
  var json: JSONValue {
    .object([
      JSONMember("version", .integer(1)), JSONMember("site", .string(site.name)),
      JSONMember("checked", .integer(checked)), JSONMember("fetched", .integer(fetched)),
      JSONMember("file", file.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null),
      JSONMember("problems", .array(problems.map { .string($0) })),
    ])
  }

  /// Reads what was kept; `nil` for anything else.
  init?(_ json: JSONValue, of site: LinkSite) {
    guard json["version"] == .integer(1), json["site"] == .string(site.name),
      case .integer(let checked)? = json["checked"], case .integer(let fetched)? = json["fetched"],
      case .array(let problems)? = json["problems"]
    else { return nil }
    var file: [UInt8]?
    if case .string(let text)? = json["file"] { file = Array(text.utf8) }
    self.init(
      site: site, checked: checked, fetched: fetched, file: file,
      problems: problems.compactMap { if case .string(let text) = $0 { text } else { nil } })
  }
}
