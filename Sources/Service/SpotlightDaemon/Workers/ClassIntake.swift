internal import Dispatch
internal import FresnelProtection
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// The intake of a class, used on a queue of its own, since it waits for the disk and for the worker.
final class ClassIntake: Sendable {
  /// Told once whether a record was carried out; what is told after that is passed over.
  typealias Answer = @Sendable (_ isDone: Bool) -> Void

  private let intake: SealedIntake
  private let queue = DispatchQueue(label: "org.fresnel.intake")

  init(_ intake: SealedIntake) {
    self.intake = intake
  }

  /// Whether nothing waits, as far as can be told now; it may wait for the disk.
  var isEmpty: Bool { intake.isEmpty }

  /// Keeps a record.
  ///
  /// - Parameters:
  ///   - record: What is kept.
  ///   - check: Throws where nothing may be kept; it may wait for the disk.
  ///   - done: Called once, on the queue.
  func append(
    _ record: IntakeRecord, check: @escaping @Sendable () throws(ServiceError) -> Void = {},
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    queue.async { [intake] in
      do throws(ServiceError) {
        try check()
        try intake.append(record)
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  /// Has everything that waits carried out, one after the other, and forgets it then.
  ///
  /// - Parameters:
  ///   - carryOut: Has a record carried out, and tells whether it was, on any thread.
  ///   - noteStrange: Told how many records are none and were set aside, when there are any.
  ///   - done: Told whether nothing waits any more, or why that cannot be read or forgotten.
  func drain(
    _ carryOut: @escaping @Sendable (IntakeRecord, @escaping Answer) -> Void,
    noteStrange: @escaping @Sendable (Int) -> Void = { _ in },
    _ done: @escaping @Sendable (_ isEmpty: Result<Bool, StorageError>) -> Void
  ) {
    queue.async { [intake] in
      do throws(StorageError) {
        let isEmpty = try intake.drain(noteStrange: noteStrange) { record in
          let answer = Awaited()
          carryOut(record) { answer.give($0) }
          return answer.take()
        }
        done(.success(isEmpty))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Has a body give the intake's directory another name, when what was to be kept before is kept or was refused.
  /// Nothing is kept meanwhile. Waits for it.
  ///
  /// - Returns: What the body does.
  /// - Throws: What the body throws.
  func setAside<Value>(
    _ body: () throws(ProtectionError) -> Value
  ) throws(ProtectionError) -> Value {
    try queue.sync { [intake] in
      defer { intake.forget() }
      return Result { () throws(ProtectionError) in try body() }
    }.get()
  }

  /// The answer about one record.
  private final class Awaited: Sendable {
    private let isDone = Mutex<Bool?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ answer: Bool) {
      let isFirst = isDone.withLock { isDone in
        guard isDone == nil else { return false }
        isDone = answer
        return true
      }
      if isFirst { isThere.signal() }
    }

    func take() -> Bool {
      isThere.wait()
      return isDone.withLock { $0 } ?? false
    }
  }
}
