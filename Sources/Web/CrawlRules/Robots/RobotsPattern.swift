import WebAddresses

/// The pattern of a rule, ready to be compared with paths.
///
/// Pattern and path are compared octet by octet in a form that spellings of one path share: escapes of
/// characters that need none are undone, the digits of the others are capitals, and what has to be escaped is.
struct RobotsPattern: Sendable {
  /// What stands before the first `*`, which a path must begin with.
  private let start: [UInt8]
  /// What stands behind each `*`, in its order.
  private let pieces: [RobotsPiece]
  /// Whether a path must end where the pattern does.
  private let isAnchored: Bool
  /// How many octets the pattern has as it is written, with what isn't ASCII escaped: of the patterns that fit a
  /// path the longest decides.
  let length: Int

  /// Reads a pattern as it is written.
  init(_ pattern: some Collection<UInt8>) {
    var text = Array(pattern)
    length = text.reduce(0) { $0 + ($1 < 0x80 ? 1 : 3) }
    isAnchored = text.last == UInt8(ascii: "$")
    if isAnchored { text.removeLast() }
    let parts = text.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { RobotsPath.normalized($0, escapingOthers: true) }
    start = parts[0]
    // Several `*` in a row are one; the last part decides at the end even if it is empty.
    var pieces = parts.dropFirst().dropLast().filter { !$0.isEmpty }
    if parts.count > 1 { pieces.append(parts[parts.count - 1]) }
    self.pieces = pieces.map(RobotsPiece.init)
  }

  /// Whether the pattern fits a path.
  ///
  /// - Complexity: O(*p* + *b*) in the bytes of the path and of the pattern: each piece is taken where it stands
  ///   first, and nothing is tried twice.
  func fits(_ path: RobotsPath) -> Bool {
    let bytes = path.bytes
    guard bytes.starts(with: start) else { return false }
    guard let last = pieces.last else { return !isAnchored || bytes.count == start.count }
    var index = start.count
    for piece in pieces.dropLast() {
      guard let end = piece.end(in: bytes, from: index) else { return false }
      index = end
    }
    if isAnchored {
      return bytes.count - index >= last.bytes.count
        && bytes.suffix(last.bytes.count).elementsEqual(last.bytes)
    }
    return last.end(in: bytes, from: index) != nil
  }
}

/// A part of a pattern that may stand anywhere, with what is needed to look for it in one pass.
struct RobotsPiece: Sendable {
  /// The part.
  let bytes: [UInt8]
  /// For each beginning of the part, how much of its end is also a beginning (Knuth, Morris and Pratt).
  private let borders: [Int32]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var borders: [Int32] = []
    borders.reserveCapacity(bytes.count)
    var matched = 0
    for index in bytes.indices {
      if index > 0 {
        while matched > 0, bytes[index] != bytes[matched] { matched = Int(borders[matched - 1]) }
        if bytes[index] == bytes[matched] { matched += 1 }
      }
      borders.append(Int32(matched))
    }
    self.borders = borders
  }

  /// The end of the first place where the part stands, looked for from an index on.
  func end(in text: [UInt8], from start: Int) -> Int? {
    if bytes.isEmpty { return start }
    var matched = 0
    for index in start..<text.count {
      while matched > 0, text[index] != bytes[matched] { matched = Int(borders[matched - 1]) }
      if text[index] == bytes[matched] { matched += 1 }
      if matched == bytes.count { return index + 1 }
    }
    return nil
  }
}
