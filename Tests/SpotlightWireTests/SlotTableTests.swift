import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("SlotTable")
struct SlotTableTests {
  @Test("Numbers rise, and a request beyond the limit is refused until another is answered")
  func limits() throws {
    var table = SlotTable<RequestLane>()
    for number in 1...UInt64(WireLimits.inlineSlots) { try table.open(number, in: .inline) }
    #expect(!table.hasRoom(in: .inline))
    let none = table.next(in: .inline)
    #expect(none == nil)
    let error = #expect(throws: WireError.self) { try table.open(100, in: .inline) }
    #expect(error?.code == .slotsExceeded)
    try table.open(100, in: .detached)
    let closed = [table.close(5), table.close(5)]
    #expect(closed == [true, false])
    let next = table.next(in: .inline)
    #expect(next == 101)
  }

  @Test("A number is never used again, also after its request was answered")
  func reuse() throws {
    var table = SlotTable<RequestLane>()
    try table.open(4, in: .inline)
    table.close(4)
    for number: UInt64 in [0, 1, 4] {
      #expect(throws: WireError.self) { try table.open(number, in: .inline) }
    }
    try table.open(5, in: .inline)
    #expect(table.open == [5])
  }

  @Test("A rebuild keeps no drag waiting")
  func callbacks() throws {
    var table = SlotTable<CallbackLane>()
    while table.next(in: CallbackLane(.reindexAll)) != nil {}
    #expect(table.count == WireLimits.reindexSlots)
    let drag = table.next(in: CallbackLane(.provideFile))
    #expect(drag != nil)
  }

  @Test("Both sides agree about what may be asked", arguments: 0..<10 as Range<UInt64>)
  func agreement(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var asking = SlotTable<RequestLane>()
    var answering = SlotTable<RequestLane>()
    for _ in 0..<500 {
      if generator.below(5) < 3 {
        let lane: RequestLane = generator.once(in: 3) ? .detached : .inline
        guard let number = asking.next(in: lane) else { continue }
        try answering.open(number, in: lane)
      } else if let number = asking.open.randomElement(using: &generator) {
        let closed = [answering.close(number), asking.close(number)]
        #expect(closed == [true, true], "seed \(seed)")
      }
      #expect(asking.open == answering.open, "seed \(seed)")
    }
  }
}
