internal import Dispatch
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ServiceConnection {
  /// How long a process that ends waits for what it handed over.
  private static let lastWait = Duration.seconds(2)

  /// Has this process, when it ends in an orderly way, wait until what it handed over is kept, two seconds at
  /// most, and name on the standard error stream what may not be.
  ///
  /// A program that ends right after a call with a completion handler would otherwise lose the change. So would
  /// one that awaits the call at the top level of `main.swift`: overload resolution takes top-level code for
  /// synchronous, and chooses the method with the handler.
  package func finishAtExit() {
    CurrentProcess.atExit { [self] in
      for sentence in finish(atMost: Self.lastWait) {
        DeveloperNotice.show(sentence, isLast: true)
      }
    }
  }

  /// Waits until all requests made so far are answered, or for some time.
  ///
  /// Does not wait for completion handlers: one of them may be what ends the process.
  ///
  /// - Parameter time: How long to wait at most.
  /// - Returns: A sentence for each index whose changes failed meanwhile, have no answer yet, or belong to a
  ///   batch that was not ended, and one for the history. Empty when everything is kept.
  package func finish(atMost time: Duration) -> [String] {
    let indexes = state.withLock { $0.indexes.values.sorted { $0.name < $1.name } }
    let end = MonotonicClock.nanoseconds.addingClamped(time.clampedNanoseconds)
    // No group: one that is dropped with members still missing ends the process.
    let answered = DispatchSemaphore(value: 0)
    for index in indexes {
      index.line.withLock { $0.isEnding = true }
      index.tell(.success(.done)) { _, _ in answered.signal() }
    }
    let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: time.clampedNanoseconds))
    for _ in indexes where answered.wait(timeout: deadline) == .timedOut { break }
    var sentences = indexes.flatMap(\.unkeptSentences)
    if let history = usedHistory {
      let rest = MonotonicClock.elapsed(from: MonotonicClock.nanoseconds, to: end)
      history.waitForAnswers(atMost: .nanoseconds(Int64(clamping: rest)))
      let count = history.line.withLock { $0.unansweredCount }
      if count > 0 {
        sentences.append(
          "The program ended before \(count == 1 ? "a change" : "\(count) changes") of the app's history "
            + "of activities \(count == 1 ? "was" : "were") kept.")
      }
    }
    return sentences
  }
}

/// Changes of an index that may not be kept when the process ends.
struct UnkeptChanges: Hashable, Sendable {
  private(set) var itemCount = 0
  private(set) var deletionCount = 0
  private(set) var stateCount = 0
  private(set) var replacementCount = 0

  /// Counts operations and the client state that goes with them.
  mutating func add(_ operations: [WireOperation], clientState: [UInt8]? = nil) {
    for operation in operations {
      switch operation {
      case .put(let items): itemCount += items.count
      case .deleteIdentifiers(let names), .deleteDomains(let names): deletionCount += names.count
      case .deleteAll: deletionCount += 1
      }
    }
    if clientState != nil { stateCount += 1 }
  }

  /// Counts what a request changes; requests that only ask count as nothing.
  mutating func add(_ content: IndexRequest.Content) {
    switch content {
    case .apply(let batch), .aside(.apply(let batch), _):
      add(batch.operations, clientState: batch.clientState)
    case .aside(.commitReplace, _): replacementCount += 1
    case .clientState, .describe, .setDelegate, .beginReplacement, .aside: break
    }
  }

  /// What they are, such as `3 items and a client state`; empty when there are none.
  var text: String {
    let parts = [
      (itemCount, "an item", "items"), (deletionCount, "a deletion", "deletions"),
      (stateCount, "a client state", "client states"),
      (replacementCount, "a replacement", "replacements"),
    ].filter { $0.0 > 0 }.map { $0.0 == 1 ? $0.1 : "\($0.0) \($0.2)" }
    guard parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
  }
}

extension IndexHandle {
  /// What of the index may not be kept as the process ends, in sentences.
  fileprivate var unkeptSentences: [String] {
    let place = name.isEmpty ? "the default index" : "the index \"\(name)\""
    let (unanswered, failures) = line.withLock { ($0.unanswered, $0.failuresWhileEnding) }
    var sentences = failures.map { changes, error in
      "The program ended, and \(place) did not take \(changes.text): \(error.message)"
    }
    if !unanswered.text.isEmpty {
      sentences.append(
        "The program ended before \(place) had confirmed \(unanswered.text), which may be lost. Let the "
          + "program wait for the completion handler, or await the call inside an async function.")
    }
    var gathered = UnkeptChanges()
    if let operations = batch.withLock({ $0?.operations }) { gathered.add(operations) }
    if !gathered.text.isEmpty {
      sentences.append(
        "The program ended inside a batch of \(place), so \(gathered.text) of it were not applied. "
          + "End the batch with endBatch(withClientState:).")
    }
    return sentences
  }
}
