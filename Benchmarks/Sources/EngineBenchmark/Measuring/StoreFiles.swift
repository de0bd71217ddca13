import CMeasurement
import FresnelPlatform

/// The files of a store's directory.
struct StoreFiles {
  private(set) var files: [(path: String, byteCount: Int)] = []

  /// Lists all files below a directory.
  init(_ directory: String) throws {
    try list(directory)
  }

  private mutating func list(_ directory: String) throws {
    for name in try FileSystem.entries(of: directory) {
      let path = directory + "/" + name
      guard let status = try FileSystem.status(of: path) else { continue }
      if status.kind == .directory {
        try list(path)
      } else {
        files.append((path, Int(status.byteCount)))
      }
    }
  }

  /// The bytes of the journal, which is recycled and not part of what an item costs.
  var journalByteCount: Int { byteCount(startingWith: "journal") }

  /// The bytes that are kept free for deletions on a full disk: as many for a store of any size.
  var reserveByteCount: Int { byteCount(startingWith: "reserve") }

  private func byteCount(startingWith prefix: String) -> Int {
    files.reduce(0) {
      FileSystem.lastComponent(of: $1.path).hasPrefix(prefix) ? $0 + $1.byteCount : $0
    }
  }

  /// The files that hold segments.
  var segments: [(path: String, byteCount: Int)] {
    files.filter { FileSystem.lastComponent(of: $0.path).hasPrefix("segment-") }
  }

  /// The bytes of all files.
  var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// Reads all files once, so that the kernel holds their pages.
  func load() throws {
    for file in files where bench_load_file(file.path) != 0 {
      throw BenchmarkFailure("\(file.path) cannot be read.")
    }
  }

  /// Makes the kernel forget what it holds of the files, so that reading them goes to the disk.
  func evict() throws {
    for file in files where bench_evict_file(file.path) != 0 {
      throw BenchmarkFailure("\(file.path) cannot be dropped from the page cache.")
    }
  }
}
