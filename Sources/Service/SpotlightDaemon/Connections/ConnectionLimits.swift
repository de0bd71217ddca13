/// How much clients can make the daemon hold for them.
package struct ConnectionLimits: Equatable, Sendable {
  /// The most connections at a time.
  package var connections = 256
  /// The most connections of one app at a time.
  package var connectionsPerIdentity = 32
  /// The most connections that have not been taken in yet; further ones wait to be accepted.
  package var newConnections = 16
  /// The most of those that one process has made.
  package var newConnectionsPerProcess = 4
  /// The most threads that hang in file systems that do not answer, behind connections that were given up;
  /// with more nobody is taken in until one of them comes back. Of one process at most
  /// ``newConnectionsPerProcess`` may hang.
  package var hangingExaminations = 64
  /// How long a client may take until it is taken in.
  package var handshakeTime: Duration = .seconds(5)
  /// The most bytes taken from one connection before others have their turn.
  package var bytesPerTurn = 64 << 10
  /// When so many bytes wait to be written to a client, nothing is read from it.
  package var outputByteCount = 256 << 10
  /// The most bytes of payloads in descriptors that were written to a client and that it has not
  /// received; a single one may be longer.
  package var unreadPayloadBytes = 16 << 20
  /// The longest first frame of a client, in bytes of payload.
  package var helloByteCount = 16 << 10
  /// A frame with a longer payload needs a permit to be received.
  package var payloadWithoutPermit = 64 << 10
  /// The most such frames that are received at a time.
  package var permits = 16
  /// The most of them of one app.
  package var permitsPerIdentity = 4
  /// In this time something has to come of a frame that has a permit: ``bytesPerPermitTime`` bytes, or
  /// its rest.
  package var permitTime: Duration = .seconds(2)
  /// How much has to come in ``permitTime``.
  package var bytesPerPermitTime = 64 << 10
  /// The most bytes that messages of clients take until what they ask for is done, also when their
  /// connections have ended. One up to ``payloadWithoutPermit`` long keeps to the limit of its app alone.
  package var payloadBytes = 256 << 20
  /// The most of those of one app; a single message may be as long as the protocol allows.
  package var payloadBytesPerIdentity = 128 << 20
  /// How long a client may take to read the last that is said to it.
  package var farewellTime: Duration = .seconds(2)

  /// The limits that Documentation/protocol.md gives.
  package init() {}
}
