import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelStorage
import Synchronization

/// The building of segments of items that are durable already, by all threads that need them.
///
/// The items are divided into shares, each of which becomes a segment. A thread that calls ``segments()``
/// takes shares as long as there are any, so it never waits for one that has not begun. Nor does it wait
/// long for one that a thread of the background began: such threads get little of a busy machine, and what one
/// of them does not finish in time is built again. What a thread of ordinary priority began is waited for:
/// building it twice would take from a busy machine what the first thread lacks.
final class SegmentBuild: Sendable {
  /// The indexes of the state that the segments will be added to.
  private let scopes: ScopeTable
  /// The number of the commit that led to that state.
  let commit: UInt64
  /// The items, in the order in which they were put.
  let items: [PendingDocuments.Survivor]
  /// The encoded bytes of the items.
  let byteCount: Int
  /// When the items were taken, in nanoseconds of the monotonic clock.
  let beginning = MonotonicClock.nanoseconds
  private let shares: [Range<Int>]
  /// Where the segments are written at once, each to a file of its own; `nil` when they stay in memory.
  private let target: FileTarget?
  /// Whether no file may be written any more.
  private let isAbandoned = Atomic(false)
  /// The first share that nobody took.
  private let next = Atomic(0)
  private let built: Mutex<[Result<IndexSegment, StorageError>?]>
  /// The shares that threads of the background began.
  private let begunInBackground = Mutex<Set<Int>>([])
  /// Entered once for each share until its segment is built.
  private let unfinished = DispatchGroup()

  /// About as many bytes of items become a segment. Smaller ones cost more for each item, and larger
  /// ones keep all but one thread waiting for the last.
  static let shareByteCount = 1 << 20

  /// Files to write segments to, numbered from a number that no file had.
  struct FileTarget: Sendable {
    let files: SegmentFiles
    let firstNumber: UInt64
  }

  /// Takes items to build segments of; `largestSegmentCount` is the most to make, however large, `nil` sets no
  /// limit. Without a target the segments stay in memory.
  init(
    _ items: [PendingDocuments.Survivor], of scopes: ScopeTable, commit: UInt64 = 0,
    largestSegmentCount: Int? = nil, shareByteCount: Int = SegmentBuild.shareByteCount,
    target: FileTarget? = nil
  ) {
    self.items = items
    self.scopes = scopes
    self.commit = commit
    byteCount = items.reduce(0) { $0 + $1.item.byteCount }
    let shares = Self.shares(
      of: items, shareByteCount: shareByteCount, byteCount: byteCount,
      largestCount: largestSegmentCount ?? .max)
    self.shares = shares
    self.target = target
    built = Mutex(Array(repeating: nil, count: shares.count))
    for _ in shares { unfinished.enter() }
  }

  /// The numbers of the files that segments may be written to.
  var fileNumbers: Range<UInt64> {
    guard let target else { return 0..<0 }
    return target.firstNumber..<target.firstNumber + UInt64(shares.count)
  }

  /// Whether segments are written to files. A share of these is built by one thread, once: another one would write the
  /// same file.
  var writesFiles: Bool { target != nil }

  /// Sees to it that no thread writes a file any more when this returns. What is not built by then never is.
  func abandon() {
    guard writesFiles else { return }
    isAbandoned.store(true, ordering: .sequentiallyConsistent)
    help()
    unfinished.wait()
  }

  /// Whether a segment that was to be a file is in memory, since the file could not be written.
  var hasFailedFiles: Bool {
    guard writesFiles else { return false }
    return built.withLock { built in
      built.contains { result in
        if case .success(let segment)? = result { segment.isInMemory } else { false }
      }
    }
  }

  /// Whether more than one thread can be of use.
  var isDivided: Bool { shares.count > 1 }

  /// Builds what nobody has begun, and waits for nothing else.
  func help(_ priority: Batch.Priority = .foreground) {
    while let share = takeShare(priority) { build(share) }
  }

  /// A share that nobody has begun, to be built by who asks; `nil` when there is none.
  func takeShare(_ priority: Batch.Priority = .foreground) -> Int? {
    // Whoever asks which shares the background has begun does not miss one that was just taken.
    if priority == .background, !writesFiles {
      return begunInBackground.withLock { begun in
        let share = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard share < shares.count else { return nil }
        begun.insert(share)
        return share
      }
    }
    let share = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return share < shares.count ? share : nil
  }

  /// The shares that threads of the background have begun and not finished, in order.
  var unfinishedInBackground: [Int] {
    let begun = begunInBackground.withLock(\.self)
    return built.withLock { built in begun.filter { built[$0] == nil } }.sorted()
  }

  /// Waits until all is built, however long that takes others.
  func waitForOthers() { unfinished.wait() }

  /// Builds what nobody has begun, and what threads of the background do not finish in time, and returns
  /// the segments in order; none where there are no items.
  ///
  /// - Throws: ``StorageError`` when a segment could not be built, to each thread that asks.
  func segments() throws(StorageError) -> [IndexSegment] {
    help()
    if unfinished.wait(timeout: .now() + patience) == .timedOut {
      for share in unfinishedInBackground { build(share) }
      unfinished.wait()
    }
    var segments: [IndexSegment] = []
    for case let result? in built.withLock({ $0 }) { segments.append(try result.get()) }
    return segments
  }

  /// How long to wait for a share that was begun: longer than building it takes a thread that has a
  /// processor to itself. Who waits in vain has waited about twice as long then as without others.
  private var patience: DispatchTimeInterval {
    .microseconds(2000 + byteCount / max(1, shares.count) / Self.slowestBytesPerMicrosecond)
  }

  /// Text of languages without spaces is indexed at about this speed.
  private static let slowestBytesPerMicrosecond = 15

  /// Builds a share, of which the first segment counts.
  func build(_ share: Int) {
    let result = Result { () throws(StorageError) in try segment(ofShare: share) }
    let isFirst = built.withLock { built in
      guard built[share] == nil else { return false }
      built[share] = result
      return true
    }
    if isFirst { unfinished.leave() }
  }

  /// The same, with some threads at work.
  func segments(threadCount: Int) throws(StorageError) -> [IndexSegment] {
    if isDivided {
      for number in 1..<max(1, min(threadCount, shares.count)) {
        DispatchQueue(label: "fresnel.build.\(number)").async { self.help() }
      }
    }
    return try segments()
  }

  private func segment(ofShare share: Int) throws(StorageError) -> IndexSegment {
    if let target {
      if isAbandoned.load(ordering: .sequentiallyConsistent) {
        throw StorageError(.inputOutput, "The build was given up.")
      }
      do throws(StorageError) {
        return try builder(ofShare: share)
          .finish(in: target.files, number: target.firstNumber + UInt64(share))
      } catch {
        // As on a full disk: the items are durable anyway, and memory has room for them.
      }
    }
    return try builder(ofShare: share).finish()
  }

  private func builder(ofShare share: Int) -> IndexSegmentBuilder {
    var builder = IndexSegmentBuilder()
    for item in items[shares[share]] { builder.add(item.item, scope: item.scope, of: scopes) }
    return builder
  }

  /// Ranges of about equally many bytes.
  private static func shares(
    of items: [PendingDocuments.Survivor], shareByteCount: Int, byteCount: Int, largestCount: Int
  ) -> [Range<Int>] {
    if items.isEmpty { return [] }
    let shareCount = max(1, min(byteCount / shareByteCount, largestCount))
    guard shareCount > 1 else { return [items.indices] }
    var shares: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (index, entry) in items.enumerated() {
      sum += entry.item.byteCount
      if sum * shareCount >= byteCount * (shares.count + 1) {
        shares.append(start..<index + 1)
        start = index + 1
      }
    }
    if start < items.count { shares.append(start..<items.count) }
    return shares
  }
}

extension IndexState {
  /// Adds segments of items that came after all that is here.
  mutating func add(_ built: [IndexSegment]) {
    segments += built
    // A file of which nothing is left stays until a merge drops it from the manifest.
    segments.removeAll { $0.isInMemory && $0.view.live.count == 0 }
  }
}
