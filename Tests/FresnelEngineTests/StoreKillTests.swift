import FresnelEngine
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Store whose process is killed", .serialized)
struct StoreKillTests {
  /// Set by `make torture` to a large number.
  private static let roundCount = Environment["FRESNEL_KILL_ROUNDS"].flatMap { Int($0) } ?? 200
  /// How often a long run tells how far it is.
  private static let roundsPerReport = 100

  /// A store, and what is known of it.
  private struct Subject {
    let path: String
    let keyByte: UInt8
    var isBulk = false
    /// The last batch found.
    var last = -1
    var acknowledgedCount = 0
    /// Batches found though they had not been acknowledged when the process died.
    var inFlightCount = 0
    /// Openings that found items in segments.
    var segmentCount = 0
  }

  @Test(
    "each batch acknowledged is there whole after kill -9, with its client state, round for round",
    .timeLimit(.minutes(10 + roundCount / 100)))
  func killed() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let start = MonotonicClock.nanoseconds
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      var subjects = [
        Subject(path: directory + "/plain", keyByte: 0),
        Subject(path: directory + "/encrypted", keyByte: 7),
        Subject(path: directory + "/bulk", keyByte: 0, isBulk: true),
      ]
      for round in 0..<Self.roundCount {
        // From opening to a few compactions; now and then long enough for files to be merged.
        let isLong = UInt8.random(in: 0..<4, using: &generator) == 0
        let delay = UInt64.random(in: 1...(isLong ? 150_000 : 25_000), using: &generator)
        // Each store in turn: at any moment from the opening on, after a few batches, and after many.
        let count =
          switch round % 9 / 3 {
          case 0: 0
          case 1: Int.random(in: 1...10, using: &generator)
          default: Int.random(in: 20...80, using: &generator)
          }
        try Self.kill(
          &subjects[round % 3], after: count, delay: delay, "round \(round), seed \(seed)")
        if (round + 1) % Self.roundsPerReport == 0, Self.roundCount > 200 {
          Self.report(subjects, rounds: round + 1, seed: seed, since: start)
        }
      }
      for subject in subjects {
        #expect(subject.last > 50, "the writer got hardly anywhere, seed \(seed)")
        #expect(subject.segmentCount > 0, "no segment was written, seed \(seed)")
      }
    }
  }

  /// Lets the writer go on where it was, kills it some time after so many acknowledgements and looks at what it left.
  private static func kill(
    _ subject: inout Subject, after count: Int, delay: UInt64, _ place: String
  ) throws {
    var arguments = [subject.path, "1000000", "\(delay)", "\(subject.keyByte)", "\(count)"]
    if subject.isBulk { arguments.append("bulk") }
    let (ending, output) = try Command(try WriterProgram.path(), arguments).capture()
    try #require(ending == .killed(.kill), "\(place)")
    let acknowledged = WriterProgram.acknowledgements(output)
    try #require(
      acknowledged == Array(subject.last + 1..<subject.last + 1 + acknowledged.count), "\(place)")
    try #require(acknowledged.count >= count, "\(place)")
    let store: Store
    do {
      store = try Store.open(
        at: subject.path, mode: .readOnly,
        options: StoreOptions(encryptionKey: WriterProgram.key(subject.keyByte)))
    } catch {
      // It was killed before there was a store.
      try #require(subject.last == -1 && acknowledged.isEmpty, "\(place): \(error)")
      return
    }
    defer { store.close() }
    let found = try WriterProgram.contents(of: store)
    // What was in flight may be there too, but nothing that was acknowledged may be missing.
    try #require(found.last >= subject.last + acknowledged.count, "\(place)")
    try #require(found.items == WriterProgram.items(after: found.last), "\(place)")
    try #require(store.loss == LossReport(), "\(place)")
    try #require(store.check().isSound, "\(place)")
    subject.acknowledgedCount += acknowledged.count
    subject.inFlightCount += found.last - subject.last - acknowledged.count
    if store.statistics().segments.contains(where: { !$0.isInMemory }) { subject.segmentCount += 1 }
    subject.last = found.last
  }

  private static func report(
    _ subjects: [Subject], rounds: Int, seed: UInt64, since start: UInt64
  ) {
    let seconds = (MonotonicClock.nanoseconds - start) / 1_000_000_000
    let sum = { (count: KeyPath<Subject, Int>) in
      subjects.reduce(0) { $0 + $1[keyPath: count] }
    }
    Torture.tell(
      """
      \(rounds) of \(roundCount) processes killed in \(seconds) s, seed \(seed): \
      \(sum(\.acknowledgedCount)) batches acknowledged, none lost; \
      \(sum(\.inFlightCount)) found that were in flight; \
      \(sum(\.segmentCount)) stores had segments
      """)
  }
}
