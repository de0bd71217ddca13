internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// Reads the manual pages that `man` would show the person.
///
/// A page in the person's language stands in for the English one. Several files of one page, be
/// they links or files that only point to another (`.so`), are one item with several names.
struct ManualReader: SourceReader {
  /// A page's file.
  struct File {
    let name: String
    let section: String
    let path: String
    let root: String
    let language: String?
    let status: FileStatus
  }

  /// A source beyond this many bytes is cut; no page a person reads is near it.
  private static let sourceLimit = 8 << 20
  /// A file that only points to another page is shorter than this, packed or not.
  private static let pointerLimit: UInt64 = 300

  private let roots: [String]
  private let locales: [String]
  private let sourceFiles: SourceFiles

  /// A reader for the person's manual path and language.
  init(_ context: CommandContext, _ files: SourceFiles) {
    sourceFiles = files
    roots = manualDirectories(environment: context.environment, home: context.directories.home)
    locales = desktopLocales(for: context.messageLocale)
  }

  func fingerprint() throws -> Fingerprint {
    var fingerprint = Fingerprint()
    for file in files() {
      fingerprint.add(file.path)
      fingerprint.add(file.status.byteCount)
      fingerprint.add(file.status.modifiedSecondsSince1970.bitPattern)
    }
    return fingerprint
  }

  func forEachItem(_ body: (Item, _ fraction: Double) throws -> Void) throws {
    let groups = grouped(files())
    for (number, group) in groups.enumerated() {
      guard let first = group.first else { continue }
      let text: ManualText
      do {
        text = ManualText(source: try Self.source(of: first.path))
      } catch {
        // What is gone since it was listed has nothing to keep.
        if error.code != .notFound {
          sourceFiles.fail(reading: first.path, error, others: group.map(\.path))
        }
        continue
      }
      // Of the files that are one page, the one that the page calls itself gives the name.
      let main = group.first { $0.name == text.names.first } ?? first
      let page = ManualPage(
        name: main.name, section: main.section, path: main.path, language: main.language,
        otherNames: group.map(\.name).filter { $0 != main.name })
      try body(page.item(text), Double(number + 1) / Double(groups.count))
    }
  }

  // MARK: - Files

  /// Every page once, by name and section: the first root that has it wins, and in a root the
  /// person's language.
  private func files() -> [File] {
    var seen: Set<String> = []
    var result: [File] = []
    for root in roots {
      for (directory, language) in locales.map({ ("\(root)/\($0)", $0) as (String, String?) })
        + [(root, nil)]
      {
        for section in sourceFiles.entries(of: directory) where section.hasPrefix("man") {
          for file in sourceFiles.entries(of: "\(directory)/\(section)") {
            guard let parts = ManualPage.parts(ofFile: file),
              seen.insert("\(parts.name)\n\(parts.section)").inserted
            else { continue }
            let path = "\(directory)/\(section)/\(file)"
            guard let status = sourceFiles.status(of: path), status.kind == .regular else {
              continue
            }
            result.append(
              File(
                name: parts.name, section: parts.section, path: path, root: directory,
                language: language, status: status))
          }
        }
      }
    }
    return result
  }

  /// Files that are one page, together: the file itself first, then links and pointers to it.
  private func grouped(_ files: [File]) -> [[File]] {
    struct Identity: Hashable {
      let device: UInt64
      let inode: UInt64
    }
    var groups: [[File]] = []
    var places: [Identity: Int] = [:]
    var pointers: [(file: File, target: String)] = []
    for file in files {
      if file.status.byteCount <= Self.pointerLimit, let target = Self.redirect(of: file) {
        pointers.append((file, target))
        continue
      }
      let identity = Identity(device: file.status.device, inode: file.status.inode)
      if let place = places[identity] {
        groups[place].append(file)
      } else {
        places[identity] = groups.count
        groups.append([file])
      }
    }
    for (file, target) in pointers {
      let paths = [target, "\(target).gz"]
      let status = paths.lazy.compactMap { sourceFiles.status(of: $0) }.first
      if let status, let place = places[Identity(device: status.device, inode: status.inode)] {
        groups[place].append(file)
      }
    }
    return groups
  }

  /// The path that a file which only points elsewhere names, without a packing suffix.
  private static func redirect(of file: File) -> String? {
    guard let bytes = try? source(of: file.path) else { return nil }
    let text = ManualText(source: bytes)
    guard text.text.isEmpty, var target = text.redirect else { return nil }
    if target.hasSuffix(".gz") { target = String(target.dropLast(3)) }
    if target.hasPrefix("/") { return target }
    // `.so man3/x.3` starts at the root, `.so x.3` in the file's own directory.
    let base = target.contains("/") ? file.root : FileSystem.parent(of: file.path)
    return "\(base)/\(target)"
  }

  private static func source(of path: String) throws(SystemError) -> [UInt8] {
    var reader = try InputReader(path: path)
    var source: [UInt8] = []
    while source.count < sourceLimit, let chunk = try reader.next() { source += chunk }
    return source
  }
}
