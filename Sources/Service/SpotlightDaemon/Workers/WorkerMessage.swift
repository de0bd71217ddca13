internal import FresnelProtection
internal import SpotlightWire

// Main and worker are one program, run from one file, so what they say has no versions. On the socket
// between them each message is
//
//   offset  bytes  field
//        0      4  byte count n of the payload, little-endian
//        4      1  kind
//        5      1  descriptors that come with the first byte: 0 or 1
//        6      2  zero
//        8      n  payload

/// What main tells a worker.
enum WorkerOrder: Hashable, Sendable {
  /// Serve a client; its socket comes along.
  case adopt(Peer)
  /// Carry out what was asked for while the class was locked, and say so.
  case carryOut(IntakeRecord)
  /// All of that was said: clients may be served.
  case serve
  /// End in good order.
  case stop

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .adopt: 1
    case .carryOut: 2
    case .serve: 3
    case .stop: 4
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    switch self {
    case .adopt(let peer):
      var writer = WireWriter()
      writer.append(string: peer.app.identifier)
      writer.append(peer.trust)
      writer.append(peer.role)
      writer.append(peer.processIdentifier)
      writer.append(string: peer.program)
      return writer.finish()
    case .carryOut(let record): return record.encoded()
    case .serve, .stop: return []
    }
  }

  /// Reads an order.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    switch kind {
    case 1:
      var reader = WireReader(payload)
      self = .adopt(
        Peer(
          app: AppIdentity(identifier: try reader.string()), trust: try reader.value(),
          role: try reader.value(), processIdentifier: try reader.integer(),
          program: try reader.string()))
      try reader.finish()
    case 2: self = .carryOut(try IntakeRecord(decoding: payload))
    case 3: self = .serve
    case 4: self = .stop
    default: throw WireError(.malformed, "Main gave a worker an unknown order.")
    }
  }
}

/// What a worker tells main.
enum WorkerNews: Hashable, Sendable {
  /// The key is there: what waits may be carried out.
  case keyFound(publicKey: [UInt8])
  /// The key cannot be had now, and why; a passphrase or a later try may bring it.
  case keyMissing(reason: String)
  /// What was last to be carried out is done, durably, or never can be.
  case carriedOut
  /// It could not be carried out now.
  case notCarriedOut

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .keyFound: 1
    case .keyMissing: 2
    case .carriedOut: 3
    case .notCarriedOut: 4
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    switch self {
    case .keyFound(let publicKey): publicKey
    case .keyMissing(let reason): Array(reason.utf8)
    case .carriedOut, .notCarriedOut: []
    }
  }

  /// Reads news.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    switch kind {
    case 1 where payload.count == SealingKeyPair.byteCount: self = .keyFound(publicKey: payload)
    case 2: self = .keyMissing(reason: String(decoding: payload, as: UTF8.self))
    case 3: self = .carriedOut
    case 4: self = .notCarriedOut
    default: throw WireError(.malformed, "A worker told unknown news.")
    }
  }
}
