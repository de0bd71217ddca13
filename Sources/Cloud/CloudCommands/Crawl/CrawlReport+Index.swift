internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization

// What is told of the index that a crawl keeps.

extension CrawlReport {
  /// What is known of the index.
  struct IndexState: Sendable {
    /// Its pages after the last update.
    var pageCount = 0
    /// How many times it was brought into step.
    var updateCount = 0
    /// How long the last update took.
    var lastUpdate = Duration.zero
    /// When that ended, in seconds since 1 January 1970.
    var updatedAt: Double = 0
  }

  /// Tells that the index is in step.
  func indexed(_ summary: PublicIndexUpdate.Summary, thatTook time: Duration) {
    state.withLock { state in
      state.index.pageCount = summary.written + summary.unchanged
      state.index.updateCount += 1
      state.index.lastUpdate = time
      state.index.updatedAt = WallClock.secondsSince1970
    }
    if asJSON {
      write([
        "event": .string("indexed"), "written": .whole(summary.written),
        "removed": .whole(summary.removed), "unchanged": .whole(summary.unchanged),
        "unreadable": .whole(summary.unreadable),
        "seconds": .double((time.inSeconds * 1000).rounded() / 1000),
      ])
    } else if summary.written + summary.removed > 0 {
      say(
        """
        index: \(formatted(count: summary.written)) written, \(formatted(count: summary.removed)) \
        removed, \(formatted(count: summary.unchanged)) as before, in \(formatted(seconds: time.inSeconds))
        """)
    }
  }

  /// Tells that something of the index was damaged.
  func foundDamage(_ count: Int) {
    if asJSON {
      write(["event": .string("damaged"), "places": .whole(count)])
    } else {
      say(
        "index: it was damaged at \(counted(count, "place")); what was lost is written anew from what the crawl keeps"
      )
    }
  }

  /// Tells that the index is being rewritten, which may take a while.
  func compacting(_ compaction: IndexCompaction) {
    guard !asJSON else { return }
    say(
      "index: rewriting \(counted(compaction.segmentCount, "segment")) of "
        + "\(counted(compaction.pageCount, "page")) as one")
  }

  /// Tells that the index was rewritten.
  func compacted(_ compaction: IndexCompaction, thatTook time: Duration) {
    if asJSON {
      write([
        "event": .string("compacted"), "segments": .whole(compaction.segmentCount),
        "pages": .whole(compaction.pageCount),
        "seconds": .double((time.inSeconds * 1000).rounded() / 1000),
      ])
    } else {
      say("index: rewritten in \(formatted(seconds: time.inSeconds))")
    }
  }

  /// Tells that rewriting the index was left to the next crawl.
  func leftCompaction() {
    say("the index is left in several segments, since the crawl is to end")
  }

  /// Tells why the index could not be rewritten, and stays as it is.
  func couldNotCompact(_ reason: String) {
    say("the index can't be rewritten as one segment: \(reason)")
  }
}

extension Duration {
  /// The time in seconds.
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
