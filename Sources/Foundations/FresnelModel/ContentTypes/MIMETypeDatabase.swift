// The files of a shared MIME database (one directory such as /usr/share/mime), as update-mime-database
// writes them. Lines that begin with # are comments.
//
//   globs2      weight:MIME type:file name pattern[:flags]; the flag cs makes case count; the pattern
//               __NOGLOBS__ drops what directories of lower precedence say about the type
//   subclasses  MIME type, space, MIME type that it is a kind of
//   aliases     other name, space, MIME type
//   types       MIME type
//
// Shared MIME-info Database specification,
// https://specifications.freedesktop.org/shared-mime-info-spec/latest/

/// What a machine's shared MIME database says about file names and MIME types.
public struct MIMETypeDatabase: Sendable {
  /// The contents of one directory's files; a missing file is empty.
  public struct Files: Sendable {
    /// Patterns of file names.
    public var globs2: [UInt8]
    /// What is a kind of what.
    public var subclasses: [UInt8]
    /// Other names of MIME types.
    public var aliases: [UInt8]
    /// All known MIME types.
    public var types: [UInt8]

    /// Makes the contents of a directory.
    public init(
      globs2: [UInt8] = [], subclasses: [UInt8] = [], aliases: [UInt8] = [], types: [UInt8] = []
    ) {
      self.globs2 = globs2
      self.subclasses = subclasses
      self.aliases = aliases
      self.types = types
    }
  }

  /// A pattern that is an extension or a whole name, without its asterisk and dot.
  private struct Glob {
    var mimeType: String
    var weight: Int
    var text: String
    var isCaseSensitive: Bool
  }

  /// Globs of the form `*.extension`, by extension in lower case, heaviest first.
  private var extensions: [String: [Glob]] = [:]
  /// Globs without wildcards, by name in lower case, heaviest first.
  private var names: [String: [Glob]] = [:]
  /// Extensions of a MIME type, the preferred one first.
  private var extensionsByType: [String: [String]] = [:]
  private var parentsByType: [String: [String]] = [:]
  private var typeByAlias: [String: String] = [:]
  private var aliasesByType: [String: [String]] = [:]
  private var known: Set<String> = []

  /// Makes a database that knows nothing.
  public init() {}

  /// Makes a database from directories.
  ///
  /// - Parameter directories: The contents of the directories, that of the highest precedence first.
  /// - Complexity: O(*n* log *n*) in the number of lines.
  public init(directories: [Files]) {
    var closed: Set<String> = []
    var pairs: Set<[String]> = []
    for files in directories {
      readGlobs(files.globs2, closed: &closed)
      readPairs(files.subclasses) { database, child, parent in
        if pairs.insert([child, parent]).inserted {
          database.parentsByType[child, default: []].append(parent)
        }
      }
      readPairs(files.aliases) { database, alias, type in
        if database.typeByAlias[alias] == nil {
          database.typeByAlias[alias] = type
          database.aliasesByType[type, default: []].append(alias)
        }
      }
      for line in Self.lines(of: files.types) where line.contains("/") {
        known.insert(line.lowercased())
      }
    }
    for key in extensions.keys { extensions[key]?.sort(by: Self.isPreferred) }
    for key in names.keys { names[key]?.sort(by: Self.isPreferred) }
    orderExtensions()
  }

  /// Whether the machine has no database.
  public var isEmpty: Bool {
    known.isEmpty && extensions.isEmpty && names.isEmpty && typeByAlias.isEmpty
      && parentsByType.isEmpty
  }

  // MARK: Look-up

  /// The database's own name of a MIME type or of an alias, or `nil` when it knows neither.
  public func canonicalName(_ mimeType: String) -> String? {
    let name = mimeType.lowercased()
    if let target = typeByAlias[name], !known.contains(name) { return target }
    let isKnown =
      known.contains(name) || extensionsByType[name] != nil || parentsByType[name] != nil
    return isKnown ? name : nil
  }

  /// The MIME types of an extension, the preferred one first. Patterns in which case counts answer only
  /// to the extension as it is written.
  public func mimeTypes(filenameExtension: String) -> [String] {
    Self.types(of: extensions[filenameExtension.lowercased()], writtenAs: filenameExtension)
  }

  /// The MIME type of a whole file name that has a pattern of its own, such as `Makefile`.
  public func mimeType(fileName: String) -> String? {
    Self.types(of: names[fileName.lowercased()], writtenAs: fileName).first
  }

  /// The extensions of a MIME type, the preferred one first: the heaviest, of equals the shortest.
  public func filenameExtensions(mimeType: String) -> [String] {
    extensionsByType[mimeType] ?? []
  }

  /// The MIME types that a type is said to be a kind of.
  public func parents(mimeType: String) -> [String] {
    parentsByType[mimeType] ?? []
  }

  /// Other names of a MIME type, sorted.
  public func aliases(mimeType: String) -> [String] {
    (aliasesByType[mimeType] ?? []).sorted()
  }

  private static func types(of globs: [Glob]?, writtenAs text: String) -> [String] {
    var result: [String] = []
    for glob in globs ?? [] where !glob.isCaseSensitive || glob.text == text {
      if !result.contains(glob.mimeType) { result.append(glob.mimeType) }
    }
    return result
  }
}

// MARK: - Reading

extension MIMETypeDatabase {
  /// Adds one directory's patterns, without those for types about which a directory of higher precedence
  /// had the last word.
  private mutating func readGlobs(_ bytes: [UInt8], closed: inout Set<String>) {
    var closing: Set<String> = []
    for line in Self.lines(of: bytes) {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 3, let weight = Int(fields[0]), fields[1].contains("/") else {
        continue
      }
      let mimeType = fields[1].lowercased()
      if fields[2] == "__NOGLOBS__" {
        closing.insert(mimeType)
        continue
      }
      guard !closed.contains(mimeType) else { continue }
      let isCaseSensitive = fields.count > 3 && fields[3].split(separator: ",").contains("cs")
      add(String(fields[2]), mimeType: mimeType, weight: weight, isCaseSensitive: isCaseSensitive)
    }
    closed.formUnion(closing)
  }

  /// Keeps a pattern that is `*.extension` or a whole name; other patterns name no tag.
  private mutating func add(
    _ pattern: String, mimeType: String, weight: Int, isCaseSensitive: Bool
  ) {
    let isExtension = pattern.hasPrefix("*.")
    let text = isExtension ? String(pattern.dropFirst(2)) : pattern
    guard !text.isEmpty, !text.contains(where: { "*?[]/".contains($0) }) else { return }
    let glob = Glob(
      mimeType: mimeType, weight: weight, text: text, isCaseSensitive: isCaseSensitive)
    if isExtension {
      extensions[text.lowercased(), default: []].append(glob)
    } else {
      names[text.lowercased(), default: []].append(glob)
    }
  }

  private mutating func readPairs(
    _ bytes: [UInt8], _ body: (inout MIMETypeDatabase, String, String) -> Void
  ) {
    for line in Self.lines(of: bytes) {
      let words = line.split(separator: " ")
      guard words.count == 2, words[0].contains("/"), words[1].contains("/") else { continue }
      let (first, second) = (words[0].lowercased(), words[1].lowercased())
      if first != second { body(&self, first, second) }
    }
  }

  private static func lines(of bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
      .filter { !$0.hasPrefix("#") }
  }

  /// Heavier patterns first; the rest of the order only makes it the same on every machine.
  private static func isPreferred(_ left: Glob, _ right: Glob) -> Bool {
    if left.weight != right.weight { return left.weight > right.weight }
    if left.isCaseSensitive != right.isCaseSensitive { return left.isCaseSensitive }
    return left.mimeType < right.mimeType
  }

  private mutating func orderExtensions() {
    var globs: [String: [Glob]] = [:]
    for glob in extensions.values.joined() { globs[glob.mimeType, default: []].append(glob) }
    for (mimeType, list) in globs {
      let ordered = list.sorted { left, right in
        if left.weight != right.weight { return left.weight > right.weight }
        let counts = (left.text.utf8.count, right.text.utf8.count)
        return counts.0 != counts.1 ? counts.0 < counts.1 : left.text < right.text
      }
      var known: Set<String> = []
      extensionsByType[mimeType] = ordered.map(\.text).filter { known.insert($0).inserted }
    }
  }
}
