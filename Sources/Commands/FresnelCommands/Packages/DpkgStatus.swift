internal import CommandKit
internal import FresnelModel

// The database of dpkg (deb-control(5), dpkg-query(1)): UTF-8 paragraphs separated by blank lines.
// A field is `Name: value`; lines that begin with a space or a tab continue it. In Description the
// first line is the summary; in the rest, ` .` is a blank line, one leading space is dropped, and
// two or more mean that the line stands as it is.

/// An installed package.
struct Package: Equatable, Sendable {
  /// The package's name.
  let name: String
  /// The architecture, such as `amd64` or `all`.
  let architecture: String
  /// The version as installed.
  let version: String
  /// The section, such as `utils`.
  let section: String?
  /// The one-line description.
  let summary: String?
  /// The long description, paragraphs separated by newlines.
  let text: String?
  /// The disk space that the package takes, in bytes.
  let installedSize: Int64?
  /// The upstream project's page.
  let homepage: String?
  /// The maintainer's name and address.
  let maintainer: String?

  /// The installed packages of a status file. A paragraph that lacks a name or a version, or whose
  /// package is not installed, is left out.
  static func installed(in status: [UInt8]) -> [Package] {
    var packages: [Package] = []
    var fields: [String: String] = [:]
    var lastField: String?
    func finish() {
      if let package = Package(fields) { packages.append(package) }
      fields = [:]
      lastField = nil
    }
    for bytes in status.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
        finish()
        continue
      }
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix(" ") || line.hasPrefix("\t") {
        if let lastField { fields[lastField, default: ""] += "\n" + line }
      } else if let colon = line.firstIndex(of: ":") {
        let name = line[..<colon].lowercased()
        fields[name] = line[line.index(after: colon)...].trimmingSpaces
        lastField = name
      }
    }
    finish()
    return packages
  }

  private init?(_ fields: [String: String]) {
    guard let name = fields["package"], !name.isEmpty, let version = fields["version"],
      fields["status"].map({ $0.hasSuffix(" installed") }) ?? true
    else { return nil }
    self.name = name
    self.version = version
    architecture = fields["architecture"] ?? "all"
    section = fields["section"]
    let description = fields["description"] ?? fields["description-en"] ?? ""
    let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.first.map { $0.trimmingSpaces } ?? ""
    summary = first.isEmpty ? nil : first
    let body = Self.body(lines.dropFirst())
    text = body.isEmpty ? nil : body
    installedSize = fields["installed-size"].flatMap { Int64($0) }.flatMap {
      let (bytes, overflow) = $0.multipliedReportingOverflow(by: 1024)
      return overflow || bytes < 0 ? nil : bytes
    }
    homepage = fields["homepage"]
    maintainer = fields["maintainer"]
  }

  /// Joins the lines of a long description: a paragraph becomes one line.
  private static func body(_ lines: ArraySlice<Substring>) -> String {
    var paragraphs: [String] = []
    var paragraph = ""
    func finish() {
      if !paragraph.isEmpty { paragraphs.append(paragraph) }
      paragraph = ""
    }
    for line in lines {
      if line.trimmingSpaces == "." || line.trimmingSpaces.isEmpty {
        finish()
      } else if line.hasPrefix("  ") || line.hasPrefix(" \t") {
        finish()
        paragraphs.append(line.trimmingSpaces)
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line.trimmingSpaces
      }
    }
    finish()
    return paragraphs.joined(separator: "\n")
  }

  /// The package as an item to index. The identifier names the architecture unless the package is
  /// the only one of its name.
  func item(isOnly: Bool) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(name)
    attributes[.displayName] = .string(name)
    attributes[.kind] = .string("Package")
    attributes[.contentType] = .string("org.fresnel.package")
    attributes[.version] = .string(version)
    if let summary { attributes[.contentDescription] = .string(summary) }
    if let text { attributes[.textContent] = .string(text) }
    if let installedSize { attributes[.fileSize] = .integer(installedSize) }
    if let homepage { attributes[.url] = .url(homepage) }
    if let section { attributes[.custom(Self.section)] = .string(section) }
    if let maintainer { attributes[.custom(Self.maintainer)] = .string(maintainer) }
    attributes[.custom(Self.architecture)] = .string(architecture)
    let area = section.map { "." + $0.split(separator: "/").joined(separator: "-") } ?? ""
    return Item(
      uniqueIdentifier: isOnly ? name : "\(name):\(architecture)",
      domainIdentifier: "packages\(area)", attributes: attributes)
  }

  private static let section = CustomAttributeKey(name: "section", isUnique: true)
  private static let maintainer = CustomAttributeKey(
    name: "maintainer", isSearchableByDefault: true, isUnique: true)
  private static let architecture = CustomAttributeKey(name: "architecture", isUnique: true)
}
