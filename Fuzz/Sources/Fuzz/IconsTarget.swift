@testable import FresnelCommands

/// Paths of icons, one on each line, and the names that are looked up among them.
enum IconsTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "/usr/share/icons/hicolor/48x48/apps/files.png\n/usr/share/icons/hicolor/scalable/apps/files.svg\n"
        + "/usr/share/icons/t/symbolic/apps/files.svg\n/usr/share/pixmaps/files.xpm\n/usr/share/icons/t/128/files.svgz\n",
      "files.png\n/.png\n/a.b/c\n//99999999999999999999x1/d.png\n/٤٨/e.png\n/48x/e.png\n/48y/e.png\n/f.tar.png",
    ].map { Array($0.utf8) }
  }

  private static let formats = [".svg", ".png", ".xpm", ".svgz"]

  static func examine(_ input: [UInt8]) {
    // A file's path does not end with a slash.
    let lines = input.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasSuffix("/") }
    var icons = IconIndex()
    for (place, path) in lines.enumerated() {
      icons.add(path, ofTheme: place % 3 == 2 ? nil : place % 3)
    }
    for line in lines where !line.hasPrefix("/") {
      guard let path = icons.path(of: line) else { continue }
      expect(lines.contains(path), "An icon is a file that there is not.")
      expect(formats.contains { path.hasSuffix($0) }, "An icon is no picture.")
    }
    // Whatever is added later, a drawing of the first theme stays.
    var more = icons
    more.add("/usr/share/icons/hicolor/scalable/apps/fuzz.svg", ofTheme: 0)
    let first = more.path(of: "fuzz")
    expect(first != nil, "An icon is not found.")
    for path in lines { more.add(path, ofTheme: 1) }
    expect(more.path(of: "fuzz") == first, "A later theme replaces an icon of the first.")
  }
}
