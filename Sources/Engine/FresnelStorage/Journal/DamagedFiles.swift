/// The place in a store's directory where damaged files are kept for inspection.
///
/// The newest few of each kind are kept, and together not much more than a gibibyte.
package struct DamagedFiles {
  private let directory: String
  private let storage: any Storage

  /// Files of a name up to its first hyphen of which more than this are kept make room.
  private static let largestCount = 8
  /// When all files together have more bytes, the oldest go, but the newest of each kind stays.
  private static let largestByteCount: UInt64 = 1 << 30

  /// The place in a store's directory.
  package init(directory: String, storage: any Storage) {
    self.directory = directory
    self.storage = storage
  }

  /// The name of the directory in a store that they are kept in.
  package static let name = "damaged"
  private var place: String { directory + "/" + Self.name }

  /// Copies a file to the place, durably, and returns the copy's path.
  ///
  /// A generation is damaged once at most, since what is left of it moves to another; if a crash
  /// repeats the copying, the copy is replaced. Copies of manifests get the next free number.
  func keep(_ path: String) throws(StorageError) -> String {
    try storage.createDirectory(place)
    let name = String(path.split(separator: "/").last ?? "file")
    var copyPath = destination(of: path)
    if Generation.number(inFileName: name) == nil {
      let names = try storage.entries(of: place)
      let used = names.compactMap {
        $0.hasPrefix(name + "-") ? Int($0.dropFirst(name.count + 1)) : nil
      }
      copyPath += "-\((used.max() ?? 0) &+ 1)"
    }
    do throws(StorageError) {
      try copy(path, to: copyPath)
    } catch {
      // Half a copy helps nobody, and on a full disk keeps room that the store needs.
      try? storage.remove(copyPath)
      throw error
    }
    prune()
    return copyPath
  }

  private func copy(_ path: String, to copyPath: String) throws(StorageError) {
    let source = try storage.open(path, for: .reading)
    let copy = try storage.open(copyPath, for: .creating)
    var offset: UInt64 = 0
    while true {
      let bytes = try source.read(at: offset, count: 1 << 20)
      if bytes.isEmpty { break }
      try copy.write(bytes, at: offset)
      offset += UInt64(bytes.count)
    }
    try copy.sync()
    try storage.syncDirectory(place)
  }

  /// Moves a file to the place, if it is not there already after a crash, and returns its new path.
  ///
  /// Where the place can't be used, as when there is no room for a directory, the file stays beside it under a name
  /// that nothing else has, until ``prune()``. The new name is durable; the old one may come back until the store's
  /// directory is synced.
  ///
  /// - Throws: ``StorageError``, with code ``StorageError/Code/notFound`` only when the file is nowhere.
  package func move(_ path: String) throws(StorageError) -> String {
    let failure: StorageError
    do throws(StorageError) {
      try storage.createDirectory(place)
      return try move(path, to: destination(of: path), in: place)
    } catch {
      failure = error
    }
    do throws(StorageError) {
      return try move(path, to: asideName(of: path), in: directory)
    } catch  where error.code == .notFound {
      // It may be in the place already, under a name that is not durable.
      let moved = (try? storage.openIfPresent(destination(of: path), for: .reading)) ?? nil
      throw moved == nil ? error : failure
    }
  }

  private func move(
    _ path: String, to destination: String, in directory: String
  ) throws(StorageError) -> String {
    do throws(StorageError) {
      try storage.rename(path, to: destination)
    } catch {
      guard error.code == .notFound, try storage.openIfPresent(destination, for: .reading) != nil
      else { throw error }
    }
    try storage.syncDirectory(directory)
    return destination
  }

  /// Moves a file back to where it was.
  package func putBack(_ path: String) throws(StorageError) {
    do throws(StorageError) {
      try storage.rename(destination(of: path), to: path)
    } catch  where error.code == .notFound {
      try storage.rename(asideName(of: path), to: path)
    }
  }

  /// Where a file is that was moved to the place, or beside it; `nil` when it is in neither.
  package func keptPath(of path: String) throws(StorageError) -> String? {
    for kept in [destination(of: path), asideName(of: path)]
    where try storage.openIfPresent(kept, for: .reading) != nil {
      return kept
    }
    return nil
  }

  private func destination(of path: String) -> String {
    place + "/" + (path.split(separator: "/").last ?? "file")
  }

  /// What the name of a file begins with that is kept beside the place.
  private static let asidePrefix = name + "-"

  private func asideName(of path: String) -> String {
    directory + "/" + Self.asidePrefix + (path.split(separator: "/").last ?? "file")
  }

  /// Whether a name in a store's directory is that of the place, or of a file that is kept beside it.
  package static func isOwn(_ name: String) -> Bool {
    name == Self.name || name.hasPrefix(asidePrefix)
  }

  /// The names of the files that are kept beside the place.
  private func namesAside() throws(StorageError) -> [String] {
    try storage.entries(of: directory).filter { $0.hasPrefix(Self.asidePrefix) }
  }

  /// Moves what was kept beside the place to it. What can't be moved stays.
  private func gather() {
    guard let names = try? namesAside(), !names.isEmpty,
      (try? storage.createDirectory(place)) != nil
    else { return }
    for name in names {
      try? storage.rename(
        directory + "/" + name, to: place + "/" + name.dropFirst(Self.asidePrefix.count))
    }
    // A power loss leaves the old name or the new one.
    try? storage.syncDirectory(place)
  }

  /// Removes the oldest files when there are many, or they are large. What can't be removed stays.
  package func prune() {
    gather()
    guard let names = try? storage.entries(of: place) else { return }
    let kinds = Dictionary(grouping: names) { $0.split(separator: "-").first ?? "" }
    // Numbers in names rise with time; a longer one is a greater one.
    var kept: [(name: String, age: Int)] = []
    for names in kinds.values {
      let newestFirst = names.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
      for (age, name) in newestFirst.enumerated() {
        if age < Self.largestCount { kept.append((name, age)) } else { remove(name) }
      }
    }
    var byteCount: UInt64 = 0
    for (name, age) in kept.sorted(by: { ($0.age, $0.name) < ($1.age, $1.name) }) {
      byteCount += byteCountOf(name)
      if byteCount > Self.largestByteCount, age > 0 { remove(name) }
    }
  }

  private func byteCountOf(_ name: String) -> UInt64 {
    (try? storage.open(place + "/" + name, for: .reading).byteCount()) ?? 0
  }

  private func remove(_ name: String) {
    try? storage.remove(place + "/" + name)
  }

  /// The paths of the files kept.
  func paths() throws(StorageError) -> [String] {
    let aside = try namesAside().map { directory + "/" + $0 }
    do throws(StorageError) {
      return try storage.entries(of: place).map { place + "/" + $0 } + aside
    } catch  where error.code == .notFound {
      return aside
    }
  }
}
