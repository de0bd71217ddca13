/// A path as the file system has it: bytes, which need not be UTF-8.
///
/// Where a path only passes through, from a directory that is listed to a call that opens a file, text would lose names
/// that other programs wrote in other encodings. Paths are absolute and have no slash at their end, but for the root.
package struct RawPath: Hashable, Sendable {
  /// The bytes, without a NUL.
  package let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  /// Makes a path of bytes; slashes at the end are dropped.
  ///
  /// - Parameter bytes: An absolute path. What follows a NUL is dropped, as system calls do.
  package init(_ bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes.prefix { $0 != 0 })
    while bytes.count > 1, bytes.last == Self.slash { bytes.removeLast() }
    self.bytes = bytes
  }

  /// Makes a path of text.
  package init(_ text: String) {
    self.init(text.utf8)
  }

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path of an entry of this directory.
  ///
  /// - Parameter name: The entry's name, without slashes.
  /// - Returns: The path.
  package func appending(_ name: [UInt8]) -> RawPath {
    var longer: [UInt8] = []
    longer.reserveCapacity(bytes.count + 1 + name.count)
    longer += bytes
    if bytes != [Self.slash] { longer.append(Self.slash) }
    longer += name
    return RawPath(unchecked: longer)
  }

  /// The directory that holds it; of the root, and of a name alone, `nil`.
  package var parent: RawPath? {
    guard bytes.count > 1, let slash = bytes.lastIndex(of: Self.slash) else { return nil }
    return RawPath(unchecked: Array(bytes[..<max(slash, 1)]))
  }

  /// The last component; of the root it is empty.
  package var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The names that lead from a directory to this path; `nil` when it isn't below it, and none when both are the same.
  ///
  /// - Parameter directory: The directory.
  /// - Returns: The names, outermost first.
  package func components(below directory: RawPath) -> [[UInt8]]? {
    guard isAtOrBelow(directory) else { return nil }
    return bytes[directory.bytes.count...].split(separator: Self.slash).map(Array.init)
  }

  /// Whether it is a directory's path, or one of something below.
  ///
  /// - Parameter directory: The directory.
  /// - Returns: Whether it is.
  package func isAtOrBelow(_ directory: RawPath) -> Bool {
    if directory.bytes == [Self.slash] { return bytes.first == Self.slash }
    guard bytes.starts(with: directory.bytes) else { return false }
    return bytes.count == directory.bytes.count || bytes[directory.bytes.count] == Self.slash
  }

  /// As text for people: what is no UTF-8 is repaired, so it may name no file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Gives the path to a system call.
  ///
  /// - Parameter body: Gets the bytes with a NUL.
  /// - Returns: What the body returns.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes.map(CChar.init(bitPattern:)) + [0])
  }
}

extension RawPath: CustomStringConvertible {
  /// The text.
  package var description: String { text }
}
