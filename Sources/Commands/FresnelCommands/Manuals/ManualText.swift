internal import CommandKit

/// What a manual page says, reduced to plain text.
package struct ManualText: Equatable, Sendable {
  /// The most characters of text that are kept.
  package static let characterLimit = 24_000

  /// The names in the page's first section, such as `cp` or the functions it describes.
  package let names: [String]
  /// The one-line description in the first section.
  package let summary: String?
  /// The text, one line for each paragraph.
  package let text: String
  /// The page that this one only points to, as `.so` names it.
  package let redirect: String?

  /// Reduces the source of a page. Source that is no UTF-8 is read as Latin-1, which older pages
  /// are written in.
  package init(source: [UInt8]) {
    let isUTF8 = String(validating: source, as: UTF8.self) != nil
    let bytes =
      isUTF8 ? source : source.flatMap { Array(String(Character(Unicode.Scalar($0))).utf8) }
    // A character takes four bytes or less, combining marks aside; the cut below is exact.
    let reducer = RoffReducer(bytes, byteLimit: 4 * Self.characterLimit)
    let whole = reducer.output.bytes
    text = Self.cut(String(decoding: whole, as: UTF8.self))
    redirect = reducer.redirect
    var naming = String(decoding: whole[reducer.nameSection ?? 0..<0], as: UTF8.self)
    naming = naming.split(separator: "\n").joined(separator: " ")
    (names, summary) = Self.namesAndSummary(naming)
  }

  /// The first characters of a text.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > characterLimit else { return text }
    return String(text.prefix(characterLimit))
  }

  /// Splits "name, other - what it is": names stand before the first dash between spaces.
  static func namesAndSummary(_ text: String) -> (names: [String], summary: String?) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    let dashes: Set<Substring> = ["-", "--", "–", "—", "−", "\\-", "---"]
    guard let dash = words.firstIndex(where: dashes.contains) else {
      let summary = text.trimmingSpaces
      return ([], summary.isEmpty ? nil : summary)
    }
    let names = words[..<dash].joined(separator: " ").split(separator: ",").map(\.trimmingSpaces)
    let summary = words[(dash + 1)...].joined(separator: " ")
    return (names.filter { !$0.isEmpty }, summary.isEmpty ? nil : summary)
  }
}
