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
        || [place, target].contains { ProgramFile.hasName($0) } || ProgramFile.hasContent(target)
      return FileFacts(isProgram ? .program : .document, at: place)
    default: return FileFacts(.missing, at: place)
    }
  }
}
