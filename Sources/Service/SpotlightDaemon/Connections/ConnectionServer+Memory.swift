internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// What a message takes of the memory that its app may use.
struct MemoryShare: Hashable {
  /// The connection it came over.
  let connection: UInt64
  /// Tells the messages of the connection apart.
  let message: UInt64
}

// The memory that messages take until what they ask for is done, whether their connections are still there
// or not. The methods may be called from any thread.

extension ConnectionServer {
  /// Besides its payload, what is made of any message takes about this many bytes.
  static let messageByteCount = 1 << 10

  /// How many messages wait for memory.
  var waitingForMemory: Int { memory.withLock { $0.waitingCount } }

  /// Asks for memory for a message; if there is none now, the connection is told when there is.
  ///
  /// A short message waits only for others of its app, so that a person's search finds room while apps use up
  /// what there is.
  func takeMemory(_ byteCount: Int, for share: MemoryShare, of app: AppIdentity) -> Bool {
    memory.withLock {
      $0.take(
        byteCount + Self.messageByteCount, for: share, of: app,
        isSmall: byteCount <= limits.payloadWithoutPermit)
    }
  }

  /// Gives memory back, or asks for it no more.
  func releaseMemory(_ share: MemoryShare) {
    let served = memory.withLock { $0.release(share) }
    guard !served.isEmpty else { return }
    loop.perform { [self] in
      for share in served { connection(share.connection)?.readHeld() }
    }
  }

  /// Hands over memory that is there: it is given back with the end of the charge.
  func charge(for share: MemoryShare) -> any PayloadCharge { Charge(self, share) }

  private final class Charge: PayloadCharge {
    private let server: ConnectionServer
    private let share: MemoryShare

    init(_ server: ConnectionServer, _ share: MemoryShare) {
      self.server = server
      self.share = share
    }

    deinit {
      server.releaseMemory(share)
    }

    func grow(by byteCount: Int) {
      guard byteCount > 0 else { return }
      server.memory.withLock { $0.grow(share, by: byteCount) }
    }
  }
}
