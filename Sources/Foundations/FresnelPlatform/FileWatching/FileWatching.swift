#if canImport(Glibc)
  import Glibc
#endif

/// Tells what happens below some directories, in batches, while nothing is read and nothing wakes up when nothing
/// happens.
///
/// Each directory below a *tree* has a watch of inotify(7), up to a budget, which leaves most of what the kernel has to
/// other programs. What can't be known singly is told as ``FileChange/rescan(_:)``: all of a tree when the kernel's
/// queue has overflowed, and a directory that gets no watch. ``FileChange`` says how a batch is read.
///
/// A directory is listed after it has its watch, so nothing that is made in it meanwhile is missed. Symbolic links are
/// not followed. That a directory above a tree is renamed, or that something is mounted over a watched directory, isn't
/// seen.
///
/// It is used by one thread.
package final class FileWatching {
  /// What may be chosen.
  package struct Options: Sendable {
    /// The most directories that are watched.
    package var maximumWatchCount = WatchUse.systemAllowance
    /// How long nothing has to happen before a batch ends.
    package var quietTime: Duration = .milliseconds(150)
    /// How long a batch waits for that at most.
    package var longestTime: Duration = .seconds(1)
    /// How long the second half of a move is waited for. The kernel writes both together, but for being interrupted.
    package var pairTime: Duration = .milliseconds(10)
    /// After how many changes a batch ends.
    package var maximumChangeCount = 10_000
    /// Kinds of file systems that aren't watched, as statfs(2) numbers them.
    package var remoteKinds = FileSystem.remoteKinds

    /// Makes the usual choice.
    package init() {}
  }

  /// The top of a tree.
  struct Top {
    let path: RawPath
    /// The directory that has the watch, by device and inode; nothing is there while it is `nil`.
    var identity: FileSystem.Identity?
  }

  /// A move of which only the first half was seen.
  struct Departure {
    let cookie: UInt32
    let origin: WatchTable.Place
    let path: RawPath
    let isDirectory: Bool
    let isExcluded: Bool
    /// Of a directory that is watched.
    let watch: Int32?
    /// Which of the reads of the queue had it.
    let readNumber: Int
    /// When that was.
    let time: ContinuousClock.Instant
    /// Whether something happened in it while its path wasn't known.
    var isStale = false
  }

  let options: Options
  let isExcluded: (RawPath) -> Bool
  private let stop: WakePipe
  var queue: InotifyQueue
  var table = WatchTable()
  var tops: [Top]
  /// By the watch of a directory: the trees whose tops may appear in it or below.
  var arrivals: [Int32: [Int]] = [:]
  var departures: [Departure] = []
  /// Where something was mounted and isn't any more.
  var unmounted: Set<WatchTable.Place> = []
  var list = ChangeList()
  /// How often the queue was read, and when it was last.
  private(set) var lastRead = (number: 0, time: ContinuousClock.now)
  /// Whether the kernel's queue has overflowed, so that all begins again. It stays so where there is no second queue.
  private var mustStartAnew = false

  /// Starts to watch. The first batch has a rescan of each tree that is there.
  ///
  /// - Parameters:
  ///   - trees: Absolute paths of directories, without links; one below another one counts as part of that. A tree that
  ///     isn't there is waited for.
  ///   - options: What may be chosen.
  ///   - stop: Ends ``nextBatch()``.
  ///   - isExcluded: Whether a directory is left out with all below. It is asked before a directory is watched, and for
  ///     the top of no tree. Nothing is told of those left out. Where the answer changes, ``reconsider(_:)`` is called.
  /// - Throws: ``SystemError`` when the person has as many queues as may be.
  package init(
    _ trees: [RawPath], options: Options = Options(), stoppedBy stop: WakePipe,
    isExcluded: @escaping (RawPath) -> Bool = { _ in false }
  ) throws(SystemError) {
    self.options = options
    self.isExcluded = isExcluded
    self.stop = stop
    queue = try InotifyQueue()
    let outermost = Set(trees).filter { tree in
      !trees.contains { $0 != tree && tree.isAtOrBelow($0) }
    }
    tops = outermost.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { Top(path: $0) }
    startAll()
  }

  /// Waits for something to happen, and until it is quiet again.
  ///
  /// - Returns: What happened, never nothing; `nil` when it was stopped.
  /// - Throws: ``SystemError`` where the kernel fails.
  package func nextBatch() throws(SystemError) -> [FileChange]? {
    if mustStartAnew { try beginAgain() }
    while list.isEmpty {
      let ready = try waitForInput(
        on: [queue.descriptor, stop.descriptor],
        timeout: departures.isEmpty ? nil : options.pairTime)
      if ready.contains(stop.descriptor) { return nil }
      try collect()
    }
    return list.take()
  }

  /// Reads what happened until it is quiet, or the batch is long enough.
  private func collect() throws(SystemError) {
    let end = ContinuousClock.now + options.longestTime
    var isQuiet = false
    repeat {
      let events = try queue.read()
      lastRead = (lastRead.number + 1, .now)
      if events.contains(where: { $0.has(Int(IN_Q_OVERFLOW)) }) {
        // What the queue held besides is of watches that are gone with it.
        mustStartAnew = true
        try beginAgain()
        break
      }
      for event in events { handle(event) }
      guard events.isEmpty else { continue }
      isQuiet = try waitForInput(on: [queue.descriptor], timeout: patience(until: end)).isEmpty
    } while !isQuiet && !isFull && lastRead.time < end
    endDepartures(all: isQuiet)
    if isQuiet { table.forgetIncomplete() }
    watchUnmounted()
    useFreeWatches()
  }

  private func beginAgain() throws(SystemError) {
    try startAnew()
    mustStartAnew = false
  }

  /// Whether a batch has as many changes as it should, those included that are known by half.
  private var isFull: Bool {
    list.isFull(at: options.maximumChangeCount - departures.count)
  }

  /// How long nothing has to happen for a batch to end.
  private func patience(until end: ContinuousClock.Instant) -> Duration {
    let patience = min(options.quietTime, max(ContinuousClock.now.duration(to: end), .zero))
    return departures.isEmpty ? patience : max(patience, options.pairTime)
  }

  /// How many directories are watched, and how many are not.
  package var use: WatchUse {
    var counts: [UnwatchedReason: Int] = [:]
    for reason in table.unwatched.values { counts[reason, default: 0] += 1 }
    return WatchUse(
      used: table.count, allowed: options.maximumWatchCount, unwatched: counts)
  }

  /// The directories that have no watch, and why, by path; what is below them isn't watched either.
  package var unwatched: [(path: RawPath, reason: UnwatchedReason)] {
    table.unwatched.compactMap { place, reason in table.path(of: place).map { ($0, reason) } }
      .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  /// Tries again to watch directories that have no watch. The next batch has a rescan of each, whether that succeeded
  /// or not, but for those that are watched under another path.
  package func rescanUnwatched() {
    for (place, reason) in table.unwatched where reason != .twin {
      guard let path = table.path(of: place) else { continue }
      list.append(.rescan(path))
      watch(place)
    }
  }

  /// Asks anew what is left out at a path and below it, and tells a rescan of it.
  ///
  /// - Parameter path: A directory below a tree, or a tree's top.
  package func reconsider(_ path: RawPath) {
    guard let place = place(of: path) else { return }
    if let watch = table.watch(at: place) { drop(watch) }
    if place.parent == WatchTable.Place.top || !isExcluded(path) { watch(place) }
    list.append(.rescan(path))
  }
}
