internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses

/// The files that a command line names.
enum WebDocumentFinder {
  /// A file, and its path in the folder that was named.
  struct Found: Equatable {
    /// The path.
    let path: String
    /// Its path in the folder, or its name.
    let name: String
  }

  /// The most files of a folder, and how deep they may lie.
  static let fileLimit = 20_000
  static let depthLimit = 32

  /// The files that a path stands for: itself, or those of a folder and of the folders in it that are pages or
  /// tell machines something, in the order of their names. Hidden files count only in `.well-known`. Pipes and devices
  /// are no documents, and a folder that links lead to again is looked at once.
  static func files(at path: String) throws(SystemError) -> [Found] {
    guard FileSystem.isDirectory(path) else {
      return [Found(path: path, name: FileSystem.lastComponent(of: path))]
    }
    var found: [Found] = []
    var waiting: [(path: String, name: String, depth: Int)] = [(path, "", 0)]
    var seen: Set<[UInt64]> = []
    while let folder = waiting.popLast(), found.count < fileLimit {
      guard let place = try FileSystem.status(of: folder.path),
        seen.insert([place.device, place.inode]).inserted
      else { continue }
      var folders: [(path: String, name: String, depth: Int)] = []
      for entry in try FileSystem.entries(of: folder.path).sorted() {
        guard !entry.hasPrefix(".") || entry == ".well-known" else { continue }
        let place = folder.path.hasSuffix("/") ? folder.path + entry : "\(folder.path)/\(entry)"
        let name = folder.name + entry
        // What can't be looked at may be a page with errors: the whole would pass without it.
        let kind = try FileSystem.status(of: place)?.kind
        if kind == .directory {
          if folder.depth < depthLimit { folders.append((place, name + "/", folder.depth + 1)) }
        } else if kind == .regular, SiteDocumentKind.isDocument(named: entry),
          found.count < fileLimit
        {
          found.append(Found(path: place, name: name))
        }
      }
      waiting += folders.reversed()
    }
    return found
  }

  /// Where a file is served: at the address given, or below it when a folder was named.
  static func url(of name: String, below site: WebURL?, isFolder: Bool) -> WebURL? {
    guard let site, isFolder else { return site }
    // A folder's page is served as the folder.
    let place = name.hasSuffix("index.html") ? String(name.dropLast("index.html".count)) : name
    return WebURL(place.isEmpty ? "." : place, base: site)
  }
}
