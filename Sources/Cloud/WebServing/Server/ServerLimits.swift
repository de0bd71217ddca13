/// What a server allows.
package struct ServerLimits: Sendable {
  /// Connections at a time; what comes beyond is closed at once.
  package var connections: Int
  /// Connections at a time from one address; 0 for any number, as behind a proxy.
  package var connectionsOfAddress: Int
  /// Requests that are worked on at a time; what comes beyond is answered 503, unless that takes as long as its answer.
  package var requests: Int
  /// How long a request is worked on before it is answered 503. To one that is worked on in place, nothing is sent
  /// until the handler returns, and the connection may end without an answer then.
  package var answerTime: Duration
  /// Seconds without a byte after which a connection ends.
  package var idleSeconds: Int
  /// Seconds that a request may take to come whole, however steadily bytes of it come, from the start of its connection
  /// or the end of the request before; and those that its answer may take to be taken.
  package var requestSeconds: Int
  /// Bytes of a request's line and headers.
  package var headerBytes: Int
  /// Bytes of a request's body.
  package var bodyBytes: Int
  /// Threads that serve connections.
  package var threads: Int
  /// Brief requests at a time that are worked on by the threads that read them; threads of a pool work on all others.
  /// Of the connections of such a thread no other one is served meanwhile.
  package var requestsInPlace: Int
  /// How long brief requests may have taken of late; while they take longer, the pool works on all.
  package var inPlaceTime: Duration

  /// Makes limits.
  package init(
    connections: Int = 1_000, connectionsOfAddress: Int = 0, requests: Int = 64,
    answerTime: Duration = .seconds(30), idleSeconds: Int = 30, requestSeconds: Int = 60,
    headerBytes: Int = 32_768,
    bodyBytes: Int = 65_536, threads: Int = 8, requestsInPlace: Int = 2,
    inPlaceTime: Duration = .milliseconds(5)
  ) {
    self.connections = connections
    self.connectionsOfAddress = connectionsOfAddress
    self.requests = requests
    self.answerTime = answerTime
    self.idleSeconds = idleSeconds
    self.requestSeconds = requestSeconds
    self.headerBytes = headerBytes
    self.bodyBytes = bodyBytes
    self.threads = threads
    self.requestsInPlace = requestsInPlace
    self.inPlaceTime = inPlaceTime
  }
}
