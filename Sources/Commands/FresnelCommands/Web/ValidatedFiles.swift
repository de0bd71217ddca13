internal import CommandKit
internal import FresnelPlatform
internal import WebAddresses
internal import WebDocuments

/// The files that `fresnel validate` is to look at: those that the command line names, and those of folders.
struct ValidatedFiles {
  /// A file as it was read.
  struct File {
    /// Where it is.
    let path: String
    /// Its name in the folder, if it is of one.
    let name: String
    /// Where it is served, if that is known.
    let url: WebURL?
    /// Its content.
    let bytes: [UInt8]
  }

  /// The most bytes of a file that are read.
  private static let sizeLimit = 64 << 20

  /// The names of what is piped into the command.
  private static let standardInput: Set<String> = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

  private let paths: [String]
  private let site: WebURL?

  /// Names files.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - site: Where the file, or the folder, is served.
  init(_ paths: [String], servedAt site: WebURL?) {
    self.paths = paths
    self.site = site
  }

  /// Reads all of them.
  ///
  /// - Throws: ``CommandError`` for one that is not there, and `SystemError` for one that can't be read.
  func read() throws -> [File] {
    var files: [File] = []
    for path in paths {
      guard FileSystem.exists(path) else {
        throw CommandError(
          .system, "there is no file \(withoutControls(path))", advice: Self.advice(for: path))
      }
      // A pipe or a device would keep the command waiting.
      let kind = try FileSystem.status(of: path)?.kind
      guard kind == .regular || kind == .directory || Self.standardInput.contains(path) else {
        throw CommandError(
          .system, "\(withoutControls(path)) is neither a file nor a folder",
          advice: "pipe what it holds into the command, and name /dev/stdin")
      }
      let isFolder = FileSystem.isDirectory(path)
      for file in try WebDocumentFinder.files(at: path) {
        let url = WebDocumentFinder.url(of: file.name, below: site, isFolder: isFolder)
        let bytes = try FileSystem.contents(of: file.path, maximumByteCount: Self.sizeLimit)
        files.append(File(path: file.path, name: file.name, url: url, bytes: bytes))
      }
    }
    return files
  }

  /// The ends of names that are files', although they could be those of hosts.
  private static let suffixes = [
    ".html", ".htm", ".xhtml", ".xml", ".txt", ".json", ".gz", ".plist",
  ]

  /// What is said of a name without a file that looks like an address of the web.
  private static func advice(for path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("."), !path.contains("://"),
      let url = WebURL("https://\(path)"), let host = url.host,
      host.contains(".") || url.port != nil, !suffixes.contains(where: host.hasSuffix)
    else { return nil }
    // This machine and its network, most often without TLS.
    let isLocal = url.port != nil || url.registrableDomain == nil
    let words = isLocal ? "--local http://" : "https://"
    return "to validate a page of the web, write fresnel validate \(words)\(withoutControls(path))"
  }

  /// How long another process may take for them: a second for each file, and one for each MiB. What can't be looked at
  /// does not count: that process says what is wrong with it.
  var patience: Duration {
    var seconds = 0
    for file in paths.flatMap({ (try? WebDocumentFinder.files(at: $0)) ?? [] }) {
      let byteCount = (try? FileSystem.status(of: file.path))?.byteCount ?? 0
      seconds += 1 + min(Self.sizeLimit, Int(clamping: byteCount)) >> 20
    }
    return .seconds(seconds)
  }
}
