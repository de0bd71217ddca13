import Dispatch
import FresnelModel
import Synchronization

/// Analyses the items of a journal beside the thread that reads it.
///
/// The reader hands over a portion of items at a time; a worker adds them to one segment, in
/// order. When all is read, what the worker has not begun is divided between it and other threads, so
/// that all cores are busy to the end and the segments still follow the journal's order. An item that
/// a later batch replaces is skipped while the worker has not come to it, and afterwards deleted from
/// the finished segment.
final class ReplayAnalysis {
  private let worker = ReplayWorker()
  /// The first position that was not handed over.
  private var end = 0
  private var handedOverByteCount = 0
  /// Small, so that what is left at the end can be divided evenly.
  private static let portionByteCount = 1 << 18

  deinit {
    worker.cancel()
  }

  /// Hands over the items that came since the last call, once they are worth it.
  func handOver(_ pending: PendingDocuments) {
    guard pending.arrivedByteCount - handedOverByteCount >= Self.portionByteCount else { return }
    handedOverByteCount = pending.arrivedByteCount
    let items = pending.survivors(in: end..<pending.items.count)
    var first = 0
    var byteCount = 0
    for (index, item) in items.enumerated() {
      byteCount += item.item.byteCount
      guard byteCount >= Self.portionByteCount || index == items.count - 1 else { continue }
      worker.add(Array(items[first...index]), startingAt: end)
      first = index + 1
      end = item.position + 1
      byteCount = 0
    }
    end = pending.items.count
  }

  /// The segments of all items, in order.
  func finish(_ pending: PendingDocuments, threadCount: Int) -> [SegmentView] {
    let start = worker.takeBack() ?? end
    let rest = pending.survivors(in: start..<pending.items.count)
    var shares = SegmentBuilder.shares(of: rest, threadCount: threadCount)
    if start > 0, shares.count > 1 {
      worker.add(Array(rest[shares.removeFirst()]), startingAt: start)
    }
    worker.close()
    let segments = SegmentBuilder.build(rest, shares: shares)
    guard start > 0, let analysed = worker.result() else { return segments.map(SegmentView.init) }
    var view = SegmentView(analysed.segment)
    for (document, position) in analysed.positions.enumerated()
    where pending.items[position] == nil {
      view.remove(document)
    }
    return [view] + segments.map(SegmentView.init)
  }
}
