import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine
@testable import FresnelSegments

/// Random changes of a store whose files are damaged where it costs nothing, and written anew meanwhile.
private struct MendingHistory {
  private var generator: SeededGenerator
  private var fixture: CommitterFixture
  private var expected: [String: Item] = [:]
  /// The merges that were begun, and what came of them, once they ran.
  private var underWay: [(task: MergeTask, result: Result<MergeTask.Result, any Error>?)] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    fixture = try CommitterFixture(flushByteCount: generator.once(in: 2) ? 1 : 4000)
  }

  mutating func run(stepCount: Int) throws {
    for _ in 0..<stepCount {
      try step()
      try #require(try fixture.items() == expected)
      try #require(fixture.published.loss.extent == .none)
    }
    try finishAll()
    // As a check does, that finds what no read has met with.
    for segment in fixture.committer.state.segments {
      if let damage = fixture.committer.files.firstDamage(of: segment) {
        fixture.committer.recordMend(damage)
      }
    }
    while true {
      try finishAll()
      guard let task = fixture.committer.beginMerge() else { break }
      underWay.append((task, nil))
    }
    try #require(fixture.committer.mends.isEmpty)
    try #require(try fixture.items() == expected)
    try crash()
    for segment in fixture.committer.state.segments where !segment.isUnlisted {
      guard case .sound = try fixture.committer.files.condition(of: segment) else {
        Issue.record("\(segment.segment.source.path ?? "") is damaged.")
        continue
      }
    }
  }

  private mutating func step() throws {
    switch generator.below(20) {
    case 0..<6: try change()
    case 6..<11:
      if let task = fixture.committer.beginMerge() { underWay.append((task, nil)) }
    case 11..<13: runSome()
    case 13..<15: finishSome()
    case 15..<18: try damage()
    case 18:
      if generator.once(in: 2) {
        try finishAll()
        try #require(fixture.committer.compact() == nil)
      }
    default: try crash()
    }
  }

  private mutating func change() throws {
    let identifiers = (0..<1 + generator.below(4)).map { _ in "\(generator.below(30))" }
    switch generator.below(4) {
    case 0:
      try fixture.apply(.deleteIdentifiers(identifiers))
      for identifier in identifiers { expected[identifier] = nil }
    case 1:
      // A patch, as nothing but a number changes.
      for identifier in identifiers where expected[identifier] != nil {
        let count = Int64(generator.below(1000))
        try fixture.put([PatchFixture.pages(identifier, count)])
        expected[identifier]?.attributes[.pageCount] = .integer(count)
      }
    default:
      for identifier in Set(identifiers).sorted() {
        let item = RandomText.item(identifier, &generator)
        try fixture.put([item])
        expected[identifier] = item
      }
    }
  }

  private mutating func damage() throws {
    let files = fixture.committer.state.segments.filter { !$0.isUnlisted }
    guard !files.isEmpty else { return }
    let segment = files[generator.below(files.count)]
    let path = try #require(segment.segment.source.path)
    let bytes = try #require(fixture.storage.contents(of: path))
    // One of two places that hold the same, always the same one of them.
    let parts = BlockFileParts(bytes)
    var place = parts.lastEnd.upperBound - 1
    if let block = parts.copiedBlocks.randomElement(using: &generator), generator.once(in: 2) {
      place = block * 4096 + generator.below(4096)
    }
    let file = try fixture.storage.open(path, for: .updating)
    try file.write([bytes[place] ^ 4], at: UInt64(place))
    try file.sync()
    // Where it is not noted, opening or a later check does so.
    if generator.once(in: 4) { return }
    if let damage = fixture.committer.files.firstDamage(of: segment) {
      fixture.committer.recordMend(damage)
    }
  }

  private mutating func runSome() {
    guard let index = underWay.firstIndex(where: { $0.result == nil }) else { return }
    let files = fixture.committer.files
    let isCancelled = underWay[index].task.kind == .files && generator.once(in: 4)
    underWay[index].result = Result {
      try underWay[index].task.run(files) { isCancelled }
    }
  }

  private mutating func finishSome() {
    guard let index = underWay.firstIndex(where: { $0.result != nil }) else { return }
    let (task, result) = underWay.remove(at: index)
    if let result { fixture.finish(task, result) }
  }

  private mutating func finishAll() throws {
    while !underWay.isEmpty {
      runSome()
      finishSome()
    }
  }

  private mutating func crash() throws {
    fixture = try CommitterFixture(fixture.storage.afterPowerLoss())
    underWay = []
  }
}

@Suite("Random changes of a store whose damaged files are written anew")
struct StoreMendingModelTests {
  @Test(
    "nothing is lost, and in the end no file is damaged",
    arguments: (0..<Torture.count(30, 3000)).map { _ in UInt64.random(in: 0..<1 << 32) })
  func histories(seed: UInt64) throws {
    do {
      var history = try MendingHistory(seed: seed)
      try history.run(stepCount: 120)
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
  }
}
