import FresnelPlatform

/// A file of items, one on each line: identifier, title, body, section and size, with tabs between.
///
/// Items are read one by one, so that a million of them take no memory.
struct ItemsFile: ~Copyable {
  private var lines: LineReader
  private var remaining: Int

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - limit: How many items are read at most; `nil` reads all.
  /// - Throws: `SystemError` when there is no such file.
  init(_ path: String, limit: Int? = nil) throws {
    lines = LineReader(try InputReader(path: path))
    remaining = limit ?? .max
  }

  /// The next item, or `nil` at the end.
  mutating func next() throws -> BenchmarkItem? {
    guard remaining > 0, let line = try lines.next() else { return nil }
    remaining -= 1
    guard case .bytes(let bytes) = line else {
      throw BenchmarkFailure("Line \(lines.lineNumber) of the items is too long.")
    }
    let fields = bytes.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == 5, let size = Int64(String(decoding: fields[4], as: UTF8.self)) else {
      throw BenchmarkFailure(
        "Line \(lines.lineNumber) of the items is not identifier, title, body, section and size.")
    }
    return BenchmarkItem(
      identifier: String(decoding: fields[0], as: UTF8.self),
      title: String(decoding: fields[1], as: UTF8.self),
      body: String(decoding: fields[2], as: UTF8.self),
      section: String(decoding: fields[3], as: UTF8.self), size: size)
  }

  /// The next items, at most so many; none at the end.
  mutating func next(count: Int) throws -> [BenchmarkItem] {
    var items: [BenchmarkItem] = []
    while items.count < count, let item = try next() { items.append(item) }
    return items
  }
}
