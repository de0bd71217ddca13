/// A journal's file that waits to become another generation's.
///
/// Its blocks are allocated, so commits after the next rotation cost no more than those before it. What
/// it holds is without meaning: the next generation's salt makes the frames in it invalid, and their
/// numbers are lower than any that will be looked for.
struct SpareJournal {
  /// The file's length, all of it allocated.
  let byteCount: UInt64

  /// The name while it waits.
  static let fileName = "journal-spare"

  /// Puts a journal's file aside that the manifest does not name any more, or removes it.
  ///
  /// A failure is harmless: the next opening for writing removes whatever is left.
  static func keeping(
    _ generation: Generation, byteCount: UInt64, in directory: String, storage: any Storage,
    options: JournalOptions
  ) -> SpareJournal? {
    let path = directory + "/" + generation.fileName
    if byteCount <= options.largestSpareByteCount,
      (try? storage.rename(path, to: directory + "/" + fileName)) != nil
    {
      return SpareJournal(byteCount: byteCount)
    }
    try? storage.remove(path)
    return nil
  }

  /// Gives the file a generation's name and opens it; `nil` when that fails, and there is no spare file
  /// any more.
  ///
  /// The name says nothing until the manifest names it too. The generation's header has to be the first
  /// thing that is written: by it a reader of the old generation notices what its file has become.
  func become(
    _ generation: Generation, in directory: String, storage: any Storage
  ) -> (any StorageFile)? {
    let path = directory + "/" + generation.fileName
    do throws(StorageError) {
      try storage.rename(directory + "/" + Self.fileName, to: path)
      return try storage.open(path, for: .updating)
    } catch {
      Self.remove(from: directory, storage: storage)
      return nil
    }
  }

  /// Removes the file, if there is one.
  static func remove(from directory: String, storage: any Storage) {
    try? storage.remove(directory + "/" + fileName)
  }
}
