internal import Foundation

/// The languages a person reads, best first, and the rule that picks a text among several.
struct LanguageChoice {
  /// BCP 47 tags such as `de-CH`.
  let languages: [String]

  /// The languages of the session.
  static var current: LanguageChoice {
    LanguageChoice(languages: Locale.preferredLanguages)
  }

  /// The text in the first language that has one: the same tag, else the same language in another
  /// region; else English; else the first tag in alphabetical order.
  func text(of texts: [String: String]) -> String? {
    var byTag: [String: String] = [:]
    for (tag, text) in texts { byTag[Self.normalized(tag)] = text }
    let tags = byTag.keys.sorted()
    for language in languages + ["en"] {
      let wanted = Self.normalized(language)
      if let text = byTag[wanted] { return text }
      let base = wanted.prefix { $0 != "-" }
      if let text = byTag[String(base)] { return text }
      if let tag = tags.first(where: { $0.hasPrefix(base + "-") }) { return byTag[tag] }
    }
    return tags.first.flatMap { byTag[$0] }
  }

  private static func normalized(_ tag: String) -> String {
    tag.replacing("_", with: "-").lowercased()
  }
}
