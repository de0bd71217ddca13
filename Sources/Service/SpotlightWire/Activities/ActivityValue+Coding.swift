internal import FresnelModel

extension ActivityValue: WireValue {
  /// The byte that a value begins with. Numbers are stored and never used again.
  private enum Tag: UInt8 {
    case null = 0
    case no = 1
    case yes = 2
    case integer = 3
    case double = 4
    case date = 5
    case text = 6
    case data = 7
    case url = 8
    case array = 9
    case set = 10
    case dictionary = 11
    case unsigned = 12
  }

  /// Appends the one encoding. What is beyond the limits is written all the same; see ``check()``.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .null: writer.append(Tag.null.rawValue)
    case .boolean(let value): writer.append((value ? Tag.yes : Tag.no).rawValue)
    case .integer(let value): Self.write(value, to: &writer)
    case .unsigned(let value):
      if let small = Int64(exactly: value) {
        Self.write(small, to: &writer)
      } else {
        writer.append(Tag.unsigned.rawValue)
        writer.append(value)
      }
    case .double(let value):
      writer.append(Tag.double.rawValue)
      writer.append(value)
    case .date(let value):
      writer.append(Tag.date.rawValue)
      writer.append(value.secondsSinceReferenceDate)
    case .text(let value):
      writer.append(Tag.text.rawValue)
      writer.append(string: value)
    case .data(let value):
      writer.append(Tag.data.rawValue)
      writer.append(bytes: value)
    case .url(let value):
      writer.append(Tag.url.rawValue)
      writer.append(string: value)
    case .array(let values):
      writer.append(Tag.array.rawValue)
      writer.append(list: values)
    case .set(let values):
      writer.append(Tag.set.rawValue)
      var runs = values.map(\.canonicalBytes).sorted { $0.lexicographicallyPrecedes($1) }
      var last: [UInt8]?
      runs.removeAll { run in
        defer { last = run }
        return run == last
      }
      writer.append(varint: UInt(runs.count))
      for run in runs { writer.append(raw: run) }
    case .dictionary(let dictionary):
      writer.append(Tag.dictionary.rawValue)
      writer.append(varint: UInt(dictionary.entries.count))
      for entry in dictionary.entries {
        writer.append(entry.key)
        writer.append(entry.value)
      }
    }
  }

  private static func write(_ number: Int64, to writer: inout WireWriter) {
    writer.append(Tag.integer.rawValue)
    writer.append(varint: UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Reads a value that is within the ``ActivityLimits`` and written in its one encoding.
  package init(from reader: inout WireReader) throws(WireError) {
    var bounds = Bounds(start: reader.position)
    self = try Self.read(from: &reader, depth: 0, &bounds)
    try bounds.checkLength(reader.position)
  }

  /// What was used up of the limits.
  private struct Bounds {
    let start: Int
    private var valueCount = 0

    init(start: Int) {
      self.start = start
    }

    mutating func enter(depth: Int, at place: Int) throws(WireError) {
      guard depth <= ActivityLimits.depth else {
        throw .malformed("a value is nested too deeply", at: place)
      }
      valueCount += 1
      guard valueCount <= ActivityLimits.valueCount else {
        throw .malformed("there are too many values", at: place)
      }
      try checkLength(place)
    }

    func checkLength(_ place: Int) throws(WireError) {
      guard place - start <= ActivityLimits.byteCount else {
        throw .malformed("a value is too long", at: start)
      }
    }
  }

  // As deep as the limit at most, whatever the bytes are.
  private static func read(
    from reader: inout WireReader, depth: Int, _ bounds: inout Bounds
  ) throws(WireError) -> ActivityValue {
    let place = reader.position
    try bounds.enter(depth: depth, at: place)
    guard let tag = Tag(rawValue: try reader.integer()) else {
      throw .malformed("an unknown type of value", at: place)
    }
    switch tag {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer:
      let bits = try reader.varint()
      return .integer(Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1))))
    case .unsigned:
      let number = try reader.integer(UInt64.self)
      guard number > UInt64(Int64.max) else {
        throw .malformed("a small number is written as a large one", at: place)
      }
      return .unsigned(number)
    case .double: return .double(try reader.double())
    case .date: return .date(Timestamp(secondsSinceReferenceDate: try reader.double()))
    case .text: return .text(try reader.string())
    case .data: return .data(try reader.byteRun())
    case .url: return .url(try reader.string())
    case .array:
      return .array(
        try list(from: &reader) { (reader) throws(WireError) in
          try read(from: &reader, depth: depth + 1, &bounds)
        })
    case .set:
      var last: ArraySlice<UInt8> = []
      return .set(
        try list(from: &reader) { (reader) throws(WireError) in
          let place = reader.position
          let value = try read(from: &reader, depth: depth + 1, &bounds)
          try ascend(to: reader.bytesRead(since: place), from: &last, at: place)
          return value
        })
    case .dictionary:
      var last: ArraySlice<UInt8> = []
      let entries = try list(from: &reader) { (reader) throws(WireError) in
        let place = reader.position
        let key = try read(from: &reader, depth: depth + 1, &bounds)
        guard key.isKey else {
          throw WireError.malformed("a key is neither text nor a number", at: place)
        }
        try ascend(to: reader.bytesRead(since: place), from: &last, at: place)
        return ActivityDictionary.Entry(
          key: key, value: try read(from: &reader, depth: depth + 1, &bounds))
      }
      return .dictionary(ActivityDictionary(ascending: entries))
    }
  }

  /// Reads a number of things. That each takes a byte at least, and that values are counted, bounds them.
  private static func list<Element>(
    from reader: inout WireReader, _ element: (inout WireReader) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let place = reader.position
    let count = try reader.ordinal()
    guard count <= ActivityLimits.valueCount else {
      throw .malformed("there are too many values", at: place)
    }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&reader)) }
    return elements
  }

  /// Checks that what stands in a set or the keys of a dictionary ascend.
  private static func ascend(
    to next: ArraySlice<UInt8>, from last: inout ArraySlice<UInt8>, at place: Int
  ) throws(WireError) {
    // No value has no bytes, so the first one ascends from none.
    guard last.lexicographicallyPrecedes(next) else {
      throw .malformed("values are out of order or repeated", at: place)
    }
    last = next
  }
}
