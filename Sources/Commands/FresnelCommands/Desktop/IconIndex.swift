internal import FresnelPlatform

/// Finds the files of named icons among paths in directories of the Icon Theme Specification.
///
/// A person's theme is not known outside a desktop session, so the fallback theme `hicolor` comes
/// first, as applications install their icons there; other themes follow by name. Within a theme a
/// drawing that scales is best, then the picture next to 128 pixels.
struct IconIndex {
  private var best: [String: (path: String, rank: Int)] = [:]

  /// An index without icons.
  init() {}

  /// Adds a file; of several of one icon the best stays, and of equally good ones the first.
  ///
  /// - Parameters:
  ///   - path: The file. One that is no picture is left out.
  ///   - theme: The theme's place among those of its directory; `nil` for a file of no theme, which is the last choice.
  mutating func add(_ path: String, ofTheme theme: Int?) {
    let file = FileSystem.lastComponent(of: path)
    guard let dot = file.lastIndex(of: "."), let format = Self.formats[String(file[dot...])]
    else { return }
    let name = String(file[..<dot])
    let place = theme.map { $0 * 100_000 + Self.sizeRank(of: path) * 10 } ?? 10_000_000
    let rank = place + format
    if best[name].map({ rank < $0.rank }) ?? true { best[name] = (path, rank) }
  }

  /// The file of an icon, given by name or absolute path.
  func path(of icon: String) -> String? {
    if icon.hasPrefix("/") { return FileSystem.exists(icon) ? icon : nil }
    if let path = best[icon]?.path { return path }
    // Some entries name the file's extension, which the specification forbids.
    guard let dot = icon.lastIndex(of: "."), Self.formats[String(icon[dot...])] != nil else {
      return nil
    }
    return best[String(icon[..<dot])]?.path
  }

  /// Whether a name is one of a picture.
  static func isPicture(_ name: String) -> Bool {
    name.lastIndex(of: ".").map { formats[String(name[$0...])] != nil } ?? false
  }

  private static let formats = [".svg": 0, ".png": 1, ".xpm": 5, ".svgz": 6]

  /// How far a path's size directory, such as `48x48` or `scalable`, is from the best.
  private static func sizeRank(of path: String) -> Int {
    for part in path.split(separator: "/").reversed() {
      if part == "scalable" { return 0 }
      if part == "symbolic" { return 2000 }
      let digits = part.prefix { $0.isNumber }
      if !digits.isEmpty, let size = Int(digits),
        part.count == digits.count || part.dropFirst(digits.count).hasPrefix("x")
      {
        return 1 + min(1500, abs(size - 128))
      }
    }
    return 1800
  }
}
