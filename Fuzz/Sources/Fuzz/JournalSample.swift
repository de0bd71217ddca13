import FresnelStorage
import FresnelTestSupport

/// A store with a journal, to put fuzzed parts in.
struct JournalSample {
  static let directory = "store"
  static let manifestPath = directory + "/manifest"
  static let options = JournalOptions(
    firstAllocationByteCount: 1 << 13, largestAllocationByteCount: 1 << 13,
    readByteCount: 1 << 12)
  static let headerByteCount = 4096

  let manifest: [UInt8]
  let journalPath: String
  let journal: [UInt8]

  /// What every checksum of the journal's frames starts from.
  var seed: UInt32 { journal.checksum(16..<32) }

  /// Makes a store, after the body has written to it; it is not closed in order.
  init(_ body: (JournalStore) throws -> Void) throws {
    let storage = FaultyStorage()
    let store = try JournalStore.open(
      directory: Self.directory, storage: storage, mode: .readWrite, options: Self.options
    ) { _ in }
    try body(store)
    manifest = storage.contents(of: Self.manifestPath) ?? []
    journalPath = storage.paths.first { $0.contains("/journal-") } ?? ""
    journal = storage.contents(of: journalPath) ?? []
  }

  /// The empty store that inputs are put into.
  static let empty: JournalSample = {
    do {
      return try JournalSample { _ in }
    } catch {
      fatalError("No store can be made: \(error)")
    }
  }()

  /// The frames, without the zeros behind them.
  var frames: [UInt8] {
    let end = (journal.lastIndex { $0 != 0 } ?? 0) + 1
    return Array(journal[Self.headerByteCount..<max(Self.headerByteCount, (end + 7) / 8 * 8)])
  }

  /// What a replay hands over.
  struct Replayed: Equatable {
    var content: [UInt8] = []
    var frames: [[[UInt8]]] = []
  }

  /// Opens a store in every way and checks that recovery ends in a state that lasts.
  static func examine(_ storage: FaultyStorage, recovering: Bool) {
    func open(
      _ mode: JournalStore.Mode
    ) -> (store: JournalStore, replayed: Replayed)? {
      var replayed = Replayed()
      do {
        let store = try JournalStore.open(
          directory: directory, storage: storage, mode: mode, options: options
        ) { event in
          switch event {
          case .start(let start):
            replayed = Replayed(content: start.content)
          case .frame(let frame):
            replayed.frames.append(frame.records.map { Array($0.bytes) })
          }
        }
        return (store, replayed)
      } catch let error as StorageError {
        let allowed: [StorageError.Code] = [.corrupted, .newerFormat, .notFound, .tooLarge]
        expect(allowed.contains(error.code), "Opening fails with \(error).")
        return nil
      } catch {
        expect(false, "Opening fails with \(error).")
        return nil
      }
    }
    _ = open(.readOnly)
    _ = try? JournalStore.verify(directory: directory, storage: storage)
    guard recovering, let (store, replayed) = open(.readWrite) else { return }
    var expected = replayed
    do {
      try store.append(FrameKind(rawValue: 77), records: [[1, 2], []])
      try store.commit()
      expected.frames.append([[1, 2], []])
      try store.close()
    } catch {
      expect(error.code == .tooLarge, "A store that opened can't be written: \(error)")
      return
    }
    guard let again = open(.readWrite) else {
      expect(false, "A store that was recovered does not open.")
      return
    }
    expect(again.replayed == expected, "A recovered store does not hold what it said.")
    expect(again.store.loss.damages.isEmpty, "A recovered store is damaged again.")
    let report = try? JournalStore.verify(directory: directory, storage: storage)
    expect(report?.isIntact == true, "A recovered store fails verification.")
  }
}
