/// The place in a store's directory where damaged files are kept for inspection.
struct DamagedFiles {
  let directory: String
  let storage: any Storage

  private var place: String { directory + "/damaged" }

  /// Copies a file to the place, durably, and returns the copy's path.
  ///
  /// A generation is damaged once at most, since what is left of it moves to another; if a crash
  /// repeats the copying, the copy is replaced. Copies of manifests get the next free number.
  func keep(_ path: String) throws(StorageError) -> String {
    try storage.createDirectory(place)
    let name = String(path.split(separator: "/").last ?? "file")
    var copyPath = place + "/" + name
    if Generation.number(inFileName: name) == nil {
      let names = try storage.entries(of: place)
      let used = names.compactMap {
        $0.hasPrefix(name + "-") ? Int($0.dropFirst(name.count + 1)) : nil
      }
      copyPath += "-\((used.max() ?? 0) &+ 1)"
    }
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
    return copyPath
  }

  /// The paths of the files kept.
  func paths() throws(StorageError) -> [String] {
    do throws(StorageError) {
      return try storage.entries(of: place).map { place + "/" + $0 }
    } catch  where error.code == .notFound {
      return []
    }
  }
}
