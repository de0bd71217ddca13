/// Percent-encoding as the URL Standard lists its sets (1.3).
enum StandardEncoding {
  static let control = ""
  static let fragment = " \"<>`"
  static let query = " \"#<>"
  static let specialQuery = query + "'"
  static let path = query + "?^`{}"
  static let userInfo = path + "/:;=@[\\]|"

  /// The characters with those of a set, control characters and what isn't ASCII as escapes.
  static func encode(_ scalars: [Unicode.Scalar], _ set: String) -> String {
    text(scalars).utf8.reduce(into: "") { output, byte in
      if byte < 0x20 || byte >= 0x7f || set.utf8.contains(byte) {
        let digits = String(byte, radix: 16, uppercase: true)
        output += byte < 16 ? "%0" + digits : "%" + digits
      } else {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }

  static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
