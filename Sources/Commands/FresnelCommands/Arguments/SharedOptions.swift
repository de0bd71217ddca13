internal import FresnelEngine

/// Options that several commands share.
enum SharedOptions {
  /// The store to use.
  static let store = Option.text(
    "store", "DIR", "Use the store in DIR and no other", completion: .directories)
  /// The apps whose items count.
  static let app = Option.list("app", short: "a", "APP", "Only items of APP")
  /// Output for programs.
  static let json = Option.flag("json", short: "j", "Print JSON, one value per line")
  /// How many results.
  static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N results", default: 20)
  /// The attributes to show.
  static let attributes = Option.list(
    "attributes", "NAME,…", "Show these attributes of each item, or all of them for \"*\"")
  /// What results are sorted by.
  static let sort = Option.text(
    "sort", short: "s", "NAME",
    "Show results in the order of this attribute, best ones first if not given")
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
    return isDescending ? .descending(name) : .ascending(name)
  }
}
