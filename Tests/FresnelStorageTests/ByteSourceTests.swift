import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("ByteSource")
struct ByteSourceTests {
  @Test(
    "What was written is read, in memory and in files",
    arguments: ByteFixture.Place.allCases, 0..<12 as Range<UInt64>)
  func roundTrip(place: ByteFixture.Place, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = ByteFixture(place)
    let (source, model) = try fixture.write(seed: seed, sizes: [10, 300, 9_000, 400_000])
    try #require(source.byteCount == UInt64(model.count), "seed \(seed)")
    for _ in 0..<200 {
      let start = Int.random(in: 0...model.count, using: &generator)
      let longest = [8, 200, 5_000, 100_000].randomElement(using: &generator) ?? 8
      let count = min(model.count - start, Int.random(in: 0...longest, using: &generator))
      let pin = try source.pin(UInt64(start), count)
      try #require(ByteFixture.isEqual(pin.bytes, model[start..<(start + count)]), "seed \(seed)")
    }
    #expect(source.verify() == [])
  }

  @Test(
    "A stream hands out what was written, in steps and jumps of any size",
    arguments: ByteFixture.Place.allCases, 0..<6 as Range<UInt64>)
  func streams(place: ByteFixture.Place, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (source, model) = try ByteFixture(place).write(seed: seed, sizes: [10, 9_000, 900_000])
    var stream = source.stream(from: 0)
    for step in 0..<80 {
      if step % 8 == 7 {
        stream.seek(to: UInt64.random(in: 0...UInt64(model.count), using: &generator))
      }
      let start = Int(stream.offset)
      let longest = [8, 5_000, 100_000, 700_000].randomElement(using: &generator) ?? 8
      let count = min(model.count - start, Int.random(in: 0...longest, using: &generator))
      let bytes = try stream.next(count)
      try #require(ByteFixture.isEqual(bytes, model[start..<(start + count)]), "seed \(seed)")
      try #require(stream.offset == UInt64(start + count), "seed \(seed)")
    }
  }

  @Test("Bytes outside the source are refused", arguments: ByteFixture.Place.allCases)
  func outside(place: ByteFixture.Place) throws {
    let (source, model) = try ByteFixture(place).write(seed: 1, sizes: [5_000])
    let end = UInt64(model.count)
    for (offset, count) in [
      (end, 1), (end - 1, 2), (0, model.count + 1), (end + 1, 0), (.max, 1), (.max, 0), (0, -1),
      (0, .max), (1, .max),
    ] as [(UInt64, Int)] {
      #expect(throws: StorageError.self, "\(offset) \(count)") {
        let pin = try source.pin(offset, count)
        _ = pin.bytes
      }
      #expect(throws: StorageError.self, "\(offset) \(count)") {
        var stream = source.stream(from: offset)
        _ = try stream.next(count)
      }
    }
    #expect(try source.pin(end, 0).bytes.isEmpty)
  }

  @Test("Bytes that are kept together lie in one block of a file")
  func keepsTogether() throws {
    for (start, count, expected) in [
      (0, 4096, 0), (1, 4096, 4096), (4000, 96, 4000), (4000, 97, 4096), (4096, 1, 4096),
      (5000, 4097, 5000), (10, 0, 10),
    ] {
      var file = try ByteFixture(.plainFile).sink()
      try file.append([UInt8](repeating: 1, count: start))
      try file.keepTogether(count)
      #expect(file.offset == UInt64(expected))
      var memory = ByteSink.memory()
      try memory.append([UInt8](repeating: 1, count: start))
      try memory.keepTogether(count)
      #expect(memory.offset == UInt64(start))
    }
  }

  @Test("Alignment adds zeros up to a multiple")
  func aligns() throws {
    var sink = ByteSink.memory()
    try sink.align(8)
    #expect(sink.offset == 0)
    try sink.append(7 as UInt8)
    try sink.align(8)
    try sink.append(0x0102_0304 as UInt32)
    try sink.align(4)
    try sink.append(0x0102_0304_0506_0708 as UInt64)
    let source = try #require(try sink.finish())
    let pin = try source.pin(0, 20)
    #expect(
      Array(pin.bytes) == [7, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1])
  }
}
