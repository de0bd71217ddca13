internal import FresnelModel
internal import FresnelProtection
package import SpotlightWire

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
  /// The extension of this app has been given a channel, or why it has none.
  case extensionLed(AppIdentity, ServiceError?)
  /// Answer something under this number.
  case ask(UInt64, WorkerQuestion)
  /// Settings and manifests may have changed.
  case reload

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .adopt: 1
    case .carryOut: 2
    case .serve: 3
    case .stop: 4
    case .extensionLed: 5
    case .ask: 6
    case .reload: 7
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
    case .extensionLed(let app, let error):
      var writer = WireWriter()
      writer.append(string: app.identifier)
      writer.append(optional: error)
      return writer.finish()
    case .ask(let number, let question):
      var writer = WireWriter()
      writer.append(number)
      writer.append(question)
      return writer.finish()
    case .serve, .stop, .reload: return []
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
    case 5:
      var reader = WireReader(payload)
      self = .extensionLed(
        AppIdentity(identifier: try reader.string()), try reader.optional())
      try reader.finish()
    case 6:
      var reader = WireReader(payload)
      self = .ask(try reader.integer(), try reader.value())
      try reader.finish()
    case 7: self = .reload
    default: throw WireError(.malformed, "Main gave a worker an unknown order.")
    }
  }
}

/// What a worker tells main.
enum WorkerNews: Hashable, Sendable {
  /// The key is there: what waits may be carried out. With the class's file of keys, in which nothing is secret, so
  /// that main can write it again when this process is killed; told again when that has changed.
  case keyFound(publicKey: [UInt8], keyFile: [UInt8])
  /// The key cannot be had now, and why; a passphrase or a later try may bring it, unless the secret was found to be
  /// gone, or not the one that opens the keys.
  case keyMissing(reason: String, isSecretLost: Bool)
  /// What was last to be carried out is done, durably, or never can be.
  case carriedOut
  /// It could not be carried out now.
  case notCarriedOut
  /// An app's extension is wanted here, and why: it is to be given a channel, or refused.
  case wantExtension(AppIdentity, reason: String)
  /// Something passed over the channel of an app's extension.
  case extensionTraffic(AppIdentity, ExtensionTraffic)
  /// What was asked under this number; `nil` when that cannot be told now.
  case answer(UInt64, WorkerAnswer?)

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .keyFound: 1
    case .keyMissing: 2
    case .carriedOut: 3
    case .notCarriedOut: 4
    case .wantExtension: 5
    case .extensionTraffic: 6
    case .answer: 7
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    switch self {
    case .keyFound(let publicKey, let keyFile): return publicKey + keyFile
    case .keyMissing(let reason, let isSecretLost): return [isSecretLost ? 1 : 0] + reason.utf8
    case .carriedOut, .notCarriedOut: return []
    case .wantExtension(let app, let reason):
      var writer = WireWriter()
      writer.append(string: app.identifier)
      writer.append(string: reason)
      return writer.finish()
    case .extensionTraffic(let app, let traffic):
      var writer = WireWriter()
      writer.append(string: app.identifier)
      writer.append(traffic)
      return writer.finish()
    case .answer(let number, let answer):
      var writer = WireWriter()
      writer.append(number)
      writer.append(optional: answer)
      return writer.finish()
    }
  }

  /// Reads news.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    switch kind {
    case 1 where payload.count >= SealingKeyPair.byteCount:
      self = .keyFound(
        publicKey: Array(payload.prefix(SealingKeyPair.byteCount)),
        keyFile: Array(payload.dropFirst(SealingKeyPair.byteCount)))
    case 2 where payload.first.map { $0 <= 1 } == true:
      self = .keyMissing(
        reason: String(decoding: payload.dropFirst(), as: UTF8.self), isSecretLost: payload[0] == 1)
    case 3: self = .carriedOut
    case 4: self = .notCarriedOut
    case 5:
      var reader = WireReader(payload)
      self = .wantExtension(
        AppIdentity(identifier: try reader.string()), reason: try reader.string())
      try reader.finish()
    case 6:
      var reader = WireReader(payload)
      self = .extensionTraffic(
        AppIdentity(identifier: try reader.string()), try reader.value())
      try reader.finish()
    case 7:
      var reader = WireReader(payload)
      self = .answer(try reader.integer(), try reader.optional())
      try reader.finish()
    default: throw WireError(.malformed, "A worker told unknown news.")
    }
  }
}

extension ExtensionTraffic: WireValue {
  /// Appends a number for the case, the message's kind and the request's number.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .sent(let kind, let request):
      writer.append(0 as UInt8)
      writer.append(kind.rawValue)
      writer.append(request)
    case .received(let kind, let request):
      writer.append(1 as UInt8)
      writer.append(kind.rawValue)
      writer.append(request)
    case .ended: writer.append(2 as UInt8)
    }
  }

  /// Reads what passed.
  package init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    if number == 2 {
      self = .ended
      return
    }
    guard number < 2, let kind = MessageKind(rawValue: try reader.integer()) else {
      throw WireError(.malformed, "A worker told of unknown traffic.")
    }
    let request: UInt64 = try reader.integer()
    self = number == 0 ? .sent(kind, request) : .received(kind, request)
  }
}
