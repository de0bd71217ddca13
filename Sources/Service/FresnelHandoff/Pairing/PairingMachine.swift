internal import FresnelPlatform

/// What a device is to do next in a pairing.
package enum PairingStep: Sendable {
  /// Send these bytes.
  case send([UInt8])
  /// Write the device down so that it lasts, and then call ``PairingMachine/stored(_:run:)`` with the number.
  case store(Device, run: UInt64)
  /// Both have written each other down; tell the person, and close the connection.
  case paired(Device)
  /// The run is over; close the connection. Where a code is shown that is still good, the next device may
  /// connect.
  case failed(HandoffError)
}

/// A pairing, seen by one of the two devices: the one that shows a code (A), for as long as it shows it, or the one
/// on which it is typed (B), for one run.
///
/// It has neither a socket nor a clock: it is given bytes and times, which are milliseconds of a clock that only
/// goes forward, and says what to do. After every call ``deadline`` says when ``time(_:)`` is to be called.
/// One method at a time; no thread is meant.
///
/// The messages are those of `Documentation/handoff.md`. B confirms before A does. So who guesses the code on B's
/// side learns from A whether the guess was right only by ending a run, which A counts; who guesses on A's side
/// has to be connected when the person types the code.
package struct PairingMachine: Sendable {
  /// How long a message of the other device may take, in milliseconds.
  package static let patience: UInt64 = 5_000
  /// What both devices do: the draft's channel identifier.
  static let channel = Array("fresnel handoff pairing 1".utf8)

  private let showing: Bool
  private let own: PairingIdentity
  private var code: PairingCode
  private var run: Run?
  private var isOver = false
  private var lastRun: UInt64 = 0

  /// What is known in a run.
  private struct Run: Sendable {
    let number: UInt64
    /// The message that comes next.
    var next = PairingMessage.greeting
    var waiting: [UInt8] = []
    /// All messages so far.
    var transcript: [UInt8] = []
    var deadline: UInt64
    var nonce: [UInt8] = []
    /// B's part of the key exchange, between its share and A's.
    var scalar: SecretBytes?
    var keys: PairingKeys?
    var other: Device?
    /// Whether the other device is being written down, and nothing may come.
    var isStoring = false
  }

  /// Shows a code.
  ///
  /// - Parameters:
  ///   - code: The code; the machine counts its runs.
  ///   - own: What this device tells of itself.
  package init(showing code: PairingCode, own: PairingIdentity) {
    self.showing = true
    self.code = code
    self.own = own
  }

  /// Takes a code that was typed.
  ///
  /// - Parameters:
  ///   - digits: Six digits; see ``PairingCode/bytes(ofTyped:)``.
  ///   - own: What this device tells of itself.
  ///   - now: The time.
  package init(typed digits: [UInt8], own: PairingIdentity, now: UInt64) {
    self.showing = false
    self.own = own
    code = PairingCode(digits: String(decoding: digits, as: UTF8.self), now: now)
  }

  /// Whether nothing more can come of it: both are paired, the code is gone, or B's only run ended.
  package func isOver(at now: UInt64) -> Bool {
    isOver || (run == nil && !code.isGood(at: now))
  }

  /// When ``time(_:)`` is to be called; `nil` when it is over.
  package var deadline: UInt64? { run?.deadline ?? (isOver ? nil : code.end) }

  /// The bytes that wait for the rest of their message: fewer than a message has.
  package var waitingByteCount: Int { run?.waiting.count ?? 0 }

  // MARK: - What happens

  /// A connection was made. One at a time: the others are to be closed.
  ///
  /// - Throws: ``HandoffError``: ``HandoffError/Code/busy`` while another one is under way,
  ///   ``HandoffError/Code/codeGone`` when the code is no longer good; close the connection.
  package mutating func connected(_ now: UInt64) throws(HandoffError) -> [PairingStep] {
    guard run == nil else { throw HandoffError(.busy, "Another device is being paired.") }
    guard !isOver, code.isGood(at: now) else {
      throw HandoffError(.codeGone, "The code is no longer good; show another one.")
    }
    lastRun += 1
    run = Run(number: lastRun, deadline: now &+ Self.patience)
    guard showing else { return [] }
    let nonce = SecureRandom.bytes(count: PairingMessage.nonceByteCount)
    run?.nonce = nonce
    return send(PairingMessage.magic + [PairingMessage.version] + nonce)
  }

  /// Bytes came over the connection, in any pieces.
  ///
  /// - Returns: What to do. An error of the other device is a step, the last one of its run.
  package mutating func receive(_ bytes: [UInt8], now: UInt64) -> [PairingStep] {
    var steps: [PairingStep] = []
    var rest = bytes[...]
    // Only as much is taken as the next message has, so whatever comes, little of it is kept.
    while let next = run?.next, run?.isStoring == false, !rest.isEmpty {
      guard next.isOfShowingDevice != showing else {
        return steps + fail(HandoffError(.malformed, "A message of a pairing came too early."))
      }
      let missing = next.byteCount - waitingByteCount
      run?.waiting += rest.prefix(missing)
      rest = rest.dropFirst(missing)
      guard let message = run?.waiting, message.count == next.byteCount else { break }
      run?.waiting = []
      do throws(HandoffError) {
        steps += try take(message, next, now)
      } catch {
        return steps + fail(error)
      }
    }
    guard rest.isEmpty || run == nil else {
      return steps + fail(HandoffError(.malformed, "A message of a pairing came too early."))
    }
    return steps
  }

  /// The device of a ``PairingStep/store(_:run:)`` was written down, or could not be.
  ///
  /// - Parameters:
  ///   - isStored: Whether it was.
  ///   - number: The run of the step; one that ended meanwhile, as when the connection was lost, goes no further.
  /// - Returns: What to do.
  package mutating func stored(_ isStored: Bool, run number: UInt64) -> [PairingStep] {
    guard run?.number == number, run?.isStoring == true, let keys = run?.keys,
      let other = run?.other
    else { return [] }
    guard isStored else {
      return fail(HandoffError(.system, "The device could not be written down."))
    }
    run?.isStoring = false
    let side = showing ? keys.a : keys.b
    var steps = send(Sodium.mac(run?.transcript ?? [], key: side.stored))
    if showing {
      steps.append(end(with: other))
    }
    return steps
  }

  /// The connection was lost.
  package mutating func disconnected() -> [PairingStep] {
    guard let run else { return [] }
    // The device that shows the code closes the connection when the first thing that it can check is wrong.
    if run.next == .identityA {
      return fail(HandoffError(.wrongCode, "The other device shows another code."))
    }
    return fail(
      HandoffError(.disconnected, "The connection was lost while the devices were paired."))
  }

  /// Time went by.
  package mutating func time(_ now: UInt64) -> [PairingStep] {
    guard let run else {
      isOver = isOver || !code.isGood(at: now)
      return []
    }
    guard now >= run.deadline else { return [] }
    return fail(HandoffError(.timedOut, "The other device did not answer in time."))
  }

  // MARK: - Messages

  private mutating func take(
    _ message: [UInt8], _ kind: PairingMessage, _ now: UInt64
  ) throws(HandoffError) -> [PairingStep] {
    run?.deadline = now &+ Self.patience
    let before = run?.transcript ?? []
    run?.transcript += message
    run?.next = kind.next ?? kind
    switch kind {
    case .greeting: return try answerGreeting(message)
    case .shareB: return try answerShare(message, now)
    case .shareA: return try confirm(message)
    case .identityB, .identityA: return try know(message, kind, before)
    case .storedB, .storedA: return try finish(message, kind, before)
    }
  }

  /// B: the greeting of A came.
  private mutating func answerGreeting(_ message: [UInt8]) throws(HandoffError) -> [PairingStep] {
    let head = PairingMessage.magic + [PairingMessage.version]
    guard message.starts(with: head) else {
      throw HandoffError(.malformed, "What answered is no Fresnel that shows a code.")
    }
    let nonce = SecureRandom.bytes(count: PairingMessage.nonceByteCount)
    run?.nonce = Array(message.suffix(PairingMessage.nonceByteCount)) + nonce
    let scalar = try CPaceRun.randomScalar()
    run?.scalar = scalar
    return send(nonce + (try cpace(.initiator, scalar)).share)
  }

  /// A: the share of B came. From here on the run counts.
  private mutating func answerShare(
    _ message: [UInt8], _ now: UInt64
  ) throws(HandoffError) -> [PairingStep] {
    guard code.isGood(at: now) else {
      throw HandoffError(.codeGone, "The code is no longer good; show another one.")
    }
    code.countRun()
    run?.nonce += message.prefix(PairingMessage.nonceByteCount)
    let exchange = try cpace(.responder, try CPaceRun.randomScalar())
    let steps = send(exchange.share)
    let share = Array(message.dropFirst(PairingMessage.nonceByteCount))
    run?.keys = PairingKeys(try exchange.finish(share))
    return steps
  }

  /// B: the share of A came.
  private mutating func confirm(_ message: [UInt8]) throws(HandoffError) -> [PairingStep] {
    guard let scalar = run?.scalar else { return [] }
    let keys = PairingKeys(try cpace(.initiator, scalar).finish(message))
    run?.keys = keys
    run?.scalar = nil
    return identify(keys.b)
  }

  /// The confirmation and the identity of the other device came.
  private mutating func know(
    _ message: [UInt8], _ kind: PairingMessage, _ before: [UInt8]
  ) throws(HandoffError) -> [PairingStep] {
    guard let keys = run?.keys else { return [] }
    let side = kind == .identityA ? keys.a : keys.b
    let confirmation = Array(message.prefix(PairingMessage.codeByteCount))
    guard SecretBytes.areEqual(confirmation, Sodium.mac(before, key: side.confirm)) else {
      throw HandoffError(.wrongCode, "The codes are not the same.")
    }
    guard
      let plain = Sodium.open(
        message.dropFirst(PairingMessage.codeByteCount), key: side.seal, nonce: Sodium.nonce(0),
        additional: confirmation)
    else { throw HandoffError(.forged, "What the other device says of itself was changed.") }
    let identity = try PairingIdentity(decoding: plain)
    guard identity.publicKey != own.publicKey else {
      throw HandoffError(.malformed, "A device cannot be paired with itself.")
    }
    let device = identity.device(pairKey: keys.pairKey)
    run?.other = device
    if showing { return identify(keys.a) }
    return store(device)
  }

  /// The other device has written this one down.
  private mutating func finish(
    _ message: [UInt8], _ kind: PairingMessage, _ before: [UInt8]
  ) throws(HandoffError) -> [PairingStep] {
    guard let keys = run?.keys, let other = run?.other else { return [] }
    let side = kind == .storedA ? keys.a : keys.b
    guard SecretBytes.areEqual(message, Sodium.mac(before, key: side.stored)) else {
      throw HandoffError(.forged, "The other device's last message was changed.")
    }
    guard showing else { return [end(with: other)] }
    return store(other)
  }

  // MARK: - Parts

  private func cpace(
    _ role: CPaceRun.Role, _ scalar: SecretBytes
  ) throws(HandoffError) -> CPaceRun {
    try CPaceRun(
      role, code: Array(code.digits.utf8), channel: Self.channel, sid: run?.nonce ?? [],
      scalar: scalar)
  }

  /// Confirms what was said so far and tells of this device.
  private mutating func identify(_ side: PairingKeys.Side) -> [PairingStep] {
    let confirmation = Sodium.mac(run?.transcript ?? [], key: side.confirm)
    let sealed = Sodium.seal(
      own.encoded(), key: side.seal, nonce: Sodium.nonce(0), additional: confirmation)
    return send(confirmation + sealed)
  }

  private mutating func send(_ message: [UInt8]) -> [PairingStep] {
    run?.transcript += message
    if let next = run?.next.next { run?.next = next }
    return [.send(message)]
  }

  private mutating func store(_ other: Device) -> [PairingStep] {
    run?.isStoring = true
    return [.store(other, run: lastRun)]
  }

  private mutating func end(with other: Device) -> PairingStep {
    code.use()
    run = nil
    isOver = true
    return .paired(other)
  }

  private mutating func fail(_ error: HandoffError) -> [PairingStep] {
    run = nil
    if !showing || !code.hasRuns { isOver = true }
    return [.failed(error)]
  }
}
