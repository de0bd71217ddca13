internal import CommandKit
internal import FresnelEngine

/// Options that several commands about items share.
extension SharedOptions {
  /// The store to use.
  static let store = Option.text(
    "store", "DIR", "Use the store in DIR and no other", completion: .directories)
  /// The apps whose items count.
  static let app = Option.list(
    "app", short: "a", "APP", "Only items of APP", completion: PrintNames.apps)
  /// The attributes to show.
  static let attributes = Option.list(
    "attributes", "NAME,…", "Show these attributes of each item, or all of them for \"*\"",
    completion: PrintNames.attributes)
  /// What results are sorted by.
  static let sort = Option.text(
    "sort", short: "s", "NAME",
    "Show results in the order of this attribute, of -NAME with the greatest value first; best ones first if not given",
    completion: PrintNames.attributes)
  /// The other direction.
  static let descending = Option.flag(
    "descending", short: "d", "With --sort, show the greatest value first")

  /// The order that ``sort`` and ``descending`` ask for.
  static func order(_ arguments: ParsedArguments) throws(CommandError) -> SearchOrder {
    let isDescending = try arguments(descending)
    guard let name = try arguments(sort) else {
      if isDescending {
        throw .usage(
          "--descending needs --sort", advice: "name an attribute, as in --sort fileSize")
      }
      return .relevance
    }
    let isBackwards = name.hasPrefix("-")
    let attribute = isBackwards ? String(name.dropFirst()) : name
    let isName = attribute.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
    }
    guard isName, !attribute.isEmpty else {
      throw .usage(
        "--sort takes the name of an attribute, not \"\(withoutControls(name))\"",
        advice: "write --sort title, or --sort -title for the greatest value first")
    }
    return isDescending || isBackwards ? .descending(attribute) : .ascending(attribute)
  }
}
