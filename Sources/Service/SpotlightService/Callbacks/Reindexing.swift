internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Asks apps to index again what is missing, until they have done so.
///
/// An index is due as a whole when the store has never seen it, when items of it may be lost, or when the
/// metadata log says that its app was asked and has not acknowledged. It is asked for over a connection of the app
/// that takes the request for this index, or else of the app's extension; otherwise it stays owed. Only the
/// answer of the one that was asked counts.
///
/// A connection is asked for a whole index once for each time that it is found due, and for items until it
/// refuses. It counts as a new one when it opens the index or says anew what it takes; and all do when more was
/// lost, or when somebody who looks after the service wants them asked.
final class Reindexing: Sendable {
  /// What an index is asked for.
  private struct PendingReindex: Sendable {
    /// The whole index, with the loss count at the time when it was found due; or else some items.
    var all: (lossCount: UInt64, reason: String)?
    /// Identifiers of items, in the order in which they came up.
    var items: [String] = []
    /// Whether somebody is being asked, or the extension is on its way.
    var isAsked = false
    /// The connections that were asked for the whole index since it was last found due; and ``Reindexing``
    /// itself, which stands for the app's extension, as long as that has not done what it was asked last.
    var asked: Set<ObjectIdentifier> = []
    /// The connections that did not do what they were asked for items.
    var refused: Set<ObjectIdentifier> = []

    var isEmpty: Bool { all == nil && items.isEmpty }

    /// Whether there is nothing to be kept in mind of it.
    var isOver: Bool { isEmpty && !isAsked && asked.isEmpty }

    /// Takes no note any more of what a connection was asked.
    mutating func forget(_ session: Session) {
      asked.remove(ObjectIdentifier(session))
      refused.remove(ObjectIdentifier(session))
    }
  }
  private let pending = Mutex<[IndexScope: PendingReindex]>([:])
  /// Items that were asked for because they expire: once in the life of a process.
  private let expiring = Mutex<Set<ExpiringItem>>([])
  /// More than this many are not kept in mind, and may be asked for again.
  private static let expiringLimit = 100_000
  /// Items are asked for in requests of so many.
  private static let itemsPerRequest = 500
  /// An item is asked for when it expires within this time, in seconds.
  static let renewalTime = 24.0 * 60 * 60

  private struct ExpiringItem: Hashable {
    let scope: IndexScope
    let identifier: String
    let expiration: Timestamp?
  }

  private let stores: [ClassStore]
  private let sessions: SessionTable
  private let host: any ServiceHost

  init(stores: [ClassStore], sessions: SessionTable, host: any ServiceHost) {
    self.stores = stores
    self.sessions = sessions
    self.host = host
  }

  // MARK: - What is due

  /// A client opened an index, or takes other requests for it from now on: what is due is asked for.
  func handleTakes(_ handle: OpenIndexHandle, of session: Session) {
    guard let store = handle.store else { return }
    // One that did not do it before may be able to now.
    pending.withLock { $0[handle.scope]?.forget(session) }
    if handle.methods.isDisjoint(with: [.reindexAll, .reindexItems]), !host.startsExtensions {
      return
    }
    store.perform { [self] in find(handle.scope, in: store, isOpen: true) }
  }

  /// A client is gone: whoever comes is asked for what it was asked for.
  func sessionEnded(_ session: Session) {
    pending.withLock { pending in
      for scope in pending.keys where scope.app == session.peer.app.identifier {
        pending[scope]?.forget(session)
        if pending[scope]?.isOver == true { pending[scope] = nil }
      }
    }
  }

  /// Looks at all indexes that the stores and their metadata logs know.
  func findAll() {
    for store in stores {
      store.perform { [self] in
        guard let snapshot = try? store.snapshot() else { return }
        var scopes = Set(snapshot.knownScopes)
        for key in store.metadataLog.state[.owedCallbacks].keys {
          if let scope = OwedCallback.scope(ofKey: key) { scopes.insert(scope) }
        }
        for scope in scopes where !ScopeName.isInternal(scope) {
          find(scope, in: store, isOpen: false)
        }
      }
    }
  }

  /// Looks at all indexes, of an app or of all, and asks also those that were asked before.
  func askAgain(_ app: String?) {
    pending.withLock { pending in
      for scope in pending.keys where app == nil || scope.app == app { pending[scope]?.asked = [] }
    }
    findAll()
  }

  /// Finds out what is due of an index; called on the store's intake queue. One that no client has opened is
  /// not new.
  private func find(_ scope: IndexScope, in store: ClassStore, isOpen: Bool) {
    // A store that can't be opened now is asked about again when the app next connects.
    guard let snapshot = try? store.snapshot() else { return }
    let metadataLog = store.metadataLog.state
    var reason: String?
    if isOpen, !snapshot.knows(scope) {
      reason = OwedCallback.isNew
    } else if snapshot.needsReindex(scope) {
      reason = "Items of the index may be lost."
    } else if let owed = metadataLog[.owedCallbacks, OwedCallback.key(scope)] {
      reason = String(decoding: owed, as: UTF8.self)
    }
    let items =
      metadataLog.owedItems(of: scope) + expiringItems(of: scope, in: snapshot)
    if reason == nil, items.isEmpty { return }
    pending.withLock { pending in
      var request = pending[scope] ?? PendingReindex()
      if let reason {
        if request.all?.lossCount != snapshot.lossCount { request.asked = [] }
        request.all = (snapshot.lossCount, reason)
      }
      var known = Set(request.items)
      for item in items where known.insert(item).inserted { request.items.append(item) }
      pending[scope] = request
    }
    ask(for: scope, in: store)
  }

  private func expiringItems(of scope: IndexScope, in snapshot: Snapshot) -> [String] {
    let end = Timestamp(
      secondsSinceReferenceDate: snapshot.time.secondsSinceReferenceDate + Self.renewalTime)
    var identifiers: [String] = []
    snapshot.forEachExpiring(in: .scope(scope), before: end) { scope, item in
      let entry = ExpiringItem(
        scope: scope, identifier: item.uniqueIdentifier, expiration: item.expiration)
      let isNew = expiring.withLock { expiring in
        if expiring.count >= Self.expiringLimit { expiring = [] }
        return expiring.insert(entry).inserted
      }
      if isNew { identifiers.append(item.uniqueIdentifier) }
      return identifiers.count < Self.expiringLimit
    }
    return identifiers
  }

  // MARK: - Asking

  private enum Question {
    case all(lossCount: UInt64, reason: String)
    case items([String])

    var method: DelegateMethods {
      switch self {
      case .all: .reindexAll
      case .items: .reindexItems
      }
    }
  }

  /// Asks for what is due of an index, unless somebody is being asked.
  private func ask(for scope: IndexScope, in store: ClassStore) {
    let candidates = sessions.sessions(of: scope.app)
    let (question, session) = pending.withLock { pending -> (Question?, Session?) in
      guard var request = pending[scope], !request.isAsked, !request.isEmpty else {
        return (nil, nil)
      }
      var question: Question?
      var chosen: Session?
      if let all = request.all {
        question = .all(lossCount: all.lossCount, reason: all.reason)
        chosen = candidates.first {
          $0.takes(.reindexAll, for: scope) && !request.asked.contains(ObjectIdentifier($0))
        }
        if let chosen { request.asked.insert(ObjectIdentifier(chosen)) }
      }
      if chosen == nil, !request.items.isEmpty {
        let taker = candidates.first {
          $0.takes(.reindexItems, for: scope) && !request.refused.contains(ObjectIdentifier($0))
        }
        if taker != nil || question == nil {
          question = .items(Array(request.items.prefix(Self.itemsPerRequest)))
          chosen = taker
        }
      }
      request.isAsked = true
      pending[scope] = request
      return (question, chosen)
    }
    guard let question else { return }
    if let session {
      put(question, for: scope, in: store, to: session)
    } else {
      startExtension(question, for: scope, in: store)
    }
  }

  private func put(
    _ question: Question, for scope: IndexScope, in store: ClassStore, to session: Session
  ) {
    store.perform { [self] in
      // What is noted of an app that was removed would be owed for ever.
      guard isWanted(session) else { return drop(scope) }
      note(question, of: scope, in: store)
      host.log(
        LogEvent(
          .reindexAsked, app: AppIdentity(identifier: scope.app), protection: store.protection,
          message: "The app was asked to index again."))
      let message: DaemonMessage =
        switch question {
        case .all(_, let reason): .reindexAll(ReindexAll(index: scope.index, reason: reason))
        case .items(let identifiers):
          .reindexItems(WantedItems(index: scope.index, identifiers: identifiers))
        }
      session.ask(message) { [self] result in
        switch result {
        case .success: acknowledge(question, of: scope, in: store, by: session)
        case .failure: giveBack(question, of: scope, in: store, refusedBy: session)
        }
      }
    }
  }

  /// Writes down that an app was asked, so that it is asked again after this process has ended.
  private func note(_ question: Question, of scope: IndexScope, in store: ClassStore) {
    guard case .all(_, let reason) = question, store.metadataLog.isDurable else { return }
    // Where that fails, the index is still due for the reason it was found to be.
    try? store.oweAll(scope, reason)
  }

  private func isWanted(_ session: Session) -> Bool { (try? session.checkIsWanted()) != nil }

  private func acknowledge(
    _ question: Question, of scope: IndexScope, in store: ClassStore, by session: Session
  ) {
    host.log(
      LogEvent(
        .reindexAcknowledged, app: AppIdentity(identifier: scope.app),
        protection: store.protection, message: "The app indexes again."))
    store.perform { [self] in
      // The index of a removed app must not count as known when the app comes back.
      guard isWanted(session) else { return drop(scope) }
      switch question {
      case .all(let lossCount, _):
        guard let opened = try? store.openWriter() else {
          // Another process writes to the store: who comes later is asked once more.
          return drop(scope)
        }
        opened.acknowledgeReindex(of: scope, upTo: lossCount) { error in
          // Where that fails, the owner is asked once more at its next start.
          guard error == nil else { return }
          store.perform { try? store.record([OwedCallback.removal(scope)]) }
        }
        finish(scope, in: store) { request in
          if request.all?.lossCount == lossCount { request.all = nil }
          request.asked.remove(ObjectIdentifier(self))
        }
      case .items(let identifiers):
        try? store.record(identifiers.map { OwedCallback.removal(scope, item: $0) })
        finish(scope, in: store) { request in
          let identifiers = Set(identifiers)
          request.items.removeAll { identifiers.contains($0) }
          request.asked.remove(ObjectIdentifier(self))
        }
      }
    }
  }

  /// Who was asked did not do it; another connection may, or the extension.
  private func giveBack(
    _ question: Question, of scope: IndexScope, in store: ClassStore, refusedBy session: Session
  ) {
    finish(scope, in: store) { request in
      // Another session may have the identifier of one that has ended.
      guard case .items = question, !session.isEnded else { return }
      request.refused.insert(ObjectIdentifier(session))
    }
  }

  /// There is nobody to ask: what is due is found again when somebody comes.
  private func drop(_ scope: IndexScope) {
    pending.withLock { pending in
      guard var request = pending.removeValue(forKey: scope) else { return }
      forget(request.items, of: scope, in: &request)
    }
  }

  private func forget(
    _ identifiers: [String], of scope: IndexScope, in request: inout PendingReindex
  ) {
    if identifiers.isEmpty { return }
    let identifiers = Set(identifiers)
    request.items.removeAll { identifiers.contains($0) }
    expiring.withLock { expiring in
      expiring = expiring.filter { $0.scope != scope || !identifiers.contains($0.identifier) }
    }
  }

  private func finish(
    _ scope: IndexScope, in store: ClassStore, _ change: (inout PendingReindex) -> Void
  ) {
    let isLeft = pending.withLock { pending in
      guard var request = pending[scope] else { return false }
      request.isAsked = false
      change(&request)
      pending[scope] = request.isOver ? nil : request
      return !request.isEmpty
    }
    if isLeft { ask(for: scope, in: store) }
  }

  private func startExtension(
    _ question: Question, for scope: IndexScope, in store: ClassStore
  ) {
    let app = AppIdentity(identifier: scope.app)
    let isTried = pending.withLock { pending in
      // One that was asked and did not do it is not started for the same again.
      pending[scope]?.asked.contains(ObjectIdentifier(self)) ?? true
    }
    guard !isTried, host.startsExtensions else { return drop(scope) }
    host.startExtension(
      ExtensionRequest(app: app, methods: question.method, reason: "Something is to be indexed.")
    ) { [self] error in
      guard error == nil, let session = sessions.extensionSession(of: app) else {
        return drop(scope)
      }
      // The core stands for the extension: its session is another one each time.
      pending.withLock { _ = $0[scope]?.asked.insert(ObjectIdentifier(self)) }
      put(question, for: scope, in: store, to: session)
    }
  }
}
