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
}
