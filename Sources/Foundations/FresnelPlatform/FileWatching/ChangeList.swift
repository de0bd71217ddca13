/// Changes on their way to whoever asks for a batch, without those that tell nothing new.
struct ChangeList {
  private var changes: [FileChange?] = []
  private var byteCount = 0
  /// By the path: the change that was told of it last, unless it was moved since.
  private var last: [RawPath: Int] = [:]
  /// Directories that are walked once the batch is read.
  private var walked: Set<RawPath> = []
  /// Those of them that are compared with what is known, too.
  private var rescanned: Set<RawPath> = []

  /// The most bytes of paths in a batch, about.
  private static let maximumByteCount = 4 << 20

  /// Whether there is something to tell.
  var isEmpty: Bool { changes.isEmpty }

  /// Whether no more should be added.
  func isFull(at maximum: Int) -> Bool {
    changes.count >= maximum || byteCount >= Self.maximumByteCount
  }

  /// Takes what is to be told.
  mutating func take() -> [FileChange] {
    let taken = changes.compactMap(\.self)
    self = ChangeList()
    return taken
  }

  /// Adds what happened last.
  mutating func append(_ change: FileChange) {
    switch change {
    case .created(let path, let isDirectory):
      if isBelow(walked, path) { return }
      put(change, of: path)
      if isDirectory { walked.insert(path) }
    case .changed(let path):
      if isBelow(walked, path) { return }
      if let index = last[path], let told = changes[index] {
        if case .deleted = told {} else { return }
      }
      put(change, of: path)
    case .deleted(let path, _):
      if isBelow(walked, path) { return }
      put(change, of: path)
      walked.remove(path)
      rescanned.remove(path)
    case .rescan(let path):
      if rescanned.contains(path) || isBelow(rescanned, path) { return }
      add(change, path)
      walked.insert(path)
      rescanned.insert(path)
    case .moved(let source, let destination, let isDirectory):
      if isDirectory {
        // From here on paths may mean other files than before.
        (last, walked, rescanned) = ([:], [], [])
      } else {
        last[source] = nil
        last[destination] = nil
      }
      add(change, destination)
    }
  }

  /// Adds a change that makes the one before it of the same path needless.
  private mutating func put(_ change: FileChange, of path: RawPath) {
    if let index = last[path] { changes[index] = nil }
    last[path] = changes.count
    add(change, path)
  }

  private mutating func add(_ change: FileChange, _ path: RawPath) {
    changes.append(change)
    byteCount += path.bytes.count
  }

  private func isBelow(_ directories: Set<RawPath>, _ path: RawPath) -> Bool {
    if directories.isEmpty { return false }
    var current = path.parent
    while let directory = current {
      if directories.contains(directory) { return true }
      current = directory.parent
    }
    return false
  }
}
