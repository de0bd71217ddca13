package import Dispatch
internal import FresnelModel
package import SpotlightWire
internal import Synchronization

/// One index of this app: gathers batches, keeps changes in order, reports back.
///
/// There is one object per index and connection, whoever asks for it. Completions run on
/// ``callbacks``, one at a time, each exactly once. Those of changes and of questions about the index come
/// in the order of the calls, also where a call fails without the service being asked.
package final class IndexHandle: Sendable {
  /// Told that a change is durable and searchable, or why it did not happen.
  package typealias Completion = @Sendable (ServiceError?) -> Void

  /// The name of the index; empty for the default index.
  package let name: String
  /// The queue of every callback of the index.
  package let callbacks: DispatchQueue

  /// Whose index it is; empty for this app's own.
  let app: String
  let connection: ServiceConnection
  let line = Mutex(RequestLine())
  let settings = Mutex(Settings())
  let batch = Mutex<PendingBatch?>(nil)

  /// How the index is opened.
  struct Settings: Sendable {
    var protection: ProtectionClass?
    var isPrivate = false
    /// Who answers the service, the one that came last at the end.
    var targets: [any CallbackTarget] = []
    /// What they answer.
    var methods: DelegateMethods = []
  }

  init(_ connection: ServiceConnection, _ scope: IndexScope) {
    self.connection = connection
    app = scope.app
    name = scope.index
    callbacks = DispatchQueue(label: "fresnel.index.callbacks")
  }

  /// Whether this is the app's default index, which takes no batches and keeps no client state.
  package var isDefault: Bool { name.isEmpty }

  /// Has the index opened with a class, or as a private one.
  package func use(protection: ProtectionClass?, isPrivate: Bool) {
    let isNew = settings.withLock { settings in
      let isNew =
        (protection != nil && protection != settings.protection)
        || (isPrivate && !settings.isPrivate)
      settings.protection = protection ?? settings.protection
      settings.isPrivate = isPrivate || settings.isPrivate
      return isNew
    }
    if isNew { reopen() }
  }

  // MARK: - Changes

  /// Makes a change, or adds it to the batch.
  ///
  /// - Parameters:
  ///   - change: The change; a failure stands for one that could not be put together.
  ///   - completesWhenGathered: Whether a change inside a batch completes once it is part of the
  ///     batch, rather than when the batch ends.
  ///   - completion: Called once. A failure that nobody is told of is written to the standard error stream.
  package func apply(
    _ change: Result<IndexChange, ServiceError>, completesWhenGathered: Bool = false,
    completion: Completion?
  ) {
    let completions = completion.map { [$0] } ?? []
    let operation = Self.operation(of: change)
    let isInBatch = batch.withLock { pending in
      guard pending != nil else { return false }
      switch operation {
      case .failure(let error): if pending?.fault == nil { pending?.fault = error }
      case .success(let operation):
        pending?.operations.append(operation)
        if !completesWhenGathered { pending?.completions += completions }
      }
      return true
    }
    switch operation {
    case .failure(let error): settle(completions, with: error)
    case .success(let operation) where !isInBatch:
      submit(ApplyBatch(handle: 0, operations: [operation]), completions: completions)
    case .success: if completesWhenGathered { settle(completions, with: nil) }
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
    clientState: [UInt8], condition: ClientStateCondition, completion: Completion?
  ) {
    let pending = batch.withLock { pending in
      let taken = pending ?? PendingBatch()
      pending = nil
      return taken
    }
    let completions = pending.completions + (completion.map { [$0] } ?? [])
    if let fault = pending.fault ?? self.fault(of: clientState) {
      return settle(completions, with: fault)
    }
    submit(
      ApplyBatch(
        handle: 0, expected: condition.expectation, clientState: clientState,
        operations: pending.operations),
      completions: completions)
  }

  // MARK: - What is stored

  /// Gives the client state as the changes made before this call leave it; `nil` when there never
  /// was one.
  package func fetchClientState(
    completion: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
  ) {
    if isDefault {
      return tell(.failure(ClientStateLimits.noState)) { [callbacks] _, _ in
        callbacks.async { completion(.failure(ClientStateLimits.noState)) }
      }
    }
    fetchAnyClientState(completion: completion)
  }

  /// Tells what the index holds, as the changes made before this call leave it.
  ///
  /// - Parameters:
  ///   - withDigest: Whether to compute a digest of all items, which takes time in proportion to them.
  ///   - completion: Called once.
  package func describe(
    withDigest: Bool,
    completion: @escaping @Sendable (Result<IndexDescription, ServiceError>) -> Void
  ) {
    send(.describe(withDigest: withDigest)) { [callbacks] answer, _ in
      let description = answer.flatMap { message in
        if case .description(let description) = message { return .success(description) }
        return .failure(.unexpected(message))
      }
      callbacks.async { completion(description) }
    }
  }

  /// Asks another app for the data of one of its items.
  ///
  /// - Parameters:
  ///   - request: Which data.
  ///   - completion: Called once.
  package func fetchData(
    _ request: FetchData,
    completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) {
    connection.fetchData(request) { [callbacks] result in
      // The data may be in a file, which is read here already.
      callbacks.async { completion(result) }
    }
  }

  // MARK: - Inside

  /// Why a client state cannot be stored; `nil` when it can.
  func fault(of clientState: [UInt8]) -> ServiceError? {
    if isDefault { return ClientStateLimits.noState }
    do throws(ServiceError) {
      try ClientStateLimits.check(clientState, of: app)
      return nil
    } catch {
      return error
    }
  }

  static func operation(
    of change: Result<IndexChange, ServiceError>
  ) -> Result<WireOperation, ServiceError> {
    do throws(ServiceError) {
      return .success(try change.get().operation())
    } catch {
      return .failure(error)
    }
  }

  private func submit(_ batch: ApplyBatch, completions: [Completion]) {
    let parts = batch.parts(within: connection.connecting.batchLimits)
    let deletion = deleteActivities(with: batch)
    send(.apply(parts[0]), followedBy: parts.dropFirst().map { .apply($0) }) { [self] answer, _ in
      report(answer.error, after: deletion, to: completions)
    }
  }

  /// Tells what became of calls, now that all before them were told.
  func report(_ error: ServiceError?, to completions: [Completion]) {
    if let error, completions.isEmpty {
      return DeveloperNotice.show("A change was not made: \(error.message)")
    }
    callbacks.async {
      for completion in completions { completion(error) }
    }
  }

  /// Tells what became of calls for which nobody is asked, after those before them.
  func settle(_ completions: [Completion], with error: ServiceError?) {
    tell(error.map { .failure($0) } ?? .success(.done)) { [self] answer, _ in
      report(answer.error, to: completions)
    }
  }
}

extension Result where Success == DaemonMessage, Failure == ServiceError {
  /// Why a request was not done; `nil` when it was.
  var error: ServiceError? {
    switch self {
    case .success(.done): nil
    case .success(let message): .unexpected(message)
    case .failure(let error): error
    }
  }
}

extension ServiceError {
  /// An answer that does not belong to its request.
  static func unexpected(_ message: DaemonMessage) -> ServiceError {
    ServiceError(.unavailable, "The index answered with \(message.kind), which was not asked for.")
  }
}
