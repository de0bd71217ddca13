import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import Synchronization

/// Asks keystroke after keystroke while 5,000 items a second are written in commits of a hundred.
struct ContendedPhase {
  let options: PhaseOptions
  private static let batchesPerSecond = 50

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let keystrokes = try QueryFiles(directory: options.queries).keystrokes(
      ofItems: options.knownItemCount)
    let batches = try encodedBatches(count: options.seconds * Self.batchesPerSecond)
    let measured = try MeasuredStore(options, window: 4)
    // As the command line does while a person types.
    let search = ItemSearch(store: measured.store, freshness: .published)
    for keystroke in keystrokes.prefix(400) { _ = try search.typed(keystroke.typed) }
    let writing = PacedWriting(measured, batches, perSecond: Self.batchesPerSecond)
    var latencies = Latencies()
    var position = 0
    while !writing.isOver, !keystrokes.isEmpty {
      let typed = keystrokes[position % keystrokes.count].typed
      _ = try latencies.measure { try search.typed(typed) }
      position += 1
    }
    try measured.finish()
    measured.store.close()
    return .object([
      JSONMember("keystroke", latencies.summary),
      JSONMember("written_per_s", .rounded(writing.itemsPerSecond, digits: 0)),
    ])
  }

  /// Items of the file under identifiers of their own, so that they are added and replace nothing.
  private func encodedBatches(count: Int) throws -> [[[UInt8]]] {
    var file = try ItemsFile(options.items)
    return try (0..<count).map { _ in
      try file.next(count: DurablePhase.batchCount).map { item in
        var item = item
        item.identifier = "added:" + item.identifier
        return try item.encoded()
      }
    }
  }
}

/// Submits batches at a steady pace on a thread of its own.
private final class PacedWriting: Sendable {
  private let seconds = Mutex<Double?>(nil)
  private let itemCount: Int

  init(_ measured: MeasuredStore, _ batches: [[[UInt8]]], perSecond: Int) {
    itemCount = batches.reduce(0) { $0 + $1.count }
    DispatchQueue.global().async {
      let watch = Stopwatch()
      for (number, batch) in batches.enumerated() {
        let due = Double(number) / Double(perSecond)
        let early = due - watch.seconds
        if early > 0 { Pause.milliseconds(Int(early * 1000)) }
        measured.submit([.put(batch)])
      }
      self.seconds.withLock { $0 = watch.seconds }
    }
  }

  /// Whether the last batch was submitted.
  var isOver: Bool { seconds.withLock { $0 != nil } }

  /// The pace that was kept.
  var itemsPerSecond: Double { seconds.withLock { Double(itemCount) / max($0 ?? .infinity, 1e-3) } }
}
