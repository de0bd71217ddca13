/// The names of schema.org and how they belong together, read where the compiler put them: nothing is built when
/// a program starts.
///
/// A record of 14 digits holds: three where the name begins, one for its length, one of flags, two for what to
/// write instead and two for the inverse (0 for none, else a place plus one), three for where its lists begin,
/// one for the length of the first list (supertypes, domain, enumerations) and one for that of the second (all
/// ancestors, range).
enum SchemaTable {
  static let recordLength = 14

  /// What a name is, and what the JSON-LD context makes of texts.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let property = Flags(rawValue: 1)
    static let member = Flags(rawValue: 2)
    static let iri = Flags(rawValue: 4)
    static let date = Flags(rawValue: 8)
    static let retired = Flags(rawValue: 16)
    static let pending = Flags(rawValue: 32)
  }

  /// The places that a list holds.
  struct List: RandomAccessCollection {
    let startIndex: Int
    let endIndex: Int

    subscript(index: Int) -> Int { number(lists, at: 2 * index, digits: 2) }
  }

  static func flags(_ place: Int) -> Flags {
    Flags(rawValue: UInt8(field(place, at: 4, digits: 1)))
  }

  /// The place of what to write instead.
  static func instead(_ place: Int) -> Int? { optional(field(place, at: 5, digits: 2)) }

  static func inverse(_ place: Int) -> Int? { optional(field(place, at: 7, digits: 2)) }

  static func above(_ place: Int) -> List {
    let start = field(place, at: 9, digits: 3)
    return List(startIndex: start, endIndex: start + field(place, at: 12, digits: 1))
  }

  static func second(_ place: Int) -> List {
    let start = above(place).endIndex
    return List(startIndex: start, endIndex: start + field(place, at: 13, digits: 1))
  }

  static func name(_ place: Int) -> String { String(decoding: nameBytes(place), as: UTF8.self) }

  /// The name's bytes, which are ASCII.
  static func nameBytes(_ place: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: names.utf8Start + field(place, at: 0, digits: 3), count: nameCount(place))
  }

  /// How many bytes the name has.
  static func nameCount(_ place: Int) -> Int { field(place, at: 3, digits: 1) }

  /// The place of a name in the order of small letters.
  static func folded(_ index: Int) -> Int { number(folded, at: 2 * index, digits: 2) }

  /// The place of a name.
  ///
  /// - Complexity: O(log *n*) comparisons of names.
  static func place(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { name in
      guard let first = name.first, first < 0x80 else { return nil }
      var low = firstPlaces[Int(first)]
      var high = firstPlaces[Int(first) + 1]
      while low < high {
        let middle = low + (high - low) / 2
        let order = difference(nameBytes(middle), name)
        if order == 0 { return middle }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// For each byte of ASCII, the place of the first name that begins with it or a later one. Half the comparisons of
  /// names would find no more than this.
  private static let firstPlaces: [Int] = (0...0x80).map { byte in
    lowerBound { Int(nameBytes($0)[0]) < byte }
  }

  /// Whether the name at a place is this one.
  static func isName(_ place: Int, _ name: String) -> Bool {
    let bytes = nameBytes(place)
    return bytes.count == name.utf8.count && bytes.elementsEqual(name.utf8)
  }

  /// Less than 0 where a name comes before another one, 0 where they are equal.
  private static func difference(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var index = 0
    while index < one.count, index < other.count {
      if one[index] != other[index] { return Int(one[index]) - Int(other[index]) }
      index += 1
    }
    return one.count - other.count
  }

  /// The places of the names that are the same in small letters, in the order of their bytes.
  ///
  /// - Complexity: O(log *n*) comparisons of names.
  static func places(ofFolded name: String) -> [Int] {
    let name = Array(name.utf8.lazy.map(smallLetter))
    var index = lowerBound {
      nameBytes(folded($0)).lazy.map(smallLetter).lexicographicallyPrecedes(name)
    }
    var places: [Int] = []
    while index < count, nameBytes(folded(index)).lazy.map(smallLetter).elementsEqual(name) {
      places.append(folded(index))
      index += 1
    }
    return places
  }

  static func smallLetter(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The first place that doesn't come before what is looked for.
  private static func lowerBound(_ isBefore: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func optional(_ number: Int) -> Int? { number == 0 ? nil : number - 1 }

  private static func field(_ place: Int, at offset: Int, digits: Int) -> Int {
    number(records, at: recordLength * place + offset, digits: digits)
  }

  @inline(__always)
  private static func number(_ table: StaticString, at offset: Int, digits: Int) -> Int {
    precondition(offset >= 0 && offset + digits <= table.utf8CodeUnitCount)
    var number = 0
    for place in offset..<offset + digits {
      // Digits begin at "0", and leave out the backslash.
      let byte = Int(table.utf8Start[place])
      number = number << 6 | (byte < 92 ? byte - 48 : byte - 49)
    }
    return number
  }
}
