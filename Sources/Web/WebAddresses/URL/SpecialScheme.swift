/// The schemes whose addresses the URL Standard gives a fixed form.
enum SpecialScheme: Sendable {
  case http, https, file, ftp, ws, wss

  /// The port that is meant when none is named; files have none.
  var defaultPort: UInt16? {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    case .ftp: 21
    case .file: nil
    }
  }

  /// The special scheme of a name in small letters; `nil` when the scheme isn't special.
  init?(_ name: some Collection<UInt8>) {
    if name.elementsEqual("https".utf8) {
      self = .https
    } else if name.elementsEqual("http".utf8) {
      self = .http
    } else if name.elementsEqual("file".utf8) {
      self = .file
    } else if name.elementsEqual("ftp".utf8) {
      self = .ftp
    } else if name.elementsEqual("ws".utf8) {
      self = .ws
    } else if name.elementsEqual("wss".utf8) {
      self = .wss
    } else {
      return nil
    }
  }
}
