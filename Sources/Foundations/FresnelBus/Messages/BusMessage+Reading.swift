internal import CSystemd
internal import FresnelPlatform

extension BusMessage {
  /// The most values that one message may hold here. The largest message that the specification
  /// allows could make millions of them, each many times its size in the message.
  static let largestValueCount = 1 << 18

  /// Reads all values.
  ///
  /// - Throws: ``BusError`` with ``BusError/Code/malformed`` for bytes that break the specification, or
  ///   more than ``largestValueCount`` values.
  /// - Complexity: O(*n*) in the bytes. The nesting is bounded by the specification, and by sd-bus.
  func values() throws(BusError) -> [BusValue] {
    var room = Self.largestValueCount
    try check(fresnel_bus_rewind(pointer))
    return try values(room: &room)
  }

  /// Reads the values up to the end of what was entered.
  private func values(room: inout Int) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard try check(fresnel_bus_peek(pointer, &type, &contents)) > 0 else { return values }
      room -= 1
      guard room >= 0 else { throw BusError(.malformed, "A message holds too many values.") }
      values.append(
        try value(
          UInt8(bitPattern: type), contents.map { String(cString: $0) } ?? "", room: &room))
    }
  }

  private func value(
    _ type: UInt8, _ contents: String, room: inout Int
  ) throws(BusError) -> BusValue {
    switch type {
    case UInt8(ascii: "y"): return .byte(try number(type))
    case UInt8(ascii: "b"): return .bool(try number(type) as Int32 != 0)
    case UInt8(ascii: "n"): return .int16(try number(type))
    case UInt8(ascii: "q"): return .uint16(try number(type))
    case UInt8(ascii: "i"): return .int32(try number(type))
    case UInt8(ascii: "u"): return .uint32(try number(type))
    case UInt8(ascii: "x"): return .int64(try number(type))
    case UInt8(ascii: "t"): return .uint64(try number(type))
    case UInt8(ascii: "d"): return .double(Double(bitPattern: try number(type)))
    case UInt8(ascii: "s"): return .string(try text(type))
    case UInt8(ascii: "o"): return .objectPath(try text(type))
    case UInt8(ascii: "g"): return .signature(try text(type))
    case UInt8(ascii: "h"): return .descriptor(try descriptor(type))
    case UInt8(ascii: "a") where contents == "y": return .bytes(try bytes())
    default: break
    }
    // What is left holds other values.
    try check(fresnel_bus_enter(pointer, CChar(bitPattern: type), contents))
    let held = try values(room: &room)
    try check(fresnel_bus_leave(pointer))
    switch type {
    case UInt8(ascii: "a"): return .array(element: contents, held)
    case UInt8(ascii: "r"): return .structure(held)
    case UInt8(ascii: "e") where held.count == 2: return .entry(held[0], held[1])
    case UInt8(ascii: "v") where held.count == 1: return .variant(held[0])
    default: throw BusError(.malformed, "A message holds a value of an unknown type.")
    }
  }

  private func number<Number: FixedWidthInteger>(_ type: UInt8) throws(BusError) -> Number {
    var number: Number = 0
    try check(fresnel_bus_read(pointer, CChar(bitPattern: type), &number))
    return number
  }

  private func text(_ type: UInt8) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    try check(fresnel_bus_read(pointer, CChar(bitPattern: type), &text))
    return text.map { String(cString: $0) } ?? ""
  }

  private func descriptor(_ type: UInt8) throws(BusError) -> SharedDescriptor {
    let borrowed: Int32 = try number(type)
    do throws(SystemError) {
      return try SharedDescriptor(
        sharing: FileDescriptor(adopting: borrowed, path: "a descriptor", closing: false))
    } catch {
      throw BusError(.system, error.message)
    }
  }

  private func bytes() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    try check(fresnel_bus_read_bytes(pointer, &start, &count))
    return start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  @discardableResult
  private func check(_ status: Int32) throws(BusError) -> Int32 {
    guard status >= 0 else {
      throw BusError(.malformed, "A message breaks the rules of the bus.")
    }
    return status
  }
}
