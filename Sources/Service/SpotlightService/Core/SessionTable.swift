internal import SpotlightWire
internal import Synchronization

/// The sessions of a core.
final class SessionTable: Sendable {
  private let sessions = Mutex<[AppIdentity: [Session]]>([:])

  /// Makes a session of an app, and takes it in.
  func add(for app: AppIdentity, _ make: () -> Session) -> Session {
    sessions.withLock { sessions in
      let session = make()
      sessions[app, default: []].append(session)
      return session
    }
  }

  func remove(_ session: Session) {
    sessions.withLock { sessions in
      let app = session.peer.app
      sessions[app]?.removeAll { $0 === session }
      if sessions[app]?.isEmpty == true { sessions[app] = nil }
    }
  }

  /// Those of an app, in the order in which they began.
  func sessions(of app: String) -> [Session] {
    sessions.withLock { $0[AppIdentity(identifier: app)] ?? [] }
  }

  /// That of an app's extension that began last.
  func extensionSession(of app: AppIdentity) -> Session? {
    sessions.withLock { $0[app]?.last { $0.peer.role == .extension } }
  }

  /// All of them.
  var all: [Session] { sessions.withLock { $0.values.flatMap(\.self) } }
}
