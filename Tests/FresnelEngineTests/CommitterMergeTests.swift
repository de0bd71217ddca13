import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// What a committer may do before it notices that another store took the place of its own.
private enum LateStep: CaseIterable {
  case abandoningMerge, cancellingFile, merging, beginningJournal, settingAside, closing
}

@Suite("Files of merges beside what else is done")
struct CommitterMergeTests {
  @Test("removing earlier files leaves a file that a merge has written and no list names yet")
  func erasure() throws {
    var fixture = try CommitterFixture()
    try fixture.put(0...9)
    fixture.committer.install(try fixture.beginFile())
    try fixture.put(10...19)
    let result = try fixture.beginFile()
    try fixture.committer.eraseEarlierFiles()
    fixture.committer.install(result)
    try fixture.put(20...20)
    let left = try fixture.left()
    #expect(left.identifiers == Set((0...20).map(String.init)))
    #expect(left.loss == LossReport() && left.isSound)
  }

  @Test("a merge that was under way when the store was compacted does no harm", arguments: 0...2)
  func compaction(moment: Int) throws {
    var fixture = try CommitterFixture()
    try fixture.put(0...9)
    fixture.committer.install(try fixture.beginFile())
    try fixture.put(10...19)
    let result = try fixture.beginFile()
    if moment == 1 { try fixture.put(20...29) }
    if moment == 2 { try fixture.apply(.deleteIdentifiers(["3", "13"])) }
    #expect(fixture.committer.compact() == nil)
    try fixture.put(30...39)
    fixture.committer.install(result)
    let later = try fixture.beginFile()
    fixture.committer.install(later)
    var expected = Set((0...19).map(String.init)).union((30...39).map(String.init))
    if moment == 1 { expected.formUnion((20...29).map(String.init)) }
    if moment == 2 { expected.subtract(["3", "13"]) }
    let left = try fixture.left()
    #expect(left.identifiers == expected)
    #expect(left.loss == LossReport() && left.isSound)
    // The file of the merge that came to nothing is gone.
    let files = fixture.storage.paths.filter { $0.contains("/segment-") }
    #expect(files.count == 2)
  }

  @Test(
    "while writers wait, files are merged only once there are very many of them; afterwards few are left"
  )
  func busyWriters() throws {
    var fixture = try CommitterFixture()
    for number in 0..<20 {
      try fixture.putFile([Item("\(number)", title: "Item \(number)")])
      let early = fixture.committer.beginMerge(whileBusy: true)
      #expect(early == nil)
    }
    // Nobody waits any more.
    #expect(fixture.merge()?.parts.count == 20)
    #expect(fixture.merge() == nil)
    for number in 20..<51 { try fixture.putFile([Item("\(number)", title: "Item \(number)")]) }
    let begun = fixture.committer.beginMerge(whileBusy: true)
    let task = try #require(begun)
    #expect(task.kind == .files && task.parts.count == 32)
    fixture.finish(task, Result { try task.run(fixture.committer.files, isCancelled: { false }) })
    #expect(fixture.committer.state.segments.count == 1)
    #expect(try Set(fixture.items().keys) == Set((0..<51).map(String.init)))
  }

  @Test("the file of another store that has a merge's number stays when the directory is replaced")
  func replaced() throws {
    let storage = FaultyStorage()
    var theirs = try CommitterFixture(storage, at: "/other")
    try theirs.put(100...109)
    theirs.committer.install(try theirs.beginFile())
    theirs.committer.close()
    var fixture = try CommitterFixture(storage)
    try fixture.put(0...9)
    let result = try fixture.beginFile()
    storage.moveTree("/store", to: "/aside")
    storage.moveTree("/other", to: "/store")
    // It is noticed, and the store goes on with what is there now.
    #expect {
      try fixture.put(10...10)
    } throws: {
      ($0 as? StoreError)?.code == .directoryReplaced
    }
    fixture.committer.install(result)
    try fixture.put(11...11)
    let left = try fixture.left()
    #expect(left.identifiers == Set((100...109).map(String.init) + ["11"]))
    #expect(left.loss == LossReport() && left.isSound)
  }

  /// Both stores have files of the same numbers, with deletions in the first.
  @Test(
    "a store in whose place another came changes none of its files, and its own loss is counted",
    arguments: LateStep.allCases)
  fileprivate func replacedUnnoticed(_ step: LateStep) throws {
    let storage = FaultyStorage()
    var theirs = try CommitterFixture(storage, at: "/other")
    try theirs.put(100...109)
    theirs.committer.install(try theirs.beginFile())
    try theirs.apply(.deleteIdentifiers(["103"]))
    try theirs.committer.renewJournal()
    try theirs.put(110...119)
    theirs.committer.install(try theirs.beginFile())
    theirs.committer.close()
    var fixture = try CommitterFixture(storage)
    try fixture.put(0...9)
    fixture.committer.install(try fixture.beginFile())
    try fixture.apply(.deleteIdentifiers(["3"]))
    try fixture.put(10...19)
    let begun = fixture.committer.beginMerge()
    let task = try #require(begun)
    let written = step == .merging ? try task.run(fixture.committer.files) { false } : nil
    var expected: [String: [UInt8]] = [:]
    func replace() {
      storage.moveTree("/store", to: "/aside")
      storage.moveTree("/other", to: "/store")
      expected = Self.contents(storage)
    }
    if step != .cancellingFile { replace() }
    switch step {
    case .abandoningMerge: fixture.committer.abandon(task, CancellationError())
    case .cancellingFile:
      let files = fixture.committer.files
      let run = Result {
        try task.run(files) {
          if expected.isEmpty { replace() }
          return true
        }
      }
      #expect(throws: CancellationError.self) { try run.get() }
    case .merging: fixture.committer.install(try #require(written))
    case .beginningJournal:
      let renewal = Result { try fixture.committer.renewJournal() }
      #expect(throws: StorageError.self) { try renewal.get() }
    case .settingAside:
      let path = fixture.committer.files.path(.segment(1))
      let isSetAside = fixture.committer.handleDamage(
        StorageError(.corrupted, "It is damaged.", path: path))
      #expect(!isSetAside)
    case .closing:
      fixture.committer.flushForClosing()
      fixture.committer.close()
    }
    #expect(Self.contents(storage) == expected)
    if step == .closing { return }
    // Refused where it is noticed only now.
    let late = Result { try fixture.put(20...20) }
    if case .failure(let error) = late {
      #expect((error as? StoreError)?.code == .directoryReplaced)
    }
    #expect(fixture.committer.state.lossCount > 0)
    try fixture.put(21...21)
    let left = try fixture.left()
    let found = Set((100...119).map(String.init)).subtracting(["103"]).union(["21"])
    #expect(left.identifiers.subtracting(["20"]) == found)
    #expect(left.identifiers.contains("20") == ((try? late.get()) != nil))
    #expect(left.loss == LossReport() && left.isSound)
  }

  private static func contents(_ storage: FaultyStorage) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for path in storage.paths where path.hasPrefix("/store/") {
      contents[path] = storage.contents(of: path)
    }
    return contents
  }
}
