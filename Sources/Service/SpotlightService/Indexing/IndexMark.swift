internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What says in a store itself that an index of it is private to its app, or which class it was opened with,
/// where no metadata log lasts that could: an index of the core's own, without items, whose client state tells it.
///
/// Who reads the store later, as an embedded store or to take it over, knows by it what to show to nobody else, and
/// where to put it.
enum IndexMark {
  fileprivate static let prefix = "\0index."

  /// The index that is the mark of another.
  fileprivate static func scope(of index: IndexScope) -> IndexScope {
    IndexScope(app: index.app, index: prefix + index.index)
  }
}

extension Snapshot {
  /// What is marked of indexes.
  var marks: [IndexScope: IndexRecord] {
    var marks: [IndexScope: IndexRecord] = [:]
    for mark in knownScopes where mark.index.hasPrefix(IndexMark.prefix) {
      let name = String(mark.index.dropFirst(IndexMark.prefix.count))
      marks[IndexScope(app: mark.app, index: name)] = clientState(of: mark).flatMap {
        IndexRecord($0)
      }
    }
    return marks
  }
}

extension OpenIndexHandle {
  /// Has the store itself tell of the index before the first item comes, where the metadata log does not last; called
  /// on the store's intake queue.
  func makeMark(in store: ClassStore) throws(ServiceError) {
    guard var record = mark, !store.metadataLog.isDurable, !isMarked.load(ordering: .relaxed) else {
      return
    }
    let mark = IndexMark.scope(of: scope)
    let present = try store.openWriter().snapshot(.published).clientState(of: mark)
    if let present = present.flatMap({ IndexRecord($0) }), present.isPrivate {
      record.isPrivate = true
    }
    isMarked.store(true, ordering: .relaxed)
    guard present != record.value else { return }
    // What is put next is durable with it, or after it.
    store.submit(Batch(scope: mark, operations: [], clientState: record.value)) { [self] error in
      if error != nil { isMarked.store(false, ordering: .relaxed) }
    }
  }
}
