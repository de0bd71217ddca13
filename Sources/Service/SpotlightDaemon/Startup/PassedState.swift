internal import FresnelPlatform
internal import FresnelProtection
internal import FresnelStorage
internal import SpotlightWire

/// What the daemon needs of itself when it runs anew: open files, what nobody tells it a second time, and the
/// key of the default class.
///
/// It goes through a pipe. A keyring may be locked together with the screen, so the key could not be had again;
/// and it is in the memory of this process before and after anyway.
struct PassedState: Sendable {
  /// The listening socket.
  var listener: Int32
  /// The lock that says who serves.
  var lock: Int32
  /// Whether the socket is systemd's.
  var isActivated: Bool
  /// What was known of locks.
  var lockMemory: LockEvidence.Memory
  /// The key of the default class, if it was known.
  var key: EncryptionKey?
  /// The process that has the devices, if it lives on.
  var handoff: PassedHandoff?

  /// Puts the parts together.
  init(
    listener: Int32, lock: Int32, isActivated: Bool, lockMemory: LockEvidence.Memory,
    key: EncryptionKey?, handoff: PassedHandoff?
  ) {
    self.listener = listener
    self.lock = lock
    self.isActivated = isActivated
    self.lockMemory = lockMemory
    self.key = key
    self.handoff = handoff
  }

  /// What stays open.
  var descriptors: [Int32] {
    [listener, lock] + (handoff.map { [$0.socket, $0.processDescriptor] } ?? [])
  }

  /// Writes it into a pipe.
  ///
  /// - Returns: The end to read from.
  func pipe() throws(SystemError) -> SharedDescriptor {
    var writer = WireWriter()
    writer.append(listener)
    writer.append(lock)
    writer.append(isActivated)
    writer.append(lockMemory.isLockRequested)
    writer.append(optionalBytes: lockMemory.hintedSession.map { Array($0.utf8) })
    writer.append(lockMemory.isAsleep)
    writer.append(optionalBytes: key?.withBytes { Array($0) })
    writer.append(optional: handoff)
    return try Reexecution.pipe(holding: writer.finish())
  }

  /// Takes what the program before has written.
  ///
  /// - Throws: ``SystemError`` when it is not to be understood.
  init(takenFrom descriptor: Int32) throws(SystemError) {
    let bytes = try Reexecution.take(from: descriptor)
    do throws(WireError) {
      var reader = WireReader(bytes)
      listener = try reader.integer()
      lock = try reader.integer()
      isActivated = try reader.flag()
      lockMemory = LockEvidence.Memory(
        isLockRequested: try reader.flag(),
        hintedSession: try reader.optionalBytes().map { String(decoding: $0, as: UTF8.self) },
        isAsleep: try reader.flag())
      key = try reader.optionalBytes().flatMap { bytes in
        bytes.count == EncryptionKey.byteCount ? EncryptionKey(bytes.span.bytes) : nil
      }
      handoff = try reader.optional()
      try reader.finish()
    } catch {
      throw SystemError(
        .invalidArgument, call: "read", explanation: "What was passed makes no sense: \(error)")
    }
  }
}
