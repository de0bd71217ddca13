internal import FresnelPlatform

/// Finds the files of named icons, by the directories of the Icon Theme Specification.
///
/// A person's theme is not known outside a desktop session, so the fallback theme `hicolor` comes
/// first, as applications install their icons there; other themes follow by name. Within a theme a
/// drawing that scales is best, then the picture next to 128 pixels.
struct IconIndex {
  private let bestPaths: [String: String]

  /// Looks through the icon directories of data directories and of a home directory.
  init(dataDirectories: [String], home: String, _ files: SourceFiles) {
    var best: [String: (path: String, rank: Int)] = [:]
    func offer(_ path: String, rank: Int) {
      let file = FileSystem.lastComponent(of: path)
      guard let dot = file.lastIndex(of: "."), let format = Self.formats[String(file[dot...])]
      else { return }
      let name = String(file[..<dot])
      if best[name].map({ rank + format < $0.rank }) ?? true { best[name] = (path, rank + format) }
    }
    let bases = ["\(home)/.icons"] + dataDirectories.map { "\($0)/icons" }
    for base in bases {
      for (place, theme) in Self.themes(in: base, files).enumerated() {
        Self.walk("\(base)/\(theme)", depth: 0, files) { path in
          offer(path, rank: place * 100_000 + Self.sizeRank(of: path) * 10)
        }
      }
    }
    for directory in dataDirectories {
      for name in files.entries(of: "\(directory)/pixmaps") {
        offer("\(directory)/pixmaps/\(name)", rank: 10_000_000)
      }
    }
    bestPaths = best.mapValues(\.path)
  }

  /// The file of an icon, given by name or absolute path.
  func path(of icon: String) -> String? {
    if icon.hasPrefix("/") { return FileSystem.exists(icon) ? icon : nil }
    if let path = bestPaths[icon] { return path }
    // Some entries name the file's extension, which the specification forbids.
    guard let dot = icon.lastIndex(of: "."), Self.formats[String(icon[dot...])] != nil else {
      return nil
    }
    return bestPaths[String(icon[..<dot])]
  }

  private static let formats = [".svg": 0, ".png": 1, ".xpm": 5, ".svgz": 6]

  private static func themes(in base: String, _ files: SourceFiles) -> [String] {
    let names = files.entries(of: base)
    return names.filter { $0 == "hicolor" } + names.filter { $0 != "hicolor" }
  }

  private static func walk(
    _ directory: String, depth: Int, _ files: SourceFiles, _ body: (String) -> Void
  ) {
    guard depth < 5 else { return }
    for name in files.entries(of: directory) {
      let path = "\(directory)/\(name)"
      if name.contains("."),
        formats[String(name[(name.lastIndex(of: ".") ?? name.startIndex)...])] != nil
      {
        body(path)
      } else if files.isDirectory(path) {
        walk(path, depth: depth + 1, files, body)
      }
    }
  }

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
