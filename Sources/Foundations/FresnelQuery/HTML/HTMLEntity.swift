/// Character references of HTML that occur in mail and articles.
enum HTMLEntity {
  /// The character of a reference's name or number, such as `eacute`, `#233` or `#xE9`.
  static func scalar(_ reference: some StringProtocol) -> Unicode.Scalar? {
    guard let digits = number(reference) else { return named[String(reference)] }
    guard let value = UInt32(digits.text, radix: digits.radix), value != 0 else { return nil }
    return Unicode.Scalar(value)
  }

  private static func number(
    _ reference: some StringProtocol
  ) -> (text: String, radix: Int)? {
    guard reference.first == "#" else { return nil }
    let digits = String(reference.dropFirst())
    guard let first = digits.first, first == "x" || first == "X" else { return (digits, 10) }
    return (String(digits.dropFirst()), 16)
  }

  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—",
      "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "dagger": "†", "permil": "‰",
      "euro": "€", "trade": "™", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
      "Yuml": "Ÿ", "fnof": "ƒ", "minus": "−", "larr": "←", "rarr": "→", "ensp": "\u{2002}",
      "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
    ]
    for (offset, name) in latin1.split(separator: " ").enumerated() {
      named[String(name)] = Unicode.Scalar(UInt8(0xA0 + offset))
    }
    return named
  }()

  /// The names of U+00A0 to U+00FF, in order: table "HTMLlat1" of HTML 4.01, section 24.2.
  private static let latin1 =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr "
    + "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 "
    + "iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave "
    + "Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute "
    + "Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave "
    + "eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml "
    + "divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
}
