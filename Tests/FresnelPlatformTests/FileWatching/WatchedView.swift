import FresnelPlatform
import Glibc

/// What a naive reader of batches knows of some trees: what is at each path, by the rules that ``FileChange`` gives.
struct WatchedView {
  /// What is known of a file.
  struct Entry: Equatable {
    let kind: FileStatus.Kind
    let inode: UInt64
    /// Of files.
    let byteCount: UInt64
    let modified: Double

    init(_ status: FileStatus) {
      kind = status.kind
      inode = status.inode
      byteCount = kind == .directory ? 0 : status.byteCount
      modified = kind == .directory ? 0 : status.modifiedSecondsSince1970
    }
  }

  private(set) var entries: [RawPath: Entry] = [:]
  /// How many of them are below a path.
  private var counts: [RawPath: Int] = [:]
  /// What was told and not found, and hasn't been told to be deleted.
  private var missing: Set<RawPath> = []

  /// Walks a tree, links not followed.
  static func walk(_ path: RawPath, except isExcluded: (RawPath) -> Bool) -> [RawPath: Entry] {
    var found: [RawPath: Entry] = [:]
    walk(path, except: isExcluded) { found[$0] = $1 }
    return found
  }

  private static func walk(
    _ path: RawPath, except isExcluded: (RawPath) -> Bool, _ note: (RawPath, Entry) -> Void
  ) {
    guard let status = try? FileSystem.status(of: path) else { return }
    note(path, Entry(status))
    if status.kind == .directory, var directory = try? RawDirectory(opening: path) {
      while let entry = try? directory.next() {
        let inner = path.appending(entry.name)
        if isExcluded(inner), (try? FileSystem.status(of: inner))?.kind == .directory { continue }
        walk(inner, except: isExcluded, note)
      }
    }
  }

  private mutating func set(_ path: RawPath, _ entry: Entry?) {
    let old = entries[path]
    entries[path] = entry
    let change = (entry == nil ? 0 : 1) - (old == nil ? 0 : 1)
    if change == 0 { return }
    var above = path.parent
    while let directory = above {
      let count = counts[directory, default: 0] + change
      counts[directory] = count == 0 ? nil : count
      above = directory.parent
    }
  }

  /// What is known at a path and below it.
  private func known(at path: RawPath) -> [RawPath: Entry] {
    if counts[path] == nil { return entries[path].map { [path: $0] } ?? [:] }
    return entries.filter { $0.key.isAtOrBelow(path) }
  }

  /// Takes in a batch.
  mutating func apply(_ batch: [FileChange], except isExcluded: (RawPath) -> Bool = { _ in false })
  {
    for change in batch {
      switch change {
      case .created(let path, _), .rescan(let path), .changed(let path):
        look(at: path, except: isExcluded)
      case .deleted(let path, _):
        if look(at: path, except: isExcluded) {
          missing = missing.filter { !$0.isAtOrBelow(path) }
        }
      case .moved(let source, let destination, let isDirectory):
        move(source, destination, isDirectory: isDirectory, except: isExcluded)
      }
    }
  }

  private mutating func move(
    _ source: RawPath, _ destination: RawPath, isDirectory: Bool,
    except isExcluded: (RawPath) -> Bool
  ) {
    let moved = known(at: source)
    let there = try? FileSystem.status(of: destination)
    let isWhole = !missing.contains { $0.isAtOrBelow(source) }
    missing = missing.filter { !$0.isAtOrBelow(source) }
    if look(at: source, except: isExcluded) { missing.remove(source) }
    guard isDirectory, isWhole, let inode = moved[source]?.inode, inode == there?.inode else {
      look(at: destination, except: isExcluded)
      return
    }
    remove(destination)
    for (path, entry) in moved {
      let names = path.components(below: source) ?? []
      set(names.reduce(destination) { $0.appending($1) }, entry)
    }
  }

  private mutating func remove(_ path: RawPath) {
    // Below what isn't known something may be, of which was told before.
    for known in known(at: path).keys { set(known, nil) }
  }

  /// Puts what is at a path in the place of what is known of it.
  ///
  /// - Returns: Whether it is in the directory that is known. Otherwise it happened in one that was moved.
  @discardableResult
  private mutating func look(at path: RawPath, except isExcluded: (RawPath) -> Bool) -> Bool {
    if let parent = path.parent, let known = entries[parent],
      FileSystem.identity(of: parent)?.inode != known.inode
    {
      missing.insert(path)
      return false
    }
    remove(path)
    let status = try? FileSystem.status(of: path)
    if status?.kind == .directory, isExcluded(path) { return true }
    if status == nil { missing.insert(path) } else { missing.remove(path) }
    for (path, entry) in Self.walk(path, except: isExcluded) { set(path, entry) }
    return true
  }
}

/// A directory with trees that are watched, and one that isn't, for a test.
struct WatchedTrees {
  /// All of it.
  let directory: RawPath
  /// The tree.
  var root: RawPath { directory.appending(Array("root".utf8)) }
  /// A tree in which a file says that all before was told.
  private var sync: RawPath { directory.appending(Array("sync".utf8)) }
  let watching: FileWatching
  let stop: WakePipe
  private var signals = 0
  private(set) var view = WatchedView()
  private let isExcluded: (RawPath) -> Bool

  init(
    in directory: String, options: FileWatching.Options = FileWatching.Options(),
    isExcluded: @escaping (RawPath) -> Bool = { _ in false }
  ) throws {
    self.directory = RawPath(directory)
    self.isExcluded = isExcluded
    stop = try WakePipe()
    try FileSystem.createDirectory(directory + "/root")
    try FileSystem.createDirectory(directory + "/sync")
    var options = options
    // All is done before anything is read, so both halves of a move are there.
    options.quietTime = .zero
    options.pairTime = .zero
    watching = try FileWatching(
      [RawPath(directory + "/root"), RawPath(directory + "/sync")], options: options,
      stoppedBy: stop, isExcluded: isExcluded)
  }

  /// Reads one batch.
  mutating func readBatch() throws -> [FileChange] {
    let batch = try watching.nextBatch() ?? []
    view.apply(batch, except: isExcluded)
    return batch
  }

  /// Reads batches until all that was done before is told; gives what was told of the tree.
  @discardableResult
  mutating func readAll() throws -> [FileChange] {
    var signal = try signal()
    var changes: [FileChange] = []
    while !changes.contains(.created(signal, isDirectory: false)) {
      let batch = try readBatch()
      changes += batch
      // It may not be told singly then.
      if batch.contains(.rescan(sync)) { signal = try self.signal() }
    }
    return changes.filter { change in
      switch change {
      case .created(let path, _), .changed(let path), .deleted(let path, _), .rescan(let path):
        path.isAtOrBelow(root)
      case .moved(let source, _, _): source.isAtOrBelow(root)
      }
    }
  }

  /// Makes a file, of which nothing but that is told.
  private mutating func signal() throws -> RawPath {
    signals += 1
    let path = sync.appending(Array("\(signals)".utf8))
    guard path.withCString({ mknod($0, S_IFREG | 0o600, 0) }) == 0 else {
      throw SystemError(errno: errno, call: "mknod", path: path.text)
    }
    return path
  }

  /// What the view knows of the tree, beside what is there.
  func comparison() -> (known: [RawPath: WatchedView.Entry], there: [RawPath: WatchedView.Entry]) {
    (
      view.entries.filter { $0.key.isAtOrBelow(root) },
      WatchedView.walk(root, except: isExcluded)
    )
  }

  /// A path in the tree.
  func path(_ relative: String) -> RawPath { RawPath(root.bytes + [0x2F] + Array(relative.utf8)) }
}

extension FileSystem {
  /// Makes a file with some bytes, or makes it longer by them.
  static func create(_ path: RawPath, _ bytes: [UInt8] = [1]) throws {
    let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600) }
    guard file >= 0 else { throw SystemError(errno: errno, call: "open", path: path.text) }
    defer { close(file) }
    try FileDescriptor(adopting: file, path: path.text, closing: false).write(bytes)
  }

  static func makeDirectory(_ path: RawPath) -> Bool { path.withCString { mkdir($0, 0o700) } == 0 }

  static func move(_ source: RawPath, _ destination: RawPath) -> Bool {
    source.withCString { source in destination.withCString { Glibc.rename(source, $0) } } == 0
  }
}
