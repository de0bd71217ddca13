/// An encoding of the web's documents, as the Encoding Standard of the WHATWG knows them.
package enum TextEncoding: String, Sendable, CaseIterable {
  /// `UTF-8`
  case utf8 = "UTF-8"
  /// `IBM866`
  case ibm866 = "IBM866"
  /// `ISO-8859-2`
  case iso8859_2 = "ISO-8859-2"
  /// `ISO-8859-3`
  case iso8859_3 = "ISO-8859-3"
  /// `ISO-8859-4`
  case iso8859_4 = "ISO-8859-4"
  /// `ISO-8859-5`
  case iso8859_5 = "ISO-8859-5"
  /// `ISO-8859-6`
  case iso8859_6 = "ISO-8859-6"
  /// `ISO-8859-7`
  case iso8859_7 = "ISO-8859-7"
  /// `ISO-8859-8`
  case iso8859_8 = "ISO-8859-8"
  /// `ISO-8859-8-I`
  case iso8859_8I = "ISO-8859-8-I"
  /// `ISO-8859-10`
  case iso8859_10 = "ISO-8859-10"
  /// `ISO-8859-13`
  case iso8859_13 = "ISO-8859-13"
  /// `ISO-8859-14`
  case iso8859_14 = "ISO-8859-14"
  /// `ISO-8859-15`
  case iso8859_15 = "ISO-8859-15"
  /// `ISO-8859-16`
  case iso8859_16 = "ISO-8859-16"
  /// `KOI8-R`
  case koi8R = "KOI8-R"
  /// `KOI8-U`
  case koi8U = "KOI8-U"
  /// `macintosh`
  case macintosh = "macintosh"
  /// `windows-874`
  case windows874 = "windows-874"
  /// `windows-1250`
  case windows1250 = "windows-1250"
  /// `windows-1251`
  case windows1251 = "windows-1251"
  /// `windows-1252`
  case windows1252 = "windows-1252"
  /// `windows-1253`
  case windows1253 = "windows-1253"
  /// `windows-1254`
  case windows1254 = "windows-1254"
  /// `windows-1255`
  case windows1255 = "windows-1255"
  /// `windows-1256`
  case windows1256 = "windows-1256"
  /// `windows-1257`
  case windows1257 = "windows-1257"
  /// `windows-1258`
  case windows1258 = "windows-1258"
  /// `x-mac-cyrillic`
  case macCyrillic = "x-mac-cyrillic"
  /// `GBK`
  case gbk = "GBK"
  /// `gb18030`
  case gb18030 = "gb18030"
  /// `Big5`
  case big5 = "Big5"
  /// `EUC-JP`
  case eucJP = "EUC-JP"
  /// `ISO-2022-JP`
  case iso2022JP = "ISO-2022-JP"
  /// `Shift_JIS`
  case shiftJIS = "Shift_JIS"
  /// `EUC-KR`
  case eucKR = "EUC-KR"
  /// `replacement`
  case replacement = "replacement"
  /// `UTF-16BE`
  case utf16BigEndian = "UTF-16BE"
  /// `UTF-16LE`
  case utf16LittleEndian = "UTF-16LE"
  /// `x-user-defined`
  case userDefined = "x-user-defined"

  /// The name in the standard, such as `windows-1252`.
  package var name: String { rawValue }

  /// The encoding that a label stands for, such as `latin1`; `nil` when there is none.
  ///
  /// - Parameter label: The label in any case, with white space around it.
  package init?(label: String) {
    let trimmed = label.utf8.drop(while: Self.isSpace).reversed().drop(while: Self.isSpace)
    let lower = trimmed.reversed().map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }
    guard let encoding = Self.byLabel[String(decoding: lower, as: UTF8.self)] else { return nil }
    self = encoding
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0c || byte == 0x0d
  }
}
