// A binary property list, numbers big-endian:
//
//   bplist00 | objects | offset table: where each object begins | trailer, the last 32 bytes
//
//   trailer  6 unused, 1 bytes of an offset, 1 bytes of an object number, 8 number of objects,
//            8 number of the root object, 8 place of the offset table
//   object   one marker byte, kind in the high half and size in the low half (15: the size follows as an
//            integer object), then the contents
//
// Each object is read once and shared by everything that refers to it, so the work is bounded by the
// file. What the value comes to when written out is counted along the way, without writing it out.

/// Reads the binary form of a property list.
struct BinaryPropertyListReader {
  private static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32

  /// What became of an object.
  private enum Object {
    /// Nobody asked for it yet.
    case unread
    /// It is being read: whoever refers to it now lies within it.
    case open
    /// It was read; its height counts the containers below it, its cost is that of ``PropertyListLimits``.
    case read(PropertyList, height: Int, cost: Int)
  }

  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  private let table: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let root: Int
  private var objects: [Object]

  /// Whether bytes begin as a binary property list does.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("bplist".utf8))
  }

  /// The root value.
  ///
  /// - Throws: ``PropertyListError``.
  static func read(
    _ bytes: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes, limits: limits)
    return try reader.object(reader.root, depth: 0).value
  }

  private init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    guard bytes.starts(with: Self.magic) else {
      throw PropertyListError(.unsupported, at: .byte(6), "only version 00 of the form is read")
    }
    let trailer = bytes.count - Self.trailerSize
    guard trailer >= Self.magic.count else {
      throw Self.malformed(bytes.count, "the end is missing")
    }
    func number(_ offset: Int) -> Int? {
      Int(exactly: Self.number(in: bytes[(trailer + offset)..<(trailer + offset + 8)]))
    }
    guard (1...8).contains(bytes[trailer + 6]), (1...8).contains(bytes[trailer + 7]) else {
      throw Self.malformed(trailer + 6, "a number has 1 to 8 bytes")
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = number(8), let root = number(16), root < count else {
      throw Self.malformed(trailer + 16, "the root is none of the objects")
    }
    // Every object has an entry in the table, so a count that is too large shows here.
    let (tableSize, isTooLarge) = count.multipliedReportingOverflow(by: offsetSize)
    guard !isTooLarge, let table = number(24), table >= Self.magic.count, table <= trailer,
      tableSize == trailer - table
    else { throw Self.malformed(trailer + 24, "the table of objects does not fit the file") }
    self.bytes = bytes
    self.limits = limits
    self.table = table
    self.root = root
    objects = Array(repeating: .unread, count: count)
  }

  // MARK: - Objects

  private mutating func object(
    _ number: Int, depth: Int
  ) throws(PropertyListError) -> (value: PropertyList, height: Int, cost: Int) {
    guard number < objects.count else {
      throw Self.malformed(table, "a reference to object \(number) of \(objects.count)")
    }
    let entry = table + number * offsetSize
    switch objects[number] {
    case .open: throw Self.malformed(entry, "object \(number) lies within itself")
    case .read(let value, let height, let cost):
      guard depth + height <= limits.depth else { throw tooDeep(entry) }
      return (value, height, cost)
    case .unread: break
    }
    guard let start = Int(exactly: Self.number(in: bytes[entry..<(entry + offsetSize)])),
      start >= Self.magic.count, start < table
    else { throw Self.malformed(entry, "object \(number) lies outside the objects") }
    objects[number] = .open
    let result = try contents(at: start, depth: depth)
    guard result.cost <= limits.cost else {
      throw PropertyListError(.tooLarge, at: .byte(start), "the content is too large")
    }
    objects[number] = .read(result.value, height: result.height, cost: result.cost)
    return result
  }

  private mutating func contents(
    at start: Int, depth: Int
  ) throws(PropertyListError) -> (value: PropertyList, height: Int, cost: Int) {
    let marker = bytes[start]
    let size = Int(marker & 15)
    switch marker >> 4 {
    case 0 where marker == 8 || marker == 9:
      return (.boolean(marker == 9), 0, 1)
    case 1:
      return (.integer(try integer(at: start)), 0, 1)
    case 2:
      return (.real(try real(at: start, bytesPower: size)), 0, 1)
    case 3 where size == 3:
      return (.date(Timestamp(secondsSinceReferenceDate: try real(at: start, bytesPower: 3))), 0, 1)
    case 4:
      let data = try unit(1, of: start)
      return (.data(Array(data)), 0, 1 + data.count)
    case 5:
      // Made for ASCII; some writers put UTF-8 there.
      let text = try unit(1, of: start)
      guard let string = String(validating: text, as: UTF8.self) else {
        throw Self.malformed(text.startIndex, "the text is not UTF-8")
      }
      return (.string(string), 0, 1 + text.count)
    case 6:
      let text = try unit(2, of: start)
      return (.string(try Self.text(ofUTF16: text)), 0, 1 + text.count)
    case 10:
      return try array(at: start, depth: depth)
    case 13:
      return try dictionary(at: start, depth: depth)
    case 8:
      throw PropertyListError(.unsupported, at: .byte(start), "keyed archives are not read")
    case 11, 12:
      throw PropertyListError(.unsupported, at: .byte(start), "sets are not read")
    default:
      throw PropertyListError(
        .unsupported, at: .byte(start), "objects of the kind \(marker) are not read")
    }
  }

  private mutating func array(
    at start: Int, depth: Int
  ) throws(PropertyListError) -> (value: PropertyList, height: Int, cost: Int) {
    var values: [PropertyList] = []
    var (height, cost) = (1, 1)
    guard depth < limits.depth else { throw tooDeep(start) }
    for reference in try references(of: start, lists: 1) {
      let item = try object(reference, depth: depth + 1)
      values.append(item.value)
      height = max(height, item.height + 1)
      cost = try sum(cost, item.cost, at: start)
    }
    return (.array(values), height, cost)
  }

  private mutating func dictionary(
    at start: Int, depth: Int
  ) throws(PropertyListError) -> (value: PropertyList, height: Int, cost: Int) {
    let references = try references(of: start, lists: 2)
    let count = references.count / 2
    var entries: [String: PropertyList] = [:]
    var (height, cost) = (1, 1)
    guard depth < limits.depth else { throw tooDeep(start) }
    for index in 0..<count {
      let key = try object(references[index], depth: depth + 1)
      guard case .string(let name) = key.value else {
        throw Self.malformed(start, "a key is \(key.value.kindName), not a string")
      }
      guard entries[name] == nil else {
        throw PropertyListError(.repeatedKey, at: .byte(start), "the key \"\(name)\" comes twice")
      }
      let item = try object(references[count + index], depth: depth + 1)
      entries[name] = item.value
      height = max(height, item.height + 1)
      cost = try sum(try sum(cost, key.cost, at: start), item.cost, at: start)
    }
    return (.dictionary(entries), height, cost)
  }

  private func sum(_ left: Int, _ right: Int, at start: Int) throws(PropertyListError) -> Int {
    // Neither is above the limit, so the sum does not overflow.
    guard left + right <= limits.cost else {
      throw PropertyListError(
        .tooLarge, at: .byte(start), "the content is too large when references are followed")
    }
    return left + right
  }

  private func tooDeep(_ offset: Int) -> PropertyListError {
    PropertyListError(
      .tooDeep, at: .byte(offset), "arrays and dictionaries nest deeper than \(limits.depth)")
  }

  // MARK: - Bytes

  private static func malformed(_ offset: Int, _ reason: String) -> PropertyListError {
    PropertyListError(.malformed, at: .byte(offset), reason)
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Some bytes among the objects.
  private func slice(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard start <= table, count <= table - start else {
      throw Self.malformed(start, "an object reaches beyond the objects")
    }
    return bytes[start..<(start + count)]
  }

  private func integer(at start: Int) throws(PropertyListError) -> Int64 {
    let power = Int(bytes[start] & 15)
    guard power <= 4 else { throw Self.malformed(start, "a whole number of 2^\(power) bytes") }
    let digits = try slice(start + 1, 1 << power)
    // Eight bytes and more hold a signed number, fewer an unsigned one.
    let number = Int64(truncatingIfNeeded: Self.number(in: digits.suffix(8)))
    if power == 4 {
      let sign: UInt8 = number < 0 ? 0xff : 0
      guard digits.prefix(8).allSatisfy({ $0 == sign }) else {
        throw PropertyListError(.outOfRange, at: .byte(start), "a whole number beyond 64 bits")
      }
    }
    return number
  }

  private func real(
    at start: Int, bytesPower power: Int
  ) throws(PropertyListError) -> Double {
    guard power == 2 || power == 3 else {
      throw Self.malformed(start, "a real number of 2^\(power) bytes")
    }
    let pattern = Self.number(in: try slice(start + 1, 1 << power))
    let number =
      power == 3
      ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    guard number.isFinite else {
      throw PropertyListError(.outOfRange, at: .byte(start), "a number that is infinite or none")
    }
    return number
  }

  /// The contents of an object whose size counts units of some bytes.
  private func unit(_ unit: Int, of start: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    var (place, size) = (start + 1, Int(bytes[start] & 15))
    if size == 15 {
      guard let marker = try slice(place, 1).first, marker >> 4 == 1 else {
        throw Self.malformed(place, "expected the size of an object")
      }
      size = Int(clamping: try integer(at: place))
      place += 1 + 1 << Int(marker & 15)
    }
    let (count, isTooLarge) = size.multipliedReportingOverflow(by: unit)
    guard size >= 0, !isTooLarge else { throw Self.malformed(start, "an object's size is wrong") }
    return try slice(place, count)
  }

  private static func text(
    ofUTF16 bytes: ArraySlice<UInt8>
  ) throws(PropertyListError) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw malformed(bytes.startIndex, "half of a surrogate pair is missing")
    }
    return text
  }

  /// The numbers of the objects that a container refers to.
  private func references(of start: Int, lists: Int) throws(PropertyListError) -> [Int] {
    let references = try unit(referenceSize * lists, of: start)
    var numbers: [Int] = []
    numbers.reserveCapacity(references.count / referenceSize)
    for place in stride(from: references.startIndex, to: references.endIndex, by: referenceSize) {
      numbers.append(
        Int(clamping: Self.number(in: bytes[place..<(place + referenceSize)])))
    }
    return numbers
  }
}
