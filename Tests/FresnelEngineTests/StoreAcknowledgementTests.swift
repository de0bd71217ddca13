import Dispatch
import FresnelEngine
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

/// What the disk would hold if the power went off at the moment of an acknowledgement.
private final class Moments: Sendable {
  struct Moment: Sendable {
    let number: Int
    let disk: FaultyStorage
  }
  private let moments = Mutex<[Moment]>([])

  func add(_ number: Int, _ disk: FaultyStorage) {
    moments.withLock { $0.append(Moment(number: number, disk: disk)) }
  }

  var all: [Moment] { moments.withLock { $0 } }
}

@Suite("Acknowledgements and what is durable then")
struct StoreAcknowledgementTests {
  private static func options(seed: UInt64, key: EncryptionKey?) -> StoreOptions {
    StoreOptions(
      mergesInBackground: seed % 2 == 0, flushByteCount: 2000, garbageByteCount: 8000,
      journal: JournalOptions(firstAllocationByteCount: 1 << 13), encryptionKey: key)
  }

  @Test(
    "when a batch is acknowledged, it and all before it outlive the loss of everything unsynced",
    arguments: 0..<4 as Range<UInt64>)
  func powerLoss(seed: UInt64) throws {
    let key = WriterProgram.key(seed < 2 ? 0 : 7)
    let storage = FaultyStorage()
    let store = try Store.open(
      at: "/store", storage: storage, options: Self.options(seed: seed, key: key))
    let moments = Moments()
    let count = 120
    // Groups of different sizes wait for one sync.
    var generator = SeededGenerator(seed: seed)
    var number = 0
    while number < count {
      let group = number..<min(count, number + Int.random(in: 1...6, using: &generator))
      let done = DispatchGroup()
      for number in group {
        done.enter()
        let lossSeed = generator.next()
        store.submit(try WriterProgram.batch(number)) { error in
          #expect(error == nil)
          moments.add(number, storage.afterPowerLoss())
          // A disk may also keep any part of what was not synced.
          moments.add(number, storage.afterPowerLoss(.keepsRandomSectors(seed: lossSeed)))
          done.leave()
        }
      }
      done.wait()
      number = group.upperBound
    }
    store.close()
    #expect(moments.all.count == 2 * count)
    var segmentCount = 0
    for moment in moments.all {
      let found = try Store.open(
        at: "/store", storage: moment.disk, options: Self.options(seed: seed, key: key))
      let contents = try WriterProgram.contents(of: found)
      try #require(contents.last >= moment.number, "seed \(seed), batch \(moment.number)")
      try #require(
        contents.items == WriterProgram.items(after: contents.last),
        "seed \(seed), batch \(moment.number)")
      try #require(found.loss == LossReport(), "seed \(seed), batch \(moment.number)")
      if moment.disk.paths.contains(where: { $0.contains("/segment-") }) { segmentCount += 1 }
      found.close()
    }
    #expect(segmentCount > 0)
  }
}
