internal import FresnelPlatform

/// What a `file` URL leads to, in a directory that is there.
package struct FileFacts: Equatable, Sendable {
  /// What is at a path.
  package enum Kind: Hashable, Sendable {
    /// Nothing that can be looked at, or neither a file nor a directory.
    case missing
    /// A directory.
    case folder
    /// A file that would be run, or say what is run, when it is opened.
    case program
    /// Any other file.
    case document
  }

  /// What it is.
  package var kind: Kind
  /// The path by which it was looked at: absolute, without `.` and `..`, and with no link but the last name. So
  /// whoever is given it finds the same, whether they follow links first or names.
  package var path: String

  /// Puts the parts together.
  package init(_ kind: Kind, at path: String) {
    self.kind = kind
    self.path = path
  }

  /// Looks at what is at a path.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: `nil` where there is no such directory.
  package static func read(_ path: String) -> FileFacts? {
    let name = FileSystem.lastComponent(of: path)
    if name == "/" || name == "." || name == ".." {
      guard let folder = FileSystem.resolved(path), FileSystem.isDirectory(folder) else {
        return nil
      }
      return FileFacts(.folder, at: folder)
    }
    guard let folder = FileSystem.resolved(FileSystem.parent(of: path)),
      FileSystem.isDirectory(folder)
    else { return nil }
    let place = (folder == "/" ? "" : folder) + "/" + name
    guard let target = FileSystem.resolved(place), let status = try? FileSystem.status(of: target)
    else { return FileFacts(.missing, at: place) }
    switch status.kind {
    case .directory: return FileFacts(.folder, at: place)
    case .regular where path.utf8.last != UInt8(ascii: "/"):
      // Which bit it is matters not: the program for the type may run it as somebody else would.
      let isProgram =
        status.permissions & 0o111 != 0
        || [place, target].contains { hasProgramName($0) } || hasProgramContent(target)
      return FileFacts(isProgram ? .program : .document, at: place)
    default: return FileFacts(.missing, at: place)
    }
  }

  // MARK: - Files that run

  /// The ends of names of files that desktops run, or that name what desktops run or open, without being executable:
  /// starters and links, programs for Windows and for Java, bundles.
  private static let programExtensions: Set<String> = [
    "desktop", "kdelnk", "directory", "service", "url", "webloc", "website", "lnk", "pif", "scf",
    "exe", "com", "bat", "cmd", "msi", "msp", "msix", "scr", "cpl", "hta", "vbs", "vbe", "wsf",
    "wsh", "jse", "ps1", "reg", "application", "jar", "jnlp", "class", "appimage", "run", "love",
    "swf", "air", "pyz", "pyzw", "pyc", "pyo", "flatpak", "flatpakref", "flatpakrepo", "snap",
    "deb", "rpm", "apk", "plasmoid",
  ]

  private static func hasProgramName(_ path: String) -> Bool {
    let name = FileSystem.lastComponent(of: path).lowercased()
    guard let dot = name.lastIndex(of: ".") else { return false }
    return programExtensions.contains(String(name[name.index(after: dot)...]))
  }

  /// Whether a file's first bytes are those of a starter, a program for Windows or Java, or a bundle, which desktops
  /// recognise whatever the file is called.
  private static func hasProgramContent(_ path: String) -> Bool {
    // What cannot be read cannot be told from a program.
    guard let start = try? FileSystem.beginning(ofRegularFile: path, byteCount: 1024) else {
      return true
    }
    func has(_ text: String, at place: Int) -> Bool {
      start.count >= place + text.utf8.count && start[place...].starts(with: text.utf8)
    }
    let isJava = start.starts(with: [0xCA, 0xFE, 0xBA, 0xBE])
    let isArchiveOfJava = has("PK", at: 0) && has("META-INF/", at: 30)
    let isStarter = String(decoding: start, as: UTF8.self).contains("Desktop Entry]")
    return has("MZ", at: 0) || isJava || isArchiveOfJava || has("AI", at: 8) && has("ELF", at: 1)
      || isStarter
  }
}
