package import FresnelApps
internal import FresnelPlatform

/// Which programs the person and the desktop chose for content types, URL schemes among them
/// (`x-scheme-handler/mailto`).
///
/// The rules are those of "Association between MIME types and applications" 1.0.1. A *layer* is a directory of
/// desktop files and the lists that belong to it.
package struct SchemeHandlers: Sendable {
  /// What one directory says.
  package struct Layer: Sendable {
    /// Its lists, the more important first: `DESKTOP-mimeapps.list` before `mimeapps.list`.
    package var lists: [DesktopEntry]
    /// What its desktop files say that they open, gathered in `mimeinfo.cache`.
    package var cache: DesktopEntry?

    /// Puts the parts together.
    package init(lists: [DesktopEntry], cache: DesktopEntry? = nil) {
      self.lists = lists
      self.cache = cache
    }
  }

  private let layers: [Layer]

  /// Goes by some layers, the most important first.
  package init(_ layers: [Layer]) {
    self.layers = layers
  }

  /// The content type that stands for the URLs of a scheme.
  package static func type(ofScheme scheme: String) -> String { "x-scheme-handler/\(scheme)" }
  /// The content type of directories.
  package static let folderType = "inode/directory"
  /// The most programs that are named for a type.
  static let limit = 32

  /// The identifiers of the desktop files of the programs for a content type, without `.desktop`: those chosen
  /// before those that can, each once. Whether the files are there is not known here.
  ///
  /// - Complexity: O(*n*) in the number of programs that are named for the type.
  package func identifiers(for type: String) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    var removed: Set<String> = []
    func add(_ names: [String]) {
      for name in names where name.hasSuffix(".desktop") && found.count < Self.limit {
        let identifier = String(name.dropLast(".desktop".count))
        guard DesktopFiles.isValid(identifier), !removed.contains(name),
          seen.insert(identifier).inserted
        else { continue }
        found.append(identifier)
      }
    }
    for layer in layers {
      for list in layer.lists { add(list.list(type, in: "Default Applications")) }
    }
    for layer in layers {
      for list in layer.lists {
        add(list.list(type, in: "Added Associations"))
        // What a list removes, those that are less important do not add.
        removed.formUnion(list.list(type, in: "Removed Associations"))
      }
      if let cache = layer.cache { add(cache.list(type, in: "MIME Cache")) }
    }
    return found
  }
}

extension SchemeHandlers {
  /// The largest list that is read, in bytes.
  private static let maximumByteCount = 4 << 20

  /// Reads the lists of a person's desktop. Files that are missing or cannot be read say nothing.
  ///
  /// - Parameters:
  ///   - environment: Names directories and the desktop.
  ///   - home: The person's home directory.
  /// - Returns: The handlers.
  package static func read(_ environment: [String: String], home: String) -> SchemeHandlers {
    let base = BaseDirectories(environment: environment, home: home)
    let named = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
      .map { $0.lowercased() }.filter { !$0.contains("/") }
    let names = desktops.map { "\($0)-mimeapps.list" } + ["mimeapps.list"]
    func entry(_ path: String) -> DesktopEntry? {
      guard let file = try? FileSystem.regularFile(path, maximumByteCount: maximumByteCount) else {
        return nil
      }
      return DesktopEntry(parsing: file.bytes)
    }
    func layer(_ directory: String, cache: String?) -> Layer {
      Layer(
        lists: names.compactMap { entry("\(directory)/\($0)") },
        cache: cache.flatMap { entry("\(directory)/\($0)") })
    }
    let settings = [base.configuration] + (named.isEmpty ? ["/etc/xdg"] : named)
    return SchemeHandlers(
      settings.map { layer($0, cache: nil) }
        + ([base.data] + base.systemData).map {
          layer("\($0)/applications", cache: "mimeinfo.cache")
        })
  }
}
