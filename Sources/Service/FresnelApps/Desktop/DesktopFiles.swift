internal import FresnelPlatform

/// The desktop files of the person and the system.
package struct DesktopFiles: Sendable {
  /// What a desktop file says about an app.
  package struct Found: Equatable, Sendable {
    /// Where the file is.
    package let path: String
    /// The app's name.
    package let name: String?
    /// The program of its command line: a path, or a name to look for in `PATH`.
    package let program: String?
  }

  /// The largest desktop file that is read, in bytes.
  static let maximumByteCount = 1 << 20
  let directories: [String]

  /// Looks in the `applications` of data directories, the most important first.
  package init(dataDirectories: [String]) {
    directories = dataDirectories.map { $0 + "/applications" }
  }

  /// Whether a text can be a desktop file's identifier; such a text names no other directory.
  package static func isValid(_ identifier: String) -> Bool {
    !identifier.isEmpty && !identifier.hasPrefix(".") && identifier.utf8.count <= 250
      && identifier.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
  }

  /// The file of an identifier, without `.desktop`.
  package func find(_ identifier: String, locales: [String] = []) -> Found? {
    guard let (path, entry) = entry(of: identifier) else { return nil }
    return Found(
      path: path, name: entry.text("Name", locales: locales),
      program: entry.text("Exec").flatMap { ExecLine($0) }?.words.first)
  }

  /// The content of the file of an identifier, without `.desktop`, and where it is.
  ///
  /// As the Desktop Entry Specification 1.5 says: `a-b` is `a-b.desktop` or `a/b.desktop`.
  package func entry(of identifier: String) -> (path: String, entry: DesktopEntry)? {
    guard Self.isValid(identifier) else { return nil }
    for directory in directories {
      for name in Self.names(of: identifier) {
        let path = "\(directory)/\(name).desktop"
        guard
          let file = try? FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount)
        else { continue }
        return (path, DesktopEntry(parsing: file.bytes))
      }
    }
    return nil
  }

  /// The paths below `applications` that an identifier may stand for, the plain one first.
  private static func names(of identifier: String) -> [String] {
    var names = [identifier]
    for index in identifier.indices.dropFirst() where identifier[index] == "-" {
      let (folder, rest) = (identifier[..<index], identifier[identifier.index(after: index)...])
      if !rest.isEmpty, !rest.hasPrefix(".") { names.append("\(folder)/\(rest)") }
    }
    return names
  }
}
