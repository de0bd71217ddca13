/// Options that commands of all tools share.
package enum SharedOptions {
  /// Output for programs.
  package static let json = Option.flag("json", short: "j", "Print JSON, one value per line")
  /// How many results.
  package static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N results", default: 20)
}
