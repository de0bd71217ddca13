import FresnelTestSupport
import SpotlightWire
import WireTestSupport

/// Writes to an index of a lockable class, one change after the other: to the class's own process while it is open,
/// sealed while it is locked. Whenever it opens, everything acknowledged has to be there.
final class SoakSealer {
  private let life: SoakLife
  private let protection: ProtectionClass
  private var known: KnownItems

  /// Goes on behind a put that was acknowledged.
  init(_ life: SoakLife, _ protection: ProtectionClass, after lastPut: Int) {
    self.life = life
    self.protection = protection
    known = KnownItems(after: lastPut)
  }

  /// Writes until the connection ends, which it does at each lock.
  func run() throws {
    let client = try life.enter()
    while !life.isOver {
      switch try client.openLockable(KnownItems.indexName(in: protection), protection) {
      case .open(let channel, let index):
        do {
          try write(over: channel, index)
        } catch let violation as SoakLife.Violation {
          throw violation
        } catch let error as ServiceError where !error.isRetryable {
          throw SoakLife.Violation(description: "class \(protection) failed: \(error.message)")
        } catch {
          // The class was locked.
        }
      case .locked(let index, let publicKey):
        try seal(over: client, index, to: publicKey)
      }
    }
  }

  // MARK: - While it is open

  private func write(over channel: RawClient, _ index: UInt32) throws {
    try check(over: channel, index)
    while !life.isOver {
      let change = nextChange(canPut: true) ?? known.nextPut
      let batch = ApplyBatch(
        handle: index, clientState: change.clientState, operations: try change.operations)
      guard try isMade(change, by: .apply(batch), sign: "=", over: channel) else { return }
      if life.generator.once(in: 10) { try check(over: channel, index) }
    }
  }

  private func check(over channel: RawClient, _ index: UInt32) throws {
    let found = try channel.identifiers(matching: "title == \"*\"")
    let state = try channel.clientState(of: index)
    if let contradiction = known.contradiction(to: found, clientState: state) {
      throw SoakLife.Violation(description: "in class \(protection) \(contradiction)")
    }
  }

  // MARK: - While it is locked

  private func seal(over client: RawClient, _ index: UInt32, to publicKey: [UInt8]) throws {
    for _ in 0...life.generator.below(20) where !life.isOver {
      if life.generator.once(in: 4) { try tryTheImpossible(over: client, index) }
      if let change = nextChange(canPut: protection == .completeUnlessOpen), !publicKey.isEmpty {
        let batch = SealedBatch(
          index: KnownItems.indexName(in: protection), clientState: change.clientState,
          operations: try change.operations)
        let changes = SealedChanges(handle: index, bytes: try batch.sealed(to: publicKey))
        guard try isMade(change, by: .applySealed(changes), sign: "s", over: client) else { return }
      }
      life.rest()
    }
  }

  /// Nothing is put, and nothing is found, where the class is not served.
  private func tryTheImpossible(over client: RawClient, _ index: UInt32) throws {
    let change = known.nextPut
    let batch = ApplyBatch(handle: index, operations: try change.operations)
    switch try client.ask(.apply(batch)) {
    case .failed(let error) where error.isRetryable: break
    case let answer:
      throw SoakLife.Violation(
        description: "a put into the locked class \(protection) was answered with \(answer)")
    }
    let found = try client.identifiers(matching: "title == \"*\(KnownItems.word)*\"")
    guard found.isEmpty else {
      throw SoakLife.Violation(description: "the main process found \(found) of \(protection)")
    }
  }

  // MARK: - Changes

  private func nextChange(canPut: Bool) -> NumberedChange? {
    if canPut, life.generator.once(in: 2) { return known.nextPut }
    return known.deletable.randomElement(using: &life.generator).map { .delete($0) }
  }

  /// Has a change made, and tells of it before and after.
  private func isMade(
    _ change: NumberedChange, by message: ClientMessage, sign: String, over client: RawClient
  ) throws -> Bool {
    life.tell("?\(change)")
    known.begin(change)
    switch try client.ask(message) {
    case .done:
      life.tell("\(sign)\(change)")
      known.acknowledge(change)
      return true
    case .failed(let error) where error.isRetryable: return false
    case let answer:
      throw SoakLife.Violation(
        description: "\(change) in class \(protection) was answered with \(answer)")
    }
  }
}
