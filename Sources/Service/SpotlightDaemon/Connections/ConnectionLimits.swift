/// How much clients can make the daemon hold for them.
package struct ConnectionLimits: Equatable, Sendable {
  /// The most connections at a time, besides those of the person's own programs.
  package var connections = 256
  /// The most connections of the person's own programs: the command line, the search window, parts of the desktop
  /// that search.
  package var surfaceConnections = 64
  /// The most connections of one app at a time.
  package var connectionsPerIdentity = 32
  /// The most connections that are being taken in, besides those of the person's own programs; further ones wait for
  /// their turn.
  package var newConnections = 32
  /// The most connections of the person's own programs that are being taken in.
  package var newSurfaceConnections = 16
  /// The most connections of one process that are being taken in.
  package var newConnectionsPerProcess = 4
  /// The most of them of one program.
  package var newConnectionsPerProgram = 8
  /// The most of them of one control group.
  package var newConnectionsPerControlGroup = 16
  /// How long a connection waits for its turn until another is ended for it that was greeted and says nothing.
  package var turnTime: Duration = .milliseconds(100)
  /// The most threads that hang in file systems that do not answer, behind connections that were given up;
  /// with more nobody but the person's own programs is taken in until one of them comes back. Of one process at most
  /// ``newConnectionsPerProcess`` may hang.
  package var hangingExaminations = 64
  /// How long a client may take until it is taken in.
  package var handshakeTime: Duration = .seconds(5)
  /// The most bytes taken from one connection before others have their turn.
  package var bytesPerTurn = 64 << 10
  /// The most messages taken from one connection before others have their turn.
  package var messagesPerTurn = 32
  /// The most messages of one app that are taken in a second; the person's own programs have no such limit.
  package var messagesPerSecond = 8_000
  /// The most messages of one app that are taken at once after a pause.
  package var messageBurst = 1_024
  /// The most messages of all apps together that are taken in a second.
  package var messagesPerSecondOfAll = 16_000
  /// The most messages of all apps together that are taken at once after a pause.
  package var messageBurstOfAll = 4_096
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
