extension OpenGraph.Media {
  /// Whether it is a file that can be played, and not a page around a player: its type says so, or where it has
  /// none, the end of its address.
  public var isPlayable: Bool {
    guard kind != .image else { return false }
    guard let type else { return hasPlayableName }
    let name = type.text.prefix { $0 != ";" }.trimmingHTMLSpace().lowercased()
    return name.hasPrefix(kind.rawValue + "/") || Self.playlistTypes.contains(name)
  }

  /// Types of lists of parts that players read as one.
  private static let playlistTypes: Set = [
    "application/x-mpegurl", "application/vnd.apple.mpegurl", "application/dash+xml",
    "application/ogg",
  ]

  private static let extensions: [OpenGraph.Media.Kind: Set<String>] = [
    .video: ["mp4", "m4v", "mov", "webm", "ogv", "mpeg", "mpg", "avi", "mkv", "m3u8", "mpd"],
    .audio: ["mp3", "m4a", "aac", "oga", "ogg", "opus", "wav", "flac", "m3u8", "weba"],
  ]

  private var hasPlayableName: Bool {
    let path = IRIParts(url.text[...]).path
    guard let dot = path.lastIndex(of: ".") else { return false }
    let ending = path[path.index(after: dot)...].lowercased()
    return Self.extensions[kind]?.contains(ending) ?? false
  }
}
