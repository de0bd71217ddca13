internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import Synchronization

/// The domains that take most of what apps store, which are told to an app that may store no more.
final class LargestDomains: Sendable {
  /// Those of an app, as they were some time ago.
  private struct Known {
    var sizes: [(name: String, byteCount: Int)]
    var time: UInt64
  }
  private let known = Mutex<[String: Known]>([:])
  /// How long they are believed, in nanoseconds.
  private static let time: UInt64 = 60_000_000_000
  private static let count = 3

  /// The largest ones, the largest first. It may read all items of the app.
  func sizes(
    of app: String, _ core: ServiceCore
  ) -> [(name: String, byteCount: Int)] {
    let now = core.options.monotonicClock()
    if let found = known.withLock({ $0[app] }),
      MonotonicClock.elapsed(from: found.time, to: now) < Self.time
    {
      return found.sizes
    }
    var sizes: [String: Int] = [:]
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      snapshot.forEachItem(
        in: .apps([app], except: [.activities(of: app), .engagement(of: app)])
      ) { _, item in
        sizes[item.domainIdentifier ?? "", default: 0] += item.byteCount
        return true
      }
    }
    let largest = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.count).map { (name: $0.key, byteCount: $0.value) }
    known.withLock { $0[app] = Known(sizes: largest, time: now) }
    return largest
  }
}
