import FresnelModel
import FresnelQuery

/// Query strings as apps send them, one for each kind of search.
enum QueryText {
  /// Words that must all be in the item.
  static func words(_ words: [String]) -> String {
    words.map { "** == \"\(UserQuery.escape($0))\"cdwt" }.joined(separator: " && ")
  }

  /// The beginning of a word in the items of a section.
  static func section(_ section: String, prefix: String) -> String {
    "\(BenchmarkItem.sectionKey.name) == \"\(UserQuery.escape(section))\" && \(beginning(prefix))"
  }

  /// The beginning of a word in the items of some sizes.
  static func range(_ low: String, _ high: String, prefix: String) -> String {
    "InRange(fileSize, \(low), \(high)) && \(beginning(prefix))"
  }

  /// A part of a word, an end of a word, or words that follow each other.
  static func pattern(_ kind: PatternQueries.Kind, _ text: String) -> String {
    let text = UserQuery.escape(text)
    return switch kind {
    case .infix: "** == \"*\(text)*\"cd"
    case .suffix: "** == \"*\(text)\"cdw"
    case .phrase: "** == \"\(text)\"cdw"
    }
  }

  private static func beginning(_ prefix: String) -> String {
    "** == \"\(UserQuery.escape(prefix))*\"cdwt"
  }
}
