import FresnelModel
import FresnelTestSupport
import SearchSurface
import SpotlightWire
import Testing

@Suite("Lists whose rows hold still")
struct SettledListTests {
  /// What a person should see, worked out anew from all that came since the last key.
  private struct Model {
    var number: UInt64 = 0
    var typedAt: UInt64 = 0
    /// What was shown when the key came.
    var before: [SurfaceRow?] = []
    var lists: [(at: UInt64, rows: [SurfaceRow])] = []
    /// The latest time that was let pass.
    var passedAt: UInt64 = 0

    var rows: [SurfaceRow?] {
      let limit = typedAt + SettledList.settlingTime
      guard let first = lists.first else { return passedAt > limit ? [] : before }
      let settled = lists.last { $0.at <= limit } ?? first
      let start = lists.lastIndex { $0.at <= limit } ?? 0
      var places: [SurfaceRow?] = settled.rows
      for (_, rows) in lists[(start + 1)...] {
        let shown = Set(places.compactMap { $0?.identifier })
        places = places.map { place in rows.first { $0.identifier == place?.identifier } }
        places += rows.filter { !shown.contains($0.identifier) }
      }
      return places
    }
  }

  private static func row(_ name: Int, _ version: Int = 0) -> SurfaceRow {
    SurfaceRow(
      identifier: ResultIdentifier(
        kind: .item, scope: IndexScope(app: "app", index: ""), identifier: "\(name)"),
      title: "Row \(name)", detail: "\(version)")
  }

  private static func rows(_ names: Int...) -> [SurfaceRow] { names.map { row($0) } }

  private static let later = SettledList.settlingTime + 1

  @Test("Ten thousand histories of keys, lists and times look as a naive model says")
  func model() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      var (list, model) = (SettledList(), Model())
      var now = UInt64.random(in: 0...1000, using: &generator)
      for step in 0..<Int.random(in: 1...30, using: &generator) {
        now += UInt64.random(in: 0...SettledList.settlingTime, using: &generator)
        let before = list
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          model.before = model.rows
          model.number += UInt64.random(in: 1...2, using: &generator)
          (model.typedAt, model.lists) = (now, [])
          list.type(model.number, at: now)
        case 1:
          list.pass(to: now)
          model.passedAt = now
        default:
          let isLate = Int.random(in: 0..<4, using: &generator) == 0 && model.number > 0
          let number = model.number - (isLate ? 1 : 0)
          let names = (0..<12).filter { _ in Bool.random(using: &generator) }
          let rows = names.shuffled(using: &generator).map { Self.row($0, step) }
          let isTaken = list.take(SurfaceList(number: number, rows: rows), at: now)
          guard isTaken != isLate else {
            Issue.record("seed \(seed): \(isTaken)")
            return
          }
          if !isLate { model.lists.append((now, rows)) }
          // No row that a person has had before them for a moment goes to another place.
          let isSettled = now > model.typedAt + SettledList.settlingTime && before.isCurrent
          for (place, row) in before.rows.enumerated() where isSettled && !isLate {
            if let new = list.rows[place], new.identifier != row?.identifier {
              Issue.record("seed \(seed): \(new.title) came into place \(place)")
              return
            }
          }
        }
        guard list.rows == model.rows else {
          Issue.record("seed \(seed): \(list.rows) and not \(model.rows)")
          return
        }
        // What can be chosen is what the search of the last key found, and nothing of another one.
        let isThere = model.number == 0 || !model.lists.isEmpty
        for (place, row) in list.rows.enumerated() {
          let (chosen, other) = (
            list.row(at: place, of: model.number), list.row(at: place, of: model.number + 1)
          )
          guard chosen == (isThere ? row : nil), other == nil else {
            Issue.record("seed \(seed): \(String(describing: chosen)) was chosen")
            return
          }
        }
      }
    }
  }

  @Test("Rows of before stay for a moment, cannot be chosen, and are gone when nothing comes")
  func waiting() {
    var list = SettledList()
    list.type(1, at: 0)
    #expect(list.take(SurfaceList(number: 1, rows: Self.rows(1, 2)), at: 10) == true)
    #expect(list.row(at: 1, of: 1) == Self.row(2))
    list.type(2, at: 1000)
    #expect(list.rows.count == 2 && list.row(at: 1, of: 1) == nil && list.row(at: 1, of: 2) == nil)
    // A list of before the key shows nothing.
    #expect(list.take(SurfaceList(number: 1, rows: Self.rows(9)), at: 1001) == false)
    list.pass(to: 1000 + SettledList.settlingTime)
    #expect(list.rows.count == 2)
    list.pass(to: 1000 + Self.later)
    #expect(list.rows.isEmpty && !list.isCurrent)
    // However late the first list is, it is shown in its order, and holds still from then on.
    #expect(list.take(SurfaceList(number: 2, rows: Self.rows(3, 4)), at: 10 * Self.later) == true)
    #expect(
      list.take(SurfaceList(number: 2, rows: Self.rows(4, 5, 3)), at: 10 * Self.later) == true)
    #expect(list.rows == Self.rows(3, 4, 5))
  }

  @Test("After a moment a row that is gone leaves its place empty, until the next key")
  func gaps() {
    var list = SettledList()
    list.type(1, at: 0)
    _ = list.take(SurfaceList(number: 1, rows: Self.rows(1, 2, 3)), at: 1)
    _ = list.take(SurfaceList(number: 1, rows: Self.rows(3, 1, 4)), at: Self.later)
    #expect(list.rows == [Self.row(1), nil, Self.row(3), Self.row(4)])
    #expect(list.row(at: 1, of: 1) == nil)
    // What comes back is new, and what changed is shown changed.
    var changed = Self.rows(2, 1, 3, 4)
    changed[1] = Self.row(1, 7)
    _ = list.take(SurfaceList(number: 1, rows: changed), at: Self.later)
    #expect(list.rows == [Self.row(1, 7), nil, Self.row(3), Self.row(4), Self.row(2)])
    list.type(2, at: 2 * Self.later)
    _ = list.take(SurfaceList(number: 2, rows: Self.rows(3, 1)), at: 2 * Self.later + 1)
    #expect(list.rows == Self.rows(3, 1))
  }

  @Test("Endless lists, the same row twice, and clocks at their end do no harm")
  func hostile() {
    var list = SettledList()
    list.type(UInt64.max, at: UInt64.max)
    let many = (0..<1000).map { Self.row($0) }
    #expect(list.take(SurfaceList(number: UInt64.max, rows: many), at: UInt64.max) == true)
    #expect(list.rows.count == SettledList.capacity)
    list = SettledList()
    list.type(1, at: 0)
    _ = list.take(SurfaceList(number: 1, rows: Self.rows(1)), at: 0)
    _ = list.take(SurfaceList(number: 1, rows: Self.rows(2, 2, 1) + many), at: Self.later)
    #expect(list.rows.count == SettledList.capacity && list.rows.first == Self.row(1))
    #expect(Set(list.rows.compactMap { $0?.identifier }).count == SettledList.capacity)
    #expect(list.row(at: -1, of: 1) == nil && list.row(at: Int.max, of: 1) == nil)
    // A time before the key is none after it.
    list.type(2, at: 500)
    list.pass(to: 0)
    #expect(!list.rows.isEmpty)
  }
}
