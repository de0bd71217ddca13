// A binary property list, numbers big-endian:
//
//   bplist00 | objects | offset table: where each object begins | trailer, the last 32 bytes
//
//   trailer  6 unused, 1 bytes of an offset, 1 bytes of an object number, 8 number of objects,
//            8 number of the root object, 8 place of the offset table
//   object   one marker byte, kind in the high half and size in the low half (15: the size follows as an
//            integer object), then the contents
//
// Foundation's reader on Linux can crash on damaged lists that hold sets, so this one reads what an
// `Info.plist` is made of and refuses the rest. An object that is referred to from many places counts
// each time, which bounds the work that a small hostile file can cause.

/// Reads binary property lists of dictionaries, arrays, strings, numbers, truth values and data.
struct BinaryPropertyList {
  private static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32
  private static let deepest = 64

  private let bytes: [UInt8]
  private let offsets: Range<Int>
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let root: Int
  private var budget = 1_000_000

  /// Whether bytes begin as a binary property list does.
  static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic)
  }

  /// The root value, or `nil` when the bytes are damaged or hold what no `Info.plist` does.
  static func value(of bytes: [UInt8]) -> Any? {
    guard var list = BinaryPropertyList(bytes) else { return nil }
    return list.value(ofObject: list.root, depth: 0)
  }

  private init?(_ bytes: [UInt8]) {
    guard Self.isBinary(bytes), bytes.count >= Self.magic.count + Self.trailerSize else {
      return nil
    }
    let trailer = bytes.count - Self.trailerSize
    func number(_ offset: Int) -> Int? {
      Int(exactly: Self.number(in: bytes[(trailer + offset)..<(trailer + offset + 8)]))
    }
    guard let objectCount = number(8), let root = number(16), let table = number(24),
      (1...8).contains(bytes[trailer + 6]), (1...8).contains(bytes[trailer + 7])
    else { return nil }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let (tableSize, isTooLarge) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard !isTooLarge, root < objectCount, table >= Self.magic.count, table <= trailer,
      tableSize <= trailer - table
    else { return nil }
    self.bytes = bytes
    self.objectCount = objectCount
    self.root = root
    offsets = table..<(table + tableSize)
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes from a place on, or `nil` when they reach beyond the objects.
  private func slice(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard start >= 0, count >= 0, start <= offsets.lowerBound, count <= offsets.lowerBound - start
    else { return nil }
    return bytes[start..<(start + count)]
  }

  private mutating func value(ofObject object: Int, depth: Int) -> Any? {
    budget -= 1
    guard depth < Self.deepest, budget > 0, object < objectCount else { return nil }
    let entry = offsets.lowerBound + object * offsetSize
    guard let start = Int(exactly: Self.number(in: bytes[entry..<(entry + offsetSize)])),
      let marker = slice(start, 1)?.first
    else { return nil }
    let size = Int(marker & 15)
    switch marker >> 4 {
    case 0:
      return marker == 8 ? false : marker == 9 ? true : nil
    case 1:
      return integer(at: start + 1, power: size)
    case 2:
      return real(at: start + 1, power: size)
    case 4:
      return contents(start, size, unit: 1).map(Array.init)
    case 5:
      return contents(start, size, unit: 1).flatMap { String(validating: $0, as: UTF8.self) }
    case 6:
      return contents(start, size, unit: 2).map(Self.text)
    case 10:
      return values(start, size, lists: 1, depth: depth)
    case 13:
      return dictionary(start, size, depth: depth)
    default:
      return nil
    }
  }

  private func integer(at start: Int, power: Int) -> Int? {
    guard power <= 3, let digits = slice(start, 1 << power) else { return nil }
    // Eight bytes hold a signed number, fewer an unsigned one.
    return Int(truncatingIfNeeded: Self.number(in: digits))
  }

  private func real(at start: Int, power: Int) -> Double? {
    guard power == 2 || power == 3, let digits = slice(start, 1 << power) else { return nil }
    let pattern = Self.number(in: digits)
    return power == 3
      ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
  }

  /// The contents of an object whose size counts units.
  private func contents(_ start: Int, _ size: Int, unit: Int) -> ArraySlice<UInt8>? {
    var (start, size) = (start + 1, size)
    if size == 15 {
      guard let marker = slice(start, 1)?.first, marker >> 4 == 1,
        let number = integer(at: start + 1, power: Int(marker & 15))
      else { return nil }
      start += 1 + 1 << (marker & 15)
      size = number
    }
    let (count, isTooLarge) = size.multipliedReportingOverflow(by: unit)
    return isTooLarge ? nil : slice(start, count)
  }

  private static func text(ofUTF16 bytes: ArraySlice<UInt8>) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The objects that an object refers to, in one list or in several of the same length after another.
  private mutating func values(_ start: Int, _ size: Int, lists: Int, depth: Int) -> [Any]? {
    guard let references = contents(start, size, unit: referenceSize * lists) else { return nil }
    var result: [Any] = []
    for place in stride(from: references.startIndex, to: references.endIndex, by: referenceSize) {
      guard let object = Int(exactly: Self.number(in: bytes[place..<(place + referenceSize)])),
        let value = value(ofObject: object, depth: depth + 1)
      else { return nil }
      result.append(value)
    }
    return result
  }

  private mutating func dictionary(_ start: Int, _ size: Int, depth: Int) -> [String: Any]? {
    guard let entries = values(start, size, lists: 2, depth: depth),
      let keys = Array(entries.prefix(entries.count / 2)) as? [String]
    else { return nil }
    return Dictionary(zip(keys, entries.dropFirst(keys.count))) { first, _ in first }
  }
}
