extension IconIndex {
  /// Looks through the icon directories of data directories and of a home directory.
  init(dataDirectories: [String], home: String, _ files: SourceFiles) {
    self.init()
    let bases = ["\(home)/.icons"] + dataDirectories.map { "\($0)/icons" }
    for base in bases {
      for (place, theme) in Self.themes(in: base, files).enumerated() {
        Self.walk("\(base)/\(theme)", depth: 0, files) { add($0, ofTheme: place) }
      }
    }
    for directory in dataDirectories {
      for name in files.entries(of: "\(directory)/pixmaps") {
        add("\(directory)/pixmaps/\(name)", ofTheme: nil)
      }
    }
  }

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
      if isPicture(name) {
        body(path)
      } else if files.isDirectory(path) {
        walk(path, depth: depth + 1, files, body)
      }
    }
  }
}
