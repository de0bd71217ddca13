import WebAddresses

/// The pattern of a rule, ready to be compared with paths.
///
/// Pattern and path are compared octet by octet in a form that spellings of one path share: escapes of
/// characters that need none are undone, the digits of the others are capitals, and what has to be escaped is.
struct RobotsPattern: Sendable {
  /// What stands before the first `*`, which a path must begin with.
  let start: [UInt8]
  /// What stands behind each `*`, in its order; only the last one may be empty, and there is none without a `*`.
  let parts: [[UInt8]]
  /// Whether a path must end where the pattern does.
  let isAnchored: Bool
  /// How many octets the pattern has as it is written, with what isn't ASCII escaped: of the patterns that fit a
  /// path the longest decides.
  let length: Int

  /// Reads a pattern as it is written.
  init(_ pattern: some Collection<UInt8>) {
    var text = Array(pattern)
    length = text.reduce(0) { $0 + ($1 < 0x80 ? 1 : 3) }
    isAnchored = text.last == UInt8(ascii: "$")
    if isAnchored { text.removeLast() }
    let pieces = text.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { RobotsPath.normalized($0, escapingOthers: true) }
    start = pieces[0]
    // Several `*` in a row are one; the last part decides at the end even if it is empty.
    var parts = pieces.dropFirst().dropLast().filter { !$0.isEmpty }
    if pieces.count > 1 { parts.append(pieces[pieces.count - 1]) }
    self.parts = parts
  }

  /// Whether the pattern has a `*`.
  var hasWildcard: Bool { !parts.isEmpty }
}
