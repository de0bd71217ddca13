import FresnelModel
import FresnelSegments
import FresnelStorage

/// Neighbouring segments to be joined into one file, beside the writer.
struct SegmentJoin: Sendable {
  /// What is joined.
  enum Kind: Sendable {
    /// Images, which go to a file.
    case images
    /// Files, which become one.
    case files
  }

  let kind: Kind
  /// The segments as they were when the join began.
  let parts: [IndexSegment]
  /// The number of the new segment.
  let number: UInt64
  /// Items that expire at this time or before are left out.
  let time: Timestamp

  /// Writes the new segment.
  ///
  /// - Throws: ``StorageError``, or `CancellationError`; nothing is left of the file then.
  func run(_ files: SegmentFiles, isCancelled: () -> Bool) throws -> Result {
    do {
      let merge = SegmentMerge(parts, time: time)
      guard
        let merged = try merge.write(to: try files.sink(number), goesOn: { _ in !isCancelled() })
      else { throw CancellationError() }
      if merged.documentCount == 0 { files.remove(.segment(number)) }
      let segment = merged.documentCount == 0 ? nil : try files.open(number)
      return Result(join: self, segment: segment, merged: merged)
    } catch {
      files.remove(.segment(number))
      throw error
    }
  }

  /// A join that is done.
  struct Result: Sendable {
    let join: SegmentJoin
    /// The new segment; `nil` when none of the documents was left.
    let segment: Segment?
    let merged: SegmentMerge.Result

    /// The new segment without what was deleted from its parts, as they are now, since the join
    /// began.
    func joined(present: ArraySlice<IndexSegment>, _ scopes: inout ScopeTable) -> IndexSegment? {
      guard let segment else { return nil }
      var view = SegmentView(segment, scopes: &scopes)
      for (part, now) in present.enumerated() {
        join.parts[part].view.live.forEach { document in
          if !now.view.live[document],
            let number = merged.newNumber(of: UInt32(document), inPart: part)
          {
            _ = view.remove(number)
          }
          return true
        }
      }
      return IndexSegment(
        view, file: .init(number: join.number, writtenLiveCount: segment.documentCount))
    }
  }

  /// Where the parts are among segments; `nil` when they are not there, side by side, any more.
  func position(in segments: [IndexSegment]) -> Range<Int>? {
    guard let first = parts.first,
      let start = segments.firstIndex(where: { $0.segment === first.segment }),
      start + parts.count <= segments.count,
      zip(parts, segments[start...]).allSatisfy({ $0.segment === $1.segment })
    else { return nil }
    return start..<start + parts.count
  }
}

extension SegmentMerge {
  /// A merge of segments that leaves out what expires at a time or before; by default nothing.
  init(_ segments: some Sequence<IndexSegment>, time: Timestamp? = nil) {
    self.init(
      segments.map { Part($0.segment, live: $0.view.live) },
      now: time?.secondsSinceReferenceDate ?? -.infinity)
  }

  /// The joined segment as an image in memory; `nil` when none of the documents was left.
  func image(_ scopes: inout ScopeTable) throws(StorageError) -> IndexSegment? {
    guard let merged = try write(to: .memory()), let source = merged.image,
      merged.documentCount > 0
    else { return nil }
    return IndexSegment(SegmentView(try Segment.open(source), scopes: &scopes))
  }
}
