internal import Dispatch
internal import FresnelProtection
internal import SpotlightWire
internal import Synchronization

/// The intake of a class, used on a queue of its own, since it waits for the disk and for the worker.
final class ClassIntake: Sendable {
  private let intake: SealedIntake
  private let queue = DispatchQueue(label: "org.fresnel.intake")
  private let answers = DispatchSemaphore(value: 0)
  private let isCarriedOut = Mutex(false)
  private let isAsking = Mutex(false)

  init(_ intake: SealedIntake) {
    self.intake = intake
  }

  /// Keeps a record.
  func append(_ record: IntakeRecord, _ done: @escaping @Sendable (ServiceError?) -> Void) {
    queue.async { [intake] in
      do throws(ServiceError) {
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
  ///   - carryOut: Has a record carried out; ``wasCarriedOut(_:)`` is to follow unless it returns
  ///     `false`.
  ///   - done: Told whether nothing waits any more.
  func drain(
    _ carryOut: @escaping @Sendable (IntakeRecord) -> Bool,
    _ done: @escaping @Sendable (_ isEmpty: Bool) -> Void
  ) {
    queue.async { [self] in
      let isEmpty = try? intake.drain { record in
        isAsking.withLock { $0 = true }
        guard carryOut(record) else {
          isAsking.withLock { $0 = false }
          return false
        }
        answers.wait()
        return isCarriedOut.withLock { $0 }
      }
      done(isEmpty ?? false)
    }
  }

  /// The record that was last to be carried out is, or the worker ended.
  func wasCarriedOut(_ isDone: Bool) {
    let isAwaited = isAsking.withLock { isAsking in
      defer { isAsking = false }
      return isAsking
    }
    guard isAwaited else { return }
    isCarriedOut.withLock { $0 = isDone }
    answers.signal()
  }
}
