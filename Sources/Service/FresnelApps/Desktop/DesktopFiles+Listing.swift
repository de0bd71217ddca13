package import FresnelPlatform

extension DesktopFiles {
  /// The most files that are looked at: more than any person has applications.
  private static let mostFiles = 4096
  /// Folders in one another, at most.
  private static let mostDepth = 4

  /// The directories of a person with an `applications` and an `icons` directory, most important first. Flatpak and snap
  /// install into directories of their own, which a login shell may not list.
  package static func dataDirectories(_ base: BaseDirectories) -> [String] {
    var result = [base.data] + base.systemData
    let exports = base.flatpaks.map { $0 + "/exports/share" } + ["/var/lib/snapd/desktop"]
    for directory in exports where !result.contains(directory) { result.append(directory) }
    return result
  }

  /// When each directory was changed last; `nil` for one that is not there.
  package var modifiedTimes: [Double?] {
    directories.map { (try? FileSystem.status(of: $0))?.modifiedSecondsSince1970 }
  }

  /// The icon of each application that names one, by the identifier of its file without `.desktop`.
  ///
  /// Of several files of one identifier that of the most important directory counts.
  ///
  /// - Returns: Names of the Icon Theme Specification. Of icons that are given by a path there are none.
  /// - Complexity: All desktop files are read.
  package func iconNames() -> [String: String] {
    var (names, seen) = ([String: String](), Set<String>())
    for directory in directories {
      collect(directory, prefix: "", depth: 0, &seen) { identifier, path in
        guard let file = try? FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount)
        else { return }
        names[identifier] = DesktopEntry(parsing: file.bytes).text("Icon").flatMap(Self.iconName)
      }
    }
    return names
  }

  /// The name of an icon in a theme; `nil` for a path, and for what is no such name.
  private static func iconName(_ text: String) -> String? {
    var name = text[...]
    for ending in [".png", ".svg", ".xpm"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
      break
    }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "@"):
        true
      default: false
      }
    }
    return isName && (1...250).contains(name.utf8.count) ? String(name) : nil
  }

  private func collect(
    _ directory: String, prefix: String, depth: Int, _ seen: inout Set<String>,
    _ body: (_ identifier: String, _ path: String) -> Void
  ) {
    let ending = ".desktop"
    for name in (try? FileSystem.entries(of: directory)) ?? [] where seen.count < Self.mostFiles {
      let path = "\(directory)/\(name)"
      if name.hasSuffix(ending) {
        let identifier = prefix + name.dropLast(ending.count)
        if seen.insert(identifier).inserted { body(identifier, path) }
      } else if depth < Self.mostDepth, FileSystem.isDirectory(path) {
        collect(path, prefix: "\(prefix)\(name)-", depth: depth + 1, &seen, body)
      }
    }
  }
}
