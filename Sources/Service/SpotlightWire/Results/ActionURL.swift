/// Makes the URLs that actions open.
enum ActionURL {
  /// The URL by which a number is called (RFC 3966); `nil` for what is no number.
  ///
  /// Digits of all scripts count. What follows the number as an extension is left out; other letters, as in
  /// numbers that spell a word, make it one that cannot be called.
  static func telephone(_ number: String) -> String? {
    var dialled = ""
    var hasDigit = false
    for scalar in number.unicodeScalars {
      switch scalar {
      case "+": if dialled.isEmpty { dialled = "+" }
      case "*": dialled += "*"
      // In a URL the sign itself would begin the fragment.
      case "#": dialled += "%23"
      case ";", ",", "x", "X", "e", "E":
        if hasDigit { return "tel:" + dialled }
      default:
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
          dialled += String(Int(value))
          hasDigit = true
        } else if scalar.properties.isAlphabetic, hasDigit {
          return nil
        }
      }
    }
    return hasDigit ? "tel:" + dialled : nil
  }

  /// The URL of a place (RFC 5870), with a query by which map programs know its name; `nil` for coordinates
  /// that are none.
  static func place(latitude: Double, longitude: Double, name: String?) -> String? {
    guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
    let place = decimal(latitude) + "," + decimal(longitude)
    guard let name else { return "geo:\(place)" }
    return "geo:\(place)?q=\(place)(\(percentEncoded(name)))"
  }

  /// The URL of the folder that a local file lies in; `nil` for what is none.
  static func folder(of file: String) -> String? {
    let url = WebAddress.normalized(file)
    guard url.hasPrefix("file:") else { return nil }
    var path = url.dropFirst("file:".count).prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("//") {
      let rest = path.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host == "localhost" else { return nil }
      path = rest.dropFirst(host.count)
    }
    guard path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let end = path.lastIndex(of: "/") else { return nil }
    return "file://" + path[...end]
  }

  /// A number with up to seven decimals, which tell places apart that are a centimetre from each other, and
  /// without an exponent, which the format has not.
  private static func decimal(_ number: Double) -> String {
    let scaled = Int64((number.magnitude * 1e7).rounded())
    var decimals = String(scaled % 10_000_000)
    decimals = String(repeating: "0", count: 7 - decimals.utf8.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    let sign = number < 0 && scaled != 0 ? "-" : ""
    return sign + String(scaled / 10_000_000) + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// The text with all but unreserved characters (RFC 3986, section 2.3) as `%` and two digits.
  private static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
