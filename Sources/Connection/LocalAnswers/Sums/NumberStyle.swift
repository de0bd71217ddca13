/// How numbers are written where a person lives: what stands before their decimals.
package enum NumberStyle: Hashable, Sendable {
  /// `1,234.5`
  case point
  /// `1.234,5`
  case comma

  /// Languages that write a comma (CLDR 42), where the region says nothing else.
  private static let commaLanguages = Set(
    """
    af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk kl ky lt lv mk mn nb nl nn no pl pt ro ru
    rw sk sl sq sr sv tk tr tt uk uz vi
    """.split(whereSeparator: \.isWhitespace).map(String.init))
  /// Places whose customs are other than those of their language.
  private static let pointRegions = Set(
    """
    de_CH de_LI it_CH es_DO es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_SV es_US
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The style of a locale.
  ///
  /// - Parameter locale: Its POSIX name, such as `de_CH.UTF-8`.
  package init(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let language = String(name.prefix { $0 != "_" })
    let hasComma =
      Self.commaLanguages.contains(language) && !Self.pointRegions.contains(String(name))
    self = hasComma ? .comma : .point
  }

  /// What stands before decimals.
  var decimal: Character { self == .comma ? "," : "." }
  /// What may stand between thousands.
  private var group: Character { self == .comma ? "." : "," }

  /// Reads a number at a place of a text: digits, with decimals, with a mark between thousands.
  ///
  /// In languages with a comma `3.14` has decimals too, and `1.250` has none.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - place: Where the number begins; behind it afterwards.
  /// - Returns: The number; `nil` where there is none that is written like that, such as `007` or `1.2.3`.
  func number(in text: ArraySlice<Character>, at place: inout Int) -> ExactNumber? {
    let rest = text[place...]
    let run = rest.prefix { $0.isDigit || $0 == "." || $0 == "," }
    place = run.endIndex
    let marks = run.filter { !$0.isDigit }
    if marks.filter({ $0 == decimal }).count == 1 {
      let parts = run.split(separator: decimal, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else { return nil }
      if parts[0].isEmpty { return ExactNumber(whole: [], decimals: Array(parts[1])) }
      guard let whole = ungrouped(parts[0]) else { return nil }
      return ExactNumber(whole: whole, decimals: Array(parts[1]))
    }
    if let whole = ungrouped(run) { return ExactNumber(whole: whole, decimals: []) }
    guard self == .comma, marks == ["."] else { return nil }
    let parts = run.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, !Self.hasLeadingZero(parts[0]) else { return nil }
    return ExactNumber(whole: Array(parts[0]), decimals: Array(parts[1]))
  }

  /// The digits without the marks between thousands; `nil` where these are in other places.
  private func ungrouped(_ run: ArraySlice<Character>) -> [Character]? {
    let groups = run.split(separator: group, omittingEmptySubsequences: false)
    guard let first = groups.first, !first.isEmpty, groups.joined().allSatisfy(\.isDigit),
      !Self.hasLeadingZero(first)
    else { return nil }
    guard groups.count > 1 else { return Array(first) }
    guard first.count <= 3, first.first != "0", groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return Array(groups.joined())
  }

  /// Whether digits are those of a code rather than of a number.
  private static func hasLeadingZero(_ digits: ArraySlice<Character>) -> Bool {
    digits.count > 1 && digits.first == "0"
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  var isDigit: Bool { ("0"..."9").contains(self) && utf8.count == 1 }
}
