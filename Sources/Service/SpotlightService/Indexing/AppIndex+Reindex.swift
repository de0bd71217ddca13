internal import Dispatch
internal import FresnelEngine
internal import FresnelModel

extension AppIndex {
  /// Passes a request to index everything again on to the app.
  ///
  /// The argument is to be called when the app has done so. Returns whether there was anybody to
  /// take the request.
  package typealias ReindexRequest =
    @Sendable (_ acknowledge: @escaping @Sendable () -> Void) -> Bool

  /// Asks the app to index everything again, if its index needs that: it has never been seen in
  /// this store, or items were lost.
  ///
  /// An app is asked once in the life of a process, and again in the next until it acknowledges.
  /// Acknowledging is durable.
  ///
  /// - Parameter request: Called on ``callbacks``, if at all.
  package func requestReindexIfNeeded(_ request: @escaping ReindexRequest) {
    service.perform { [self] in
      // A store that cannot be opened now is asked about again at the app's next start.
      guard
        case .success(let lossCount?) = service.read({
          $0.isReindexDue(of: self.scope) ? $0.lossCount : nil
        }),
        reindexRequest.beginIfIdle()
      else { return }
      callbacks.async { [self] in
        let isTaken = request { [self] in
          service.acknowledgeReindex(of: scope, upTo: lossCount)
        }
        if !isTaken { reindexRequest.cancel() }
      }
    }
  }

}

extension Snapshot {
  /// Whether the owner of an index is to be asked to index everything again.
  fileprivate func isReindexDue(of scope: IndexScope) -> Bool {
    needsReindex(scope) || !scopes().contains { $0.scope == scope }
  }
}
