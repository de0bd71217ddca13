/// Something that happened below a tree that is watched.
///
/// Changes of a batch come in the order in which they happened, and tell what to look at, not what is there: by the
/// time a batch is read, more may have happened, which later batches tell. Whoever looks at each path that is named,
/// and keeps to these rules, knows the tree as it is once the batches end:
///
/// - A directory that was created is walked: what is in it is not told singly.
/// - Of a move both paths are looked at: two files may have been exchanged.
/// - A directory that was moved takes along what is known below it, if its inode is the one that is known. Otherwise it
/// is walked: it has moved on since, or a walk was ahead of the batch.
/// - It is walked too if something below its old path was told and not found there, which may have moved with it. A
///   path is looked at in the directory that is known: where another one has its place, what is in that isn't what was
///   told.
/// - What is left out is left out: where a file was removed, a directory may be that is.
package enum FileChange: Hashable, Sendable {
  /// Something is at the path that wasn't there, or that was another thing; it may have come from outside the trees.
  case created(RawPath, isDirectory: Bool)
  /// The content of a file, or what the file system says about it, changed.
  case changed(RawPath)
  /// Something has another path, and with it all that is below.
  case moved(from: RawPath, to: RawPath, isDirectory: Bool)
  /// Nothing is at the path any more, nor below it; it may live on outside the trees.
  case deleted(RawPath, isDirectory: Bool)
  /// Anything may have changed at the path and below it: to be walked and compared.
  case rescan(RawPath)
}

/// Why a directory below a watched tree has no watch; what happens in it is only seen by looking.
package enum UnwatchedReason: Hashable, Sendable {
  /// As many are watched as may be.
  case budget
  /// The system refused: other programs of the person use up what there is.
  case system
  /// The person may not read it.
  case unreadable
  /// It is of a file system whose changes this machine doesn't see.
  case remote
  /// The same directory is watched under another path.
  case twin
}

/// How many watches there are, in figures for people.
package struct WatchUse: Equatable, Sendable {
  /// Directories with a watch.
  package var used: Int
  /// The most that may have one.
  package var allowed: Int
  /// How many directories have none, by the reason. What is below one of them isn't counted.
  package var unwatched: [UnwatchedReason: Int]

  /// Makes a value of its parts.
  package init(used: Int, allowed: Int, unwatched: [UnwatchedReason: Int]) {
    self.used = used
    self.allowed = allowed
    self.unwatched = unwatched
  }

  /// How many watches a process may have when it leaves most to others: a third of what the kernel gives a person.
  ///
  /// - Returns: The number; 2,730, a third of what old kernels give, where it can't be read.
  package static var systemAllowance: Int {
    let path = "/proc/sys/fs/inotify/max_user_watches"
    let text = (try? FileSystem.contents(of: path, maximumByteCount: 64)) ?? []
    let digits = String(decoding: text.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
    return (Int(digits) ?? 8192) / 3
  }
}
