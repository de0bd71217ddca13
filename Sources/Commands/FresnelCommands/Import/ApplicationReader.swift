internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// Reads the applications that are installed for the person.
struct ApplicationReader: SourceReader {
  private let dataDirectories: [String]
  private let home: String
  private let locales: [String]
  private let desktops: [String]
  private let sourceFiles: SourceFiles

  /// A reader for the person's directories, language and desktop.
  init(_ context: CommandContext, _ files: SourceFiles = SourceFiles()) {
    sourceFiles = files
    dataDirectories = DesktopFiles.dataDirectories(context.directories)
    home = context.directories.home
    locales = desktopLocales(for: context.messageLocale)
    desktops =
      context.environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").map(String.init) ?? []
  }

  func fingerprint() throws -> Fingerprint {
    var fingerprint = Fingerprint()
    for file in files() { fingerprint.add(file: file.path, sourceFiles.status(of: file.path)) }
    // What was imported without them is imported anew.
    fingerprint.add("settings panels")
    for locale in locales { fingerprint.add(locale) }
    for desktop in desktops { fingerprint.add(desktop) }
    return fingerprint
  }

  func forEachItem(_ body: (Item, _ fraction: Double) throws -> Void) throws {
    let files = files()
    let icons = IconIndex(dataDirectories: dataDirectories, home: home, sourceFiles)
    for (number, file) in files.enumerated() {
      let fraction = Double(number + 1) / Double(files.count)
      let entry: DesktopEntry
      do throws(SystemError) {
        entry = try Self.entry(at: file.path)
      } catch {
        // What is gone since it was listed has nothing to keep; what a link leads to may be gone for a while.
        if error.code != .notFound {
          sourceFiles.fail(reading: file.path, error)
        } else if FileSystem.isSymbolicLink(file.path) {
          sourceFiles.fail(readingLink: file.path)
        }
        continue
      }
      guard
        Application.isShown(
          entry, desktops: desktops,
          isInstalled: { FresnelPlatform.Command.path(of: $0) != nil }),
        let application = Application(
          entry, identifier: file.identifier, path: file.path, locales: locales)
      else { continue }
      try body(application.item(iconPath: application.icon.flatMap(icons.path)), fraction)
    }
  }

  /// The application of a desktop file; `nil` when it cannot be read.
  func application(at path: String) -> Application? {
    (try? Self.entry(at: path)).flatMap {
      Application(
        $0, identifier: FileSystem.lastComponent(of: path), path: path, locales: locales)
    }
  }

  private static func entry(at path: String) throws(SystemError) -> DesktopEntry {
    // A desktop file is small; anything longer than this is something else.
    DesktopEntry(parsing: try FileSystem.regularFile(path, maximumByteCount: 4 << 20).bytes)
  }

  /// The desktop files with their identifiers. The first directory that has an identifier decides,
  /// even when its file hides the application.
  private func files() -> [(identifier: String, path: String)] {
    var seen: Set<String> = []
    var result: [(identifier: String, path: String)] = []
    for directory in dataDirectories {
      collect(directory + "/applications", prefix: "", depth: 0) { identifier, path in
        if seen.insert(identifier).inserted { result.append((identifier, path)) }
      }
    }
    return result
  }

  private func collect(
    _ directory: String, prefix: String, depth: Int, _ body: (String, String) -> Void
  ) {
    guard depth < 8 else { return }
    for name in sourceFiles.entries(of: directory) {
      let path = "\(directory)/\(name)"
      if name.hasSuffix(".desktop") {
        body(prefix + name, path)
      } else if sourceFiles.isDirectory(path) {
        collect(path, prefix: "\(prefix)\(name)-", depth: depth + 1, body)
      }
    }
  }
}
