import FresnelModel

/// The segments that make up a store, as the manifest's content names them.
///
/// It repeats of each segment what is needed to say what is lost when the segment's file is.
struct SegmentList: Hashable, Sendable {
  /// The number that the next segment gets; no segment has had it or a higher one.
  var nextNumber: UInt64 = 1
  /// The segments, in the order in which the store looks at them.
  var segments: [Entry] = []

  /// One segment.
  struct Entry: Hashable, Sendable {
    /// The segment's number, from 1, which its file's name tells.
    var number: UInt64
    /// The length of its file.
    var byteCount: UInt64
    /// Its documents, deleted ones included.
    var documentCount: UInt32
    /// Those that were not deleted when the list was written.
    var liveCount: UInt32
    /// The number of the file that tells which those are; 0 when all are.
    var liveFileNumber: UInt64
    /// The indexes that the documents belong to.
    var scopes: [ScopeCount]

    /// The name of the segment's file.
    var fileName: SegmentFileName { .segment(number) }

    /// The name of the file that tells which documents are not deleted; `nil` when all are there.
    var liveFileName: SegmentFileName? {
      liveFileNumber == 0 ? nil : .live(segment: number, number: liveFileNumber)
    }
  }

  /// An index and how many documents of a segment belong to it.
  struct ScopeCount: Hashable, Sendable {
    var scope: IndexScope
    /// At least 1; deleted documents included.
    var documentCount: UInt32
  }

  /// The names of all files that the list names.
  var fileNames: Set<SegmentFileName> {
    var names: Set<SegmentFileName> = []
    for segment in segments {
      names.insert(segment.fileName)
      if let name = segment.liveFileName { names.insert(name) }
    }
    return names
  }
}
