package import FresnelApps
internal import FresnelPlatform

/// A desktop file, as far as it says how its app is started.
package struct LaunchableDesktopFile: Equatable, Sendable {
  /// The identifier, without `.desktop`.
  package var identifier: String
  /// Where the file is.
  package var path: String
  /// What a person calls the app.
  package var name: String
  /// The icon's name.
  package var icon: String?
  /// The command line; `nil` for an app that is only started over the bus.
  package var command: ExecLine?
  /// The program that has to be there, by path or name; `nil` when nothing has to be.
  package var neededProgram: String?
  /// The directory that the program starts in.
  package var directory: String?
  /// Whether the program wants a terminal.
  package var needsTerminal: Bool
  /// Whether the app is started by a call of `org.freedesktop.Application`.
  package var isBusActivatable: Bool
  /// The Flatpak that exported the file; `nil` for any other.
  package var flatpak: String?
  /// The schemes of the URLs that the file says its app opens, in small letters.
  package var schemes: [String]

  /// Reads a desktop file.
  ///
  /// - Returns: `nil` for one that says that its app is not there, is no application, or says no way to start
  ///   it.
  package init?(
    _ entry: DesktopEntry, identifier: String, path: String, locales: [String] = []
  ) {
    guard !entry.flag("Hidden"), entry.text("Type") ?? "Application" == "Application" else {
      return nil
    }
    self.identifier = identifier
    self.path = path
    name = entry.text("Name", locales: locales) ?? identifier
    icon = entry.text("Icon", locales: locales)
    command = entry.text("Exec").flatMap(ExecLine.init)
    neededProgram = entry.text("TryExec")
    directory = entry.text("Path").flatMap { $0.hasPrefix("/") ? $0 : nil }
    needsTerminal = entry.flag("Terminal")
    isBusActivatable =
      entry.flag("DBusActivatable") && BusActivation.isName(identifier)
    flatpak = entry.text("X-Flatpak")
    let handled = "x-scheme-handler/"
    schemes = entry.list("MimeType").filter { $0.hasPrefix(handled) }.map {
      $0.dropFirst(handled.count).lowercased()
    }
    if command == nil, !isBusActivatable { return nil }
  }

  /// Whether the file is that of a Flatpak which says by it that it opens URLs of a scheme. Flatpak names the app in what it
  /// exports, and exports no manifest.
  func isOfFlatpak(opening scheme: String) -> Bool {
    flatpak == identifier && schemes.contains(scheme)
  }

  /// Finds out which files the programs of the command line are, all links followed.
  ///
  /// - Parameter directories: Where programs are, as `PATH` lists it; `nil` for the usual directories.
  package mutating func followLinks(in directories: String?) {
    command?.followLinks { word in
      Command.path(of: word, in: directories).flatMap(FileSystem.resolved)
    }
  }

  /// The command line that opens nothing; `nil` where there is none.
  ///
  /// - Throws: ``LaunchFailure`` with the cause `unsafeCommand`.
  var words: [String]? {
    get throws(LaunchFailure) { try words(targets: []) }
  }

  /// The command line that opens a URL; `nil` when it takes none.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - path: The path of the file that the URL stands for, if it does.
  /// - Returns: The words.
  /// - Throws: ``LaunchFailure`` with the cause `unsafeCommand` when the URL would be read as part of a command.
  package func words(
    opening url: String, path: String? = nil
  ) throws(LaunchFailure) -> [String]? {
    guard let command else { return nil }
    if command.takes(["u", "U"]) { return try words(targets: [url]) }
    guard let path, command.takes(["f", "F"]) else { return nil }
    return try words(targets: [path])
  }

  private func words(targets: [String]) throws(LaunchFailure) -> [String]? {
    guard let command else { return nil }
    let fields = ExecLine.Fields(targets: targets, icon: icon, name: name, path: path)
    do throws(ExecLineProblem) {
      let words = try command.arguments(fields)
      return words.first.map { $0.isEmpty } == false ? words : nil
    } catch {
      throw .unsafeCommand(error.message(path: path))
    }
  }
}
