import FresnelModel
import FresnelSegments
import FresnelStorage

/// A segment of the index with what the writer knows of it.
struct IndexSegment: Sendable {
  /// What searching needs.
  var view: SegmentView
  /// The segment's file and what the manifest says of it; `nil` of an unlisted segment, whose items are in the journal.
  private(set) var file: File?
  /// The number of an unlisted segment's file, which the manifest does not name yet; `nil` of a segment in memory, and
  /// of one that the manifest lists.
  private(set) var unlistedNumber: UInt64?

  /// A segment's file and what the manifest says of it.
  struct File: Sendable {
    let number: UInt64
    /// The number of the live-document file; 0 when there is none.
    var liveFileNumber: UInt64 = 0
    /// How many documents were not deleted when that was written.
    var writtenLiveCount: Int
    /// Which patches were in it.
    var writtenPatchRevision: UInt64 = 0
  }

  init(_ view: SegmentView, file: File? = nil, unlistedNumber: UInt64? = nil) {
    self.view = view
    self.file = file
    self.unlistedNumber = unlistedNumber
  }

  var segment: Segment { view.segment }
  /// Whether no manifest lists the segment yet: the journal has its items.
  var isUnlisted: Bool { file == nil }
  /// Whether it has no file; such a segment is unlisted.
  var isInMemory: Bool { isUnlisted && unlistedNumber == nil }

  /// The bytes that the segment takes, in memory or in its file.
  var byteCount: UInt64 { segment.source.byteCount }

  /// Whether a file of its own would be better: for an unlisted segment, and for a file of which something was
  /// deleted, patched or has expired.
  func isWorthRewriting(at time: Timestamp) -> Bool {
    isUnlisted || view.live.count < segment.documentCount || !view.patches.isEmpty
      || segment.documents.earliestExpiration <= time.secondsSinceReferenceDate
  }

  /// Deletes what has expired. Memory must not have what the journal has not: were the clock set back,
  /// changes could build on it.
  mutating func removeExpired(at time: Timestamp) throws(StorageError) {
    let now = time.secondsSinceReferenceDate
    guard view.earliestExpiration <= now else { return }
    for document in 0..<UInt32(segment.documentCount) where view.live[Int(document)] {
      if try view.facts(document).expiration <= now { _ = view.remove(document) }
    }
  }

  /// Whether deletions or patches came that no live-document file tells of.
  var hasUnwrittenChanges: Bool {
    file.map {
      $0.writtenLiveCount != view.live.count || $0.writtenPatchRevision != view.patches.revision
    } ?? false
  }

  /// Records that a live-document file with the present deletions and patches is there.
  mutating func recordLiveFile(_ number: UInt64) {
    file?.liveFileNumber = number
    file?.writtenLiveCount = view.live.count
    file?.writtenPatchRevision = view.patches.revision
  }

  /// Records that the manifest will list an unlisted segment; what was deleted and patched meanwhile is unwritten.
  mutating func recordListed() {
    guard let number = unlistedNumber else { return }
    file = File(number: number, writtenLiveCount: segment.documentCount)
    unlistedNumber = nil
  }

  /// The name of the segment's file, whether the manifest names it or not; `nil` of a segment in memory.
  var fileName: SegmentFileName? { (file?.number ?? unlistedNumber).map { .segment($0) } }

  /// What the manifest's list says of the segment; `nil` of an unlisted one.
  var entry: SegmentList.Entry? {
    guard let file else { return nil }
    return SegmentList.Entry(
      number: file.number, byteCount: byteCount, documentCount: UInt32(segment.documentCount),
      liveCount: UInt32(file.writtenLiveCount), liveFileNumber: file.liveFileNumber,
      scopes: segment.scopes.map { .init(scope: $0.scope, documentCount: $0.documentCount) })
  }
}

extension SegmentList {
  /// The list of a state's files.
  init(_ state: IndexState, nextNumber: UInt64) {
    self.init(nextNumber: nextNumber, segments: state.segments.compactMap(\.entry))
  }
}
