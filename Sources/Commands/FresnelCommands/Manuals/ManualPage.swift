internal import FresnelLaunching
internal import FresnelModel

/// A manual page found on this machine.
struct ManualPage: Equatable, Sendable {
  /// The name that `man` knows the page by.
  let name: String
  /// The section.
  let section: String
  /// The file.
  let path: String
  /// The language, for pages in another than English.
  let language: String?
  /// Other files that are the same page, or only point to it.
  let otherNames: [String]

  /// The page as an item to index.
  func item(_ text: ManualText) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(name)
    attributes[.displayName] = .string("\(name)(\(section))")
    attributes[.kind] = .string("Manual Page")
    attributes[.contentType] = .string("org.fresnel.manual-page")
    attributes[.path] = .string(path)
    attributes[.contentURL] = .url(fileURL(path: path))
    if let summary = text.summary { attributes[.contentDescription] = .string(summary) }
    if !text.text.isEmpty { attributes[.textContent] = .string(text.text) }
    if let language { attributes[.languages] = .array([.string(language)]) }
    var known: Set<String> = [name]
    let others = (otherNames + text.names).filter { known.insert($0).inserted }
    if !others.isEmpty { attributes[.alternateNames] = .array(others.map { .string($0) }) }
    attributes[.custom(ImportedItems.sectionKey)] = .string(section)
    return Item(
      uniqueIdentifier: "\(name)(\(section))", domainIdentifier: "manuals.\(section.prefix(1))",
      attributes: attributes)
  }

  /// The name and section in a file's name, such as `printf.3p.gz`; `nil` when it is no page.
  static func parts(ofFile file: String) -> (name: String, section: String)? {
    let stem = file.hasSuffix(".gz") ? file.dropLast(3) : file[...]
    guard let dot = stem.lastIndex(of: "."), dot != stem.startIndex else { return nil }
    let section = stem[stem.index(after: dot)...]
    guard let first = section.first, first.isNumber || first == "n" || first == "l",
      section.count <= 8
    else { return nil }
    return (String(stem[..<dot]), String(section))
  }
}
