import FresnelModel

/// Writes binary property lists for the tests of their reader, by the published description.
struct BinaryPropertyListWriter {
  private var objects: [[UInt8]] = []

  static func bytes(of value: PropertyList) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    _ = writer.add(value)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in writer.objects {
      offsets += big(UInt64(bytes.count), 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2] + big(UInt64(writer.objects.count), 8)
    return bytes + big(0, 8) + big(UInt64(table), 8)
  }

  private static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
  }

  /// Adds an object and returns its number; a container comes before what it holds.
  private mutating func add(_ value: PropertyList) -> Int {
    let number = objects.count
    objects.append([])
    switch value {
    case .boolean(let boolean): objects[number] = [boolean ? 9 : 8]
    case .integer(let integer):
      objects[number] = [0x13] + Self.big(UInt64(bitPattern: integer), 8)
    case .real(let real): objects[number] = [0x23] + Self.big(real.bitPattern, 8)
    case .date(let date):
      objects[number] = [0x33] + Self.big(date.secondsSinceReferenceDate.bitPattern, 8)
    case .data(let data): objects[number] = Self.header(0x40, data.count) + data
    case .string(let text):
      objects[number] =
        text.utf8.allSatisfy { $0 < 0x80 }
        ? Self.header(0x50, text.utf8.count) + text.utf8
        : Self.header(0x60, text.utf16.count) + text.utf16.flatMap { Self.big(UInt64($0), 2) }
    case .array(let values):
      let references = values.map { add($0) }
      objects[number] =
        Self.header(0xa0, values.count) + references.flatMap { Self.big(UInt64($0), 2) }
    case .dictionary(let entries):
      let keys = entries.map { add(.string($0.key)) }
      let values = entries.map { add($0.value) }
      objects[number] =
        Self.header(0xd0, entries.count) + (keys + values).flatMap { Self.big(UInt64($0), 2) }
    }
    return number
  }

  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + big(UInt64(count), 4)
  }
}
