internal import FresnelModel
internal import SpotlightWire

/// Gathers the hits of one `results` message.
struct ResultsFrame {
  private(set) var hits: [WireHit] = []
  private var byteCount = 0
  /// What a hit takes besides its names and its item, at most.
  private static let hitOverhead = 24
  /// The first message goes early, so that something can be shown.
  static let firstHitCount = 16

  var isEmpty: Bool { hits.isEmpty }

  /// Whether a hit does not fit into the same message any more; one alone always does.
  func isFull(for hit: WireHit, isFirst: Bool) -> Bool {
    if hits.isEmpty { return false }
    if isFirst, hits.count >= Self.firstHitCount { return true }
    return byteCount + Self.byteCount(of: hit) > WireLimits.resultsByteCount
  }

  mutating func append(_ hit: WireHit) {
    hits.append(hit)
    byteCount += Self.byteCount(of: hit)
  }

  /// Takes the hits, and begins the next message.
  mutating func take() -> [WireHit] {
    defer { self = ResultsFrame() }
    return hits
  }

  private static func byteCount(of hit: WireHit) -> Int {
    hitOverhead + hit.scope.app.utf8.count + hit.scope.index.utf8.count + hit.item.byteCount
  }
}
