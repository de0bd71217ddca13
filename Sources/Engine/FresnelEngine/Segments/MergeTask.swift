import FresnelModel
import FresnelSegments
import FresnelStorage

/// Neighbouring segments to be merged into one, beside the writer.
struct MergeTask: Sendable {
  /// What is merged.
  enum Kind: CaseIterable, Sendable {
    /// Small in-memory segments, which become one in memory.
    case inMemory
    /// In-memory segments, which go to a file.
    case flush
    /// Files, which become one.
    case files
  }

  let kind: Kind
  /// The segments as they were when the merge began.
  let parts: [IndexSegment]
  /// The number of the new segment's file; 0 in memory.
  let number: UInt64
  /// Items that expire at this time or before are left out of a file.
  let time: Timestamp
  /// Whether in-memory segments go to a file because more came than memory has room for: others follow, and are merged
  /// with it.
  var isTransient = false
  /// The damage for which the one part is written anew; `nil` of other merges.
  var mend: StorageError?

  /// Writes the new segment.
  ///
  /// - Returns: The segment. Where no document was left, the file is to be removed by the caller.
  /// - Throws: ``StorageError``, `CancellationError` or ``MendRefusal``; what is left of the file is to be removed by
  ///   the caller, who knows whether it is the store's.
  func run(_ files: SegmentFiles, isCancelled: () -> Bool) throws -> Result {
    if kind == .inMemory { return try mergeInMemory() }
    if mend != nil { try examineParts(files, isCancelled) }
    if parts.allSatisfy({ $0.view.live.count == 0 }) {
      return Result(task: self, segment: nil, merged: .empty(parts.map(\.segment)))
    }
    let merge = SegmentMerge(
      parts, time: time, isTransient: isTransient, itemBlockByteCount: files.itemBlockByteCount)
    guard
      let merged = try merge.write(to: try files.sink(number), goesOn: { _ in !isCancelled() })
    else { throw CancellationError() }
    let segment = merged.documentCount == 0 ? nil : try files.openWritten(number)
    return Result(task: self, segment: segment, merged: merged)
  }

  /// Reads the files whole that are to be written anew.
  private func examineParts(_ files: SegmentFiles, _ isCancelled: () -> Bool) throws {
    for part in parts {
      switch try files.condition(of: part, goesOn: { !isCancelled() }) {
      case .readable: break
      case .sound: throw MendRefusal.needless
      case .lost(let error): throw MendRefusal.lost(error)
      case nil: throw CancellationError()
      }
    }
  }

  private func mergeInMemory() throws -> Result {
    guard let merged = try SegmentMerge(parts).write(to: .memory()), let image = merged.image else {
      throw CancellationError()
    }
    return Result(
      task: self, segment: merged.documentCount == 0 ? nil : try Segment.open(image),
      merged: merged)
  }

  /// A merge that is done.
  struct Result: Sendable {
    let task: MergeTask
    /// The new segment; `nil` when none of the documents was left.
    let segment: Segment?
    let merged: SegmentMerge.Result

    /// The new segment without what was deleted from its parts, as they are now, since the merge
    /// began, and with the patches that came since. A part that is gone is one of which everything was
    /// deleted. What the parts lacked when the merge began is not there, whether they have it here or not.
    ///
    /// - Throws: ``OutdatedMerge``, or ``StorageError`` when an item can't be read.
    func mergedSegment(
      present: some Sequence<IndexSegment>, _ scopes: inout ScopeTable
    ) throws -> IndexSegment? {
      var view = segment.map { SegmentView($0, scopes: &scopes) }
      for (part, before) in task.parts.enumerated() {
        let now = present.first { $0.segment === before.segment }
        before.view.live.forEach { document in
          if !(now?.view.live[document] ?? false),
            let number = merged.newNumber(of: UInt32(document), inPart: part)
          {
            _ = view?.remove(number)
          }
          return true
        }
        // Revisions tell nothing here: the states that name a merged segment count on apart. And a state that is
        // older than the merge still has what expired, and was deleted when a journal was begun.
        try now?.view.patches.forEach { document, patch in
          guard before.view.live[Int(document)], before.view.patches[document] != patch else {
            return
          }
          // What had expired when the merge began can be patched later if the clock was set back.
          guard let number = merged.newNumber(of: document, inPart: part) else {
            throw OutdatedMerge()
          }
          view?.patch(number, try before.view.patch(patch, sinceMergeOf: document))
        }
      }
      return view.map { view in
        if task.kind == .inMemory { return IndexSegment(view) }
        return IndexSegment(
          view, file: .init(number: task.number, writtenLiveCount: view.segment.documentCount))
      }
    }
  }

  /// Where the parts are among segments; `nil` when none is there any more.
  ///
  /// Some may be gone since the merge began: in-memory segments of which everything was deleted, and files that
  /// turned out to be damaged.
  func position(in segments: [IndexSegment]) -> Range<Int>? {
    let isPart = { (segment: IndexSegment) in
      parts.contains { $0.segment === segment.segment }
    }
    guard let first = segments.firstIndex(where: isPart),
      let last = segments.lastIndex(where: isPart),
      segments[first...last].allSatisfy(isPart)
    else { return nil }
    return first..<last + 1
  }
}

/// Why a damaged file is not written anew.
enum MendRefusal: Error {
  /// Nothing of it is damaged any more.
  case needless
  /// Something of it can't be read.
  case lost(StorageError)
}

/// Why a merge is given up: a document that it left out as expired was patched since.
struct OutdatedMerge: Error {}

extension SegmentView {
  /// What a later patch of a document changes of the item that a merge of this view has written.
  fileprivate func patch(
    _ patch: DocumentPatch, sinceMergeOf document: UInt32
  ) throws -> DocumentPatch {
    // A merge writes what earlier patches changed, which this one may have undone.
    guard let earlier = patches[document], earlier.changes != nil else { return patch }
    let documents = segment.documents
    let item = try documents.item(document)
    guard
      let patch = DocumentPatch(
        from: try documents.item(item, with: earlier), to: try documents.item(item, with: patch),
        isKnownToFit: true)
    else { throw OutdatedMerge() }
    return patch
  }
}

extension SegmentMerge {
  /// A merge of segments that leaves out what expires at a time or before; by default nothing.
  init(
    _ segments: some Sequence<IndexSegment>, time: Timestamp? = nil, isTransient: Bool = false,
    itemBlockByteCount: Int? = nil
  ) {
    self.init(
      segments.map { Part($0.segment, live: $0.view.live, patches: $0.view.patches) },
      now: time?.secondsSinceReferenceDate ?? -.infinity, isTransient: isTransient,
      itemBlockByteCount: itemBlockByteCount)
  }

  /// The merged segment, in memory; `nil` when none of the documents was left.
  func inMemorySegment(_ scopes: inout ScopeTable) throws(StorageError) -> IndexSegment? {
    guard let merged = try write(to: .memory()), let source = merged.image,
      merged.documentCount > 0
    else { return nil }
    return IndexSegment(SegmentView(try Segment.open(source), scopes: &scopes))
  }
}

extension IndexState {
  /// Puts a merged segment in the place of those of its parts that are here; without any of them nothing
  /// is changed.
  ///
  /// Segments between the parts are of no more use: everything in them was deleted before the merge began,
  /// by commits that this state does not show yet.
  ///
  /// - Throws: ``OutdatedMerge``, or ``StorageError`` when an item can't be read.
  mutating func replaceParts(of result: MergeTask.Result) throws {
    let isPart = { (segment: IndexSegment) in
      result.task.parts.contains { $0.segment === segment.segment }
    }
    guard let first = segments.firstIndex(where: isPart) else { return }
    let merged = try result.mergedSegment(present: segments.filter(isPart), &scopes)
    segments.removeAll(where: isPart)
    if let merged { segments.insert(merged, at: first) }
  }
}
