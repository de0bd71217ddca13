package import SpotlightWire
package import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import Synchronization

/// One index of one app: gathers batches, keeps changes in order, reports back.
///
/// There is one object per index in a process, whoever asks for it. Completions run on
/// ``callbacks``, one at a time, each exactly once.
package final class AppIndex: Sendable {
  /// Told that a change is durable and searchable, or why it did not happen.
  package typealias Completion = @Sendable (ServiceError?) -> Void

  /// The app that owns the index.
  package let app: AppIdentity
  /// The name of the index; empty for the default index.
  package let name: String
  /// The queue of every callback of the index.
  package let callbacks: DispatchQueue

  let service: IndexService
  let scope: IndexScope
  let reindexRequest = ReindexState()
  private let protection = Mutex<String?>(nil)
  private let batch = Mutex<PendingBatch?>(nil)
  /// Empty once what was submitted since the last look at the client state, and all before it, is
  /// finished.
  private let unfinished = Mutex(DispatchGroup())

  init(service: IndexService, app: AppIdentity, name: String) {
    self.service = service
    self.app = app
    self.name = name
    scope = IndexScope(app: app.identifier, index: name)
    callbacks = DispatchQueue(label: "fresnel.index.callbacks")
  }

  /// Whether this is the app's default index, which takes no batches and keeps no client state.
  package var isDefault: Bool { name.isEmpty }

  /// When the items may be read, by the name of a file protection class; `nil` for the default.
  package internal(set) var protectionClass: String? {
    get { protection.withLock { $0 } }
    set { protection.withLock { $0 = newValue } }
  }

  /// Makes a change, or adds it to the batch.
  ///
  /// - Parameters:
  ///   - change: The change; a failure stands for one that could not be put together.
  ///   - completesWhenGathered: Whether a change inside a batch completes once it is part of the
  ///     batch, rather than when the batch ends.
  ///   - completion: Called once.
  package func apply(
    _ change: Result<IndexChange, ServiceError>, completesWhenGathered: Bool = false,
    completion: @escaping Completion
  ) {
    let operation = Self.operation(of: change)
    let isGathered = batch.withLock { pending in
      guard pending != nil else { return false }
      switch operation {
      case .failure(let error):
        if pending?.fault == nil { pending?.fault = error }
        report(error, to: [completion])
      case .success(let operation):
        pending?.operations.append(operation)
        if completesWhenGathered {
          report(nil, to: [completion])
        } else {
          pending?.completions.append(completion)
        }
      }
      return true
    }
    guard !isGathered else { return }
    switch operation {
    case .failure(let error): report(error, to: [completion])
    case .success(let operation):
      submit(Batch(scope: scope, operations: [operation]), completions: [completion])
    }
  }

  /// Starts to gather changes. Does nothing on the default index or inside a batch.
  package func beginBatch() {
    guard !isDefault else { return }
    batch.withLock { pending in
      if pending == nil { pending = PendingBatch() }
    }
  }

  /// Applies what was gathered, together with a client state.
  ///
  /// Without a batch begun, only the client state is stored.
  package func endBatch(
    clientState: [UInt8], condition: ClientStateCondition, completion: @escaping Completion
  ) {
    let pending = batch.withLock { pending in
      let taken = pending ?? PendingBatch()
      pending = nil
      return taken
    }
    let completions = pending.completions + [completion]
    if let fault = pending.fault ?? self.fault(of: clientState) {
      return report(fault, to: completions)
    }
    submit(
      Batch(
        scope: scope, operations: pending.operations, clientState: clientState,
        expectedClientState: condition.expected),
      completions: completions)
  }

  /// Gives the client state as the changes made before this call leave it; `nil` when there never
  /// was one.
  package func fetchClientState(
    completion: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
  ) {
    if isDefault {
      let error = Self.noClientState
      return callbacks.async { completion(.failure(error)) }
    }
    let scope = self.scope
    let service = self.service
    // Changes made from here on join another group, so that a busy app cannot put this off for ever.
    let earlier = unfinished.withLock { current in
      let group = current
      let next = DispatchGroup()
      next.enter()
      group.notify(queue: callbacks) { next.leave() }
      current = next
      return group
    }
    earlier.notify(queue: callbacks) {
      completion(service.read { $0.clientState(of: scope) })
    }
  }

  // MARK: - Inside

  private static let noClientState = ServiceError(
    .invalidClientState,
    "The default index takes no batches and keeps no client state; make an index with a name.")

  private func fault(of clientState: [UInt8]) -> ServiceError? {
    if isDefault { return Self.noClientState }
    guard clientState.count > ClientStateLimits.byteCount else { return nil }
    return ServiceError(
      .invalidClientState,
      "The client state is \(clientState.count) bytes long; the limit is "
        + "\(ClientStateLimits.byteCount).")
  }

  private static func operation(
    of change: Result<IndexChange, ServiceError>
  ) -> Result<Operation, ServiceError> {
    do throws(ServiceError) {
      return .success(try change.get().operation())
    } catch {
      return .failure(error)
    }
  }

  private func submit(_ batch: Batch, completions: [Completion]) {
    let group = unfinished.withLock { group in
      group.enter()
      return group
    }
    service.submit(batch) { error in
      self.report(error, to: completions)
      group.leave()
    }
  }

  private func report(_ error: ServiceError?, to completions: [Completion]) {
    callbacks.async {
      for completion in completions { completion(error) }
    }
  }
}
