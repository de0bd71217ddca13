internal import CSystemd
internal import FresnelPlatform

extension BusMessage {
  /// Appends values.
  ///
  /// - Throws: ``BusError`` with ``BusError/Code/malformed`` for values that break the specification: a
  ///   path or signature that is none, a text with a zero, an element of another type than the array's,
  ///   nesting that is too deep.
  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try append("y", number)
    case .bool(let isTrue): try append("b", Int32(isTrue ? 1 : 0))
    case .int16(let number): try append("n", number)
    case .uint16(let number): try append("q", number)
    case .int32(let number): try append("i", number)
    case .uint32(let number): try append("u", number)
    case .int64(let number): try append("x", number)
    case .uint64(let number): try append("t", number)
    case .double(let number): try append("d", number)
    case .string(let text): try append("s", text)
    case .objectPath(let text): try append("o", text)
    case .signature(let text): try append("g", text)
    case .descriptor(let descriptor): try append("h", descriptor.rawValue)
    case .bytes(let bytes):
      try check(fresnel_bus_append_bytes(pointer, bytes, bytes.count))
    case .array(let element, let elements):
      try append("a", holding: element, elements)
    case .structure(let fields):
      // sd-bus sends it, and the other end then closes the connection.
      guard !fields.isEmpty else {
        throw BusError(.malformed, "A structure without fields cannot be sent.")
      }
      try append("r", holding: BusValue.signature(of: fields), fields)
    case .entry(let key, let value):
      try append("e", holding: key.typeSignature + value.typeSignature, [key, value])
    case .variant(let value):
      try append("v", holding: value.typeSignature, [value])
    }
  }

  private func append<Number>(_ type: Unicode.Scalar, _ number: Number) throws(BusError) {
    let status = withUnsafeBytes(of: number) { bytes in
      fresnel_bus_append(pointer, CChar(truncatingIfNeeded: type.value), bytes.baseAddress)
    }
    try check(status)
  }

  private func append(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
    guard !text.utf8.contains(0) else {
      throw BusError(.malformed, "A text with a zero cannot be sent.")
    }
    let status = text.withCString { text in
      fresnel_bus_append(pointer, CChar(truncatingIfNeeded: type.value), text)
    }
    try check(status)
  }

  private func append(
    _ type: Unicode.Scalar, holding contents: String, _ values: [BusValue]
  ) throws(BusError) {
    try check(
      fresnel_bus_append_begin(pointer, CChar(truncatingIfNeeded: type.value), contents))
    for value in values { try append(value) }
    try check(fresnel_bus_append_end(pointer))
  }

  private func check(_ status: Int32) throws(BusError) {
    guard status >= 0 else {
      throw BusError(.malformed, "A value breaks the rules of the bus.")
    }
  }
}
