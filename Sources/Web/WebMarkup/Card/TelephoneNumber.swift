internal import StructuredData
internal import WebDocuments

/// A telephone number that can be called.
struct TelephoneNumber: Hashable {
  /// The number as the page shows it.
  let text: String
  /// The digits, after a `+` where the country is named.
  let digits: String
  /// The digits of the extension; `nil` where there is none.
  let `extension`: String?

  /// The number as an address to open.
  var uri: String { "tel:" + digits + (`extension`.map { ";ext=\($0)" } ?? "") }

  /// Whether the country is named.
  var hasCountry: Bool { digits.hasPrefix("+") }

  /// Reads a number.
  ///
  /// - Returns: `nil` unless it has 5 to 15 digits.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longestText else { return nil }
    var number = Substring(foldingSpace(text))
    if number.prefix(4).lowercased() == "tel:" { number = number.dropFirst(4) }
    self.text = String(number)
    let (main, rest) = Self.splitAtExtension(number)
    let hasPlus = main.first { !$0.isWhitespace && $0 != "(" } == "+"
    // The zero that only callers within the country dial.
    let dialled = hasPlus ? String(main).replacing("(0)", with: "") : String(main)
    let digits = Self.digits(in: dialled.prefix { $0 != "/" && $0 != "," && $0 != ";" })
    guard 5...15 ~= digits.count else { return nil }
    self.digits = (hasPlus ? "+" : "") + digits
    let extensionDigits = Self.digits(in: rest)
    `extension` = 1...11 ~= extensionDigits.count ? extensionDigits : nil
  }

  /// The most bytes of a number with all that stands around it, and the most numbers of a thing that are tried.
  private static let longestText = 400
  private static let mostTried = 8

  /// The first number of an item that can be called: its own, else one of a contact point.
  static func first(of view: ItemView) -> TelephoneNumber? {
    var findings: [Diagnostic] = []
    return first(of: view, &findings)
  }

  /// The first number of an item that can be called, and what is wrong with those before it.
  static func first(of view: ItemView, _ diagnostics: inout [Diagnostic]) -> TelephoneNumber? {
    let contacts = view.items("contactPoint") + view.items("contactPoints")
    for source in [view] + contacts.prefix(mostTried) {
      for value in source.item["telephone"].prefix(mostTried) {
        guard let text = source.graph.text(of: value),
          !foldingSpace(String(text.prefix(longestText))).isEmpty
        else { continue }
        guard let number = TelephoneNumber(text) else {
          diagnostics.append(
            Diagnostic(
              .telephoneInvalid, "\(quoted(text)) is no telephone number.", at: value.location,
              subject: source.subject("telephone")))
          continue
        }
        if !number.hasCountry {
          diagnostics.append(
            Diagnostic(
              .telephoneNoCountry, "\(quoted(text)) can be called in one country only.",
              at: value.location, subject: source.subject("telephone")))
        }
        return number
      }
    }
    return nil
  }

  /// The part before the word for an extension, and the part behind it.
  private static func splitAtExtension(_ text: Substring) -> (Substring, Substring) {
    let letters = text.firstIndex { $0 == "x" || $0 == "X" || $0 == "e" || $0 == "E" || $0 == "#" }
    guard let letters else { return (text, "") }
    let rest = text[letters...].lowercased()
    guard ["ext", "x", "#"].contains(where: rest.hasPrefix) else { return (text, "") }
    return (text[..<letters], text[letters...])
  }

  private static func digits(in text: some StringProtocol) -> String {
    var digits = ""
    for character in text {
      guard let value = character.wholeNumberValue, 0...9 ~= value else { continue }
      digits += String(value)
    }
    return digits
  }
}
