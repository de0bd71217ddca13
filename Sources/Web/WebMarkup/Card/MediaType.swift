internal import WebAddresses

/// What an address leads to, as far as its media type or its name says.
enum MediaType {
  /// Whether an address leads to a recording, as its name says.
  static func isPlayable(_ url: WebURL, _ medium: CardAction.Medium) -> Bool {
    let names = medium == .audio ? audioNames : videoNames
    return nameExtension(of: url).map(names.contains) ?? false
  }

  /// Whether an address can't lead to a picture that is shown: its media type or its name says otherwise.
  static func isNoPicture(_ url: WebURL, type: String?) -> Bool {
    if let type { return !pictureTypes.contains(type.asciiLowercased) }
    guard let name = nameExtension(of: url) else { return false }
    return otherNames.contains(name) || audioNames.contains(name) || videoNames.contains(name)
  }

  /// What stands behind the last dot of an address's last part, in lower case.
  private static func nameExtension(of url: WebURL) -> String? {
    let last = url.path.utf8.split(separator: UInt8(ascii: "/")).last
    guard let last, let dot = last.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(last[last.index(after: dot)...])?.asciiLowercased
  }

  private static let audioNames: Set<String> = [
    "mp3", "m4a", "aac", "ogg", "oga", "opus", "wav", "flac", "weba",
  ]
  private static let videoNames: Set<String> = [
    "mp4", "m4v", "mov", "webm", "ogv", "mkv", "avi", "mpg", "mpeg", "m3u8", "ts",
  ]
  private static let pictureTypes: Set<String> = [
    "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/avif",
  ]
  private static let otherNames: Set<String> = [
    "svg", "html", "htm", "php", "pdf", "tif", "tiff", "psd", "eps", "txt", "js", "css", "json",
    "xml",
  ]
}
