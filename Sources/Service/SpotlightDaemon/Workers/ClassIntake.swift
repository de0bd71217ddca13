internal import Dispatch
internal import FresnelProtection
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
  ///   - carryOut: Has a record carried out, and tells whether it was, on any thread.
  ///   - done: Told whether nothing waits any more.
  func drain(
    _ carryOut: @escaping @Sendable (IntakeRecord, @escaping Answer) -> Void,
    _ done: @escaping @Sendable (_ isEmpty: Bool) -> Void
  ) {
    queue.async { [intake] in
      let isEmpty = try? intake.drain { record in
        let answer = Awaited()
        carryOut(record) { answer.give($0) }
        return answer.take()
      }
      done(isEmpty ?? false)
    }
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
