internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
package import SpotlightWire
internal import Synchronization

/// The service behind every connection: in an app's own process, in the daemon, or in a process that serves
/// one protection class. It keeps the stores, and serves any number of sessions.
///
/// All methods may be called from any thread.
package final class ServiceCore: Sendable {
  let options: CoreOptions
  let host: any ServiceHost
  let stores: [ClassStore]
  let pool: SearchPool
  private let sessions = Mutex<[ObjectIdentifier: Session]>([:])

  /// Makes a core. Its stores are opened when they are first needed.
  ///
  /// - Precondition: The options name at least one directory.
  package init(_ options: CoreOptions, host: any ServiceHost = EmbeddedHost()) {
    precondition(!options.directories.isEmpty, "A core has a store.")
    self.options = options
    self.host = host
    stores = options.directories.map { ClassStore($0, options) }
    pool = SearchPool()
  }

  private static let embeddedCores = Mutex<[String: ServiceCore]>([:])

  /// Gives the core of a store directory inside this process; the same object for the same directory.
  package static func embedded(at directory: String) -> ServiceCore {
    embeddedCores.withLock { cores in
      if let core = cores[directory] { return core }
      let core = ServiceCore(.embedded(at: directory))
      cores[directory] = core
      return core
    }
  }

  /// Begins to serve a client.
  ///
  /// - Parameters:
  ///   - peer: Who it is.
  ///   - outlet: The way to it.
  ///   - isRemote: Whether messages are copied on their way: results then have just the attributes that were
  ///     asked for.
  /// - Returns: The session; ``Session/end()`` is to be called when the client is gone.
  package func attach(
    _ peer: Peer, to outlet: any SessionOutlet, isRemote: Bool = false
  ) -> Session {
    let session = Session(self, peer, outlet, isRemote: isRemote)
    sessions.withLock { $0[ObjectIdentifier(session)] = session }
    return session
  }

  func detach(_ session: Session) {
    _ = sessions.withLock { $0.removeValue(forKey: ObjectIdentifier(session)) }
  }

  /// Closes the stores, after the changes made so far. In a core that goes on, the next need opens them
  /// again.
  package func close() {
    for store in stores { store.close() }
  }

  /// The store that has the items of a class; `nil` when there is none here.
  func store(of protection: ProtectionClass) -> ClassStore? {
    stores.first { $0.classes.contains(protection) }
  }

  /// The store that has the items of the default class, or else the first.
  var defaultStore: ClassStore { store(of: options.defaultClass) ?? stores[0] }
}
