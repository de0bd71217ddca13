public import Foundation
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire
public import UniformTypeIdentifiers

/// Where an app keeps what can be found of it.
///
/// Every change is durable and searchable once its completion handler was called without an error.
/// Changes of one index apply in the order in which they were made. Two objects of one name are
/// the same index, so a batch begun on one goes on in the other.
///
/// Completion handlers are `@Sendable`. The methods that take one are `@preconcurrency`, so that
/// code from before Swift checked concurrency compiles as it is.
open class CSSearchableIndex: NSObject, @unchecked Sendable {
  // Sendable: both are constant and Sendable themselves; a subclass answers for its own state.
  let index: IndexHandle
  private let observer = DelegateObserver()

  /// What completion handlers are told: nothing, or why the change did not happen.
  public typealias CompletionHandler = @Sendable ((any Error)?) -> Void

  /// Makes the index of a name.
  ///
  /// - Parameter name: The name; the empty name is the default index.
  public init(name: String) {
    index = AppConnection.current.index(named: name)
    super.init()
  }

  /// Makes the index of a name whose items belong to a protection class.
  ///
  /// - Parameters:
  ///   - name: The name; the empty name is the default index.
  ///   - protectionClass: When the items may be read. It is recorded with the index.
  public init(name: String, protectionClass: FileProtectionType?) {
    index = AppConnection.current.index(
      named: name, protection: protectionClass.map { ProtectionClass($0) })
    super.init()
  }

  /// Makes the default index.
  public override init() {
    index = AppConnection.current.index(named: "")
    super.init()
  }

  deinit {
    index.remove(observer)
  }

  /// Whether this device indexes at all.
  open class func isIndexingAvailable() -> Bool { true }

  /// The app's default index, which takes no batches and keeps no client state; always the same
  /// object.
  open class func `default`() -> CSSearchableIndex {
    DefaultIndexes.shared.index(of: AppConnection.current)
  }

  /// The object that is asked to index again; it is not kept alive.
  open weak var indexDelegate: (any CSSearchableIndexDelegate)? {
    get { observer.delegate }
    set { observer.use(newValue, for: self) }
  }

  // MARK: - Changes

  /// Adds items, or replaces those with the same identifiers.
  ///
  /// - Parameters:
  ///   - items: The items, as they are at the time of the call.
  ///   - completionHandler: Called once, with ``CSIndexError/Code/invalidItemError`` when an item
  ///     cannot be stored; none of the items is stored then.
  @preconcurrency open func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: CompletionHandler? = nil
  ) {
    index.apply(Self.change(adding: items), completion: Self.report(to: completionHandler))
  }

  /// Adds items, or replaces those with the same identifiers.
  ///
  /// Inside a batch the call returns once the items are part of the batch.
  nonisolated(nonsending) open func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    try await apply(Self.change(adding: items))
  }

  /// Deletes items by their unique identifiers; unknown ones do no harm.
  @preconcurrency open func deleteSearchableItems(
    withIdentifiers identifiers: [String], completionHandler: CompletionHandler? = nil
  ) {
    index.apply(.success(.deleteItems(identifiers)), completion: Self.report(to: completionHandler))
  }

  /// Deletes items by their unique identifiers; unknown ones do no harm.
  nonisolated(nonsending) open func deleteSearchableItems(
    withIdentifiers identifiers: [String]
  ) async throws {
    try await apply(.success(.deleteItems(identifiers)))
  }

  /// Deletes the items of domains and of the domains below them: `a` takes `a.b` with it.
  @preconcurrency open func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String], completionHandler: CompletionHandler? = nil
  ) {
    index.apply(
      .success(.deleteDomains(domainIdentifiers)), completion: Self.report(to: completionHandler))
  }

  /// Deletes the items of domains and of the domains below them: `a` takes `a.b` with it.
  nonisolated(nonsending) open func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String]
  ) async throws {
    try await apply(.success(.deleteDomains(domainIdentifiers)))
  }

  /// Empties the index.
  @preconcurrency open func deleteAllSearchableItems(completionHandler: CompletionHandler? = nil) {
    index.apply(.success(.deleteAll), completion: Self.report(to: completionHandler))
  }

  /// Empties the index.
  nonisolated(nonsending) open func deleteAllSearchableItems() async throws {
    try await apply(.success(.deleteAll))
  }

  // MARK: - Batches

  /// Starts to gather changes, which apply together when the batch ends.
  ///
  /// Until then no completion handler of theirs is called. The default index takes no batches:
  /// there the call does nothing.
  ///
  /// Very large batches, of more than 64 MiB or a million items and identifiers, are applied in parts.
  /// When one fails half-way the client state is the old one, so go on from there.
  open func beginBatch() {
    index.beginBatch()
  }

  /// Applies the gathered changes together, and with them stores the app's client state.
  ///
  /// - Parameters:
  ///   - clientState: At most 250 bytes that tell the app how far it has come.
  ///   - completionHandler: Called once. After an error the client state is the old one, and nothing of
  ///     the batch was applied; of a very large one a part may be.
  @preconcurrency open func endBatch(
    withClientState clientState: Data, completionHandler: CompletionHandler? = nil
  ) {
    index.endBatch(
      clientState: [UInt8](clientState), condition: .any,
      completion: Self.report(to: completionHandler))
  }

  /// Applies the gathered changes together, and with them stores the app's client state.
  nonisolated(nonsending) open func endBatch(withClientState clientState: Data) async throws {
    try await endBatch([UInt8](clientState), condition: .any)
  }

  /// Ends a batch if the stored client state is the one that the app expects.
  ///
  /// - Parameters:
  ///   - expectedClientState: What ``fetchLastClientState(completionHandler:)`` gave; `nil` when
  ///     there was none.
  ///   - newClientState: At most 250 bytes.
  ///   - completionHandler: Called once, with ``CSIndexError/Code/mismatchedClientState`` when the
  ///     stored state is another; nothing of the batch was applied then, unless the state changed while a
  ///     very large one was.
  @preconcurrency open func endIndexBatch(
    expectedClientState: Data?, newClientState: Data, completionHandler: CompletionHandler? = nil
  ) {
    index.endBatch(
      clientState: [UInt8](newClientState),
      condition: .exactly(expectedClientState.map { [UInt8]($0) }),
      completion: Self.report(to: completionHandler))
  }

  /// Ends a batch if the stored client state is the one that the app expects.
  nonisolated(nonsending) open func endIndexBatch(
    expectedClientState: Data?, newClientState: Data
  ) async throws {
    try await endBatch(
      [UInt8](newClientState), condition: .exactly(expectedClientState.map { [UInt8]($0) }))
  }

  /// Gives the client state of the last batch that was applied; empty data when there was none.
  ///
  /// - Parameter completionHandler: Called once, after the changes made before this call.
  @preconcurrency open func fetchLastClientState(
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    index.fetchClientState { result in
      switch result {
      case .success(let state): completionHandler(state.map { Data($0) }, nil)
      case .failure(let error): completionHandler(nil, CSIndexError(error))
      }
    }
  }

  /// Gives the client state of the last batch that was applied; empty data when there was none.
  nonisolated(nonsending) open func fetchLastClientState() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      index.fetchClientState { result in
        continuation.resume(
          with: result.map { Data($0 ?? []) }.mapError { CSIndexError($0) })
      }
    }
  }

  // MARK: - Data of items

  /// Asks another app for the data of one of its items.
  ///
  /// The person has to have allowed it. An app that keeps its index itself reaches no other app: the
  /// handler gets ``CSIndexError/Code/indexUnavailableError``.
  @preconcurrency open func fetchData(
    forBundleIdentifier bundleIdentifier: String, itemIdentifier: String, contentType: UTType,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    fetch(bundleIdentifier, itemIdentifier, contentType) { result in
      switch result {
      case .success(let data): completionHandler(data, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Asks another app for the data of one of its items.
  nonisolated(nonsending) open func fetchData(
    forBundleIdentifier bundleIdentifier: String, itemIdentifier: String, contentType: UTType
  ) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      fetch(bundleIdentifier, itemIdentifier, contentType) {
        continuation.resume(with: $0.mapError { $0 as any Error })
      }
    }
  }
}

extension CSSearchableIndex {
  /// Asks for data; completes on the index's queue.
  private func fetch(
    _ app: String, _ item: String, _ contentType: UTType,
    _ completion: @escaping @Sendable (Result<Data, CSIndexError>) -> Void
  ) {
    let request = FetchData(app: app, item: item, contentType: contentType.identifier)
    index.fetchData(request) { result in
      completion(
        result.map { Data($0) }.mapError { error in
          guard error.code == .unsupported else { return CSIndexError(error) }
          return CSIndexError(
            .indexUnavailableError, reason: "The app \(app) cannot be reached. \(error.message)")
        })
    }
  }

  private static func change(adding items: [CSSearchableItem]) -> Result<IndexChange, ServiceError>
  {
    CSSearchableItem.models(of: items, indexedAt: Date()).map { .addItems($0) }
  }

  private static func report(
    to handler: CompletionHandler?
  ) -> (@Sendable (ServiceError?) -> Void)? {
    guard let handler else { return nil }
    return { error in handler(error.map { CSIndexError($0) }) }
  }

  private nonisolated(nonsending) func apply(
    _ change: Result<IndexChange, ServiceError>
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      index.apply(change, completesWhenGathered: true) { continuation.resume(reporting: $0) }
    }
  }

  private nonisolated(nonsending) func endBatch(
    _ clientState: [UInt8], condition: ClientStateCondition
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      index.endBatch(clientState: clientState, condition: condition) {
        continuation.resume(reporting: $0)
      }
    }
  }
}

extension CheckedContinuation where T == Void, E == any Error {
  /// Ends a call without a result.
  func resume(reporting error: ServiceError?) {
    if let error { resume(throwing: CSIndexError(error)) } else { resume() }
  }
}
