internal import CICU

extension TextEncoding {
  /// The text of some bytes, in UTF-8. What stands for no character becomes U+FFFD, as the standard has it.
  ///
  /// A byte-order mark is taken for a character.
  ///
  /// - Parameter bytes: The bytes in this encoding.
  /// - Returns: Valid UTF-8.
  /// - Complexity: O(*b*) in the number of bytes.
  package func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .utf8: return Self.repair(bytes)
    case .utf16BigEndian: return Self.decodeUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
    case .utf16LittleEndian: return Self.decodeUTF16(bytes) { UInt16($1) << 8 | UInt16($0) }
    case .replacement: return bytes.isEmpty ? [] : Array("\u{FFFD}".utf8)
    case .userDefined: return Self.decode(bytes, upperHalf: Self.userDefinedHalf)
    default:
      if let half = Self.upperHalves[self] { return Self.decode(bytes, upperHalf: half) }
      return decodeByICU(self == .shiftJIS ? Self.exchangeControls(bytes) : bytes)
    }
  }

  /// ICU's Shift_JIS takes three control characters for each other, as IBM's does. None is part of another
  /// character, so exchanging them beforehand sets that right.
  private static func exchangeControls(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(where: { $0 == 0x1a || $0 == 0x1c || $0 == 0x7f }) else { return bytes }
    return bytes.map { byte in
      switch byte {
      case 0x1a: 0x7f
      case 0x1c: 0x1a
      case 0x7f: 0x1c
      default: byte
      }
    }[...]
  }

  private static func repair(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isValid = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    return isValid ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func decodeUTF16(
    _ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16
  ) -> [UInt8] {
    let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    var text = String(decoding: pairs.map { unit(bytes[$0], bytes[$0 + 1]) }, as: UTF16.self)
    if !bytes.count.isMultiple(of: 2) { text.unicodeScalars.append("\u{FFFD}") }
    return Array(text.utf8)
  }

  /// The characters of `x-user-defined` from 0x80 on.
  private static let userDefinedHalf = (UInt32(0xf780)...0xf7ff).compactMap(Unicode.Scalar.init)

  private static func decode(
    _ bytes: ArraySlice<UInt8>, upperHalf: [Unicode.Scalar]
  ) -> [UInt8] {
    let encoded = upperHalf.map { Array(String($0).utf8) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text.append(contentsOf: encoded[Int(byte) - 0x80])
      }
    }
    return text
  }

  /// What ICU calls an encoding of several bytes to a character; `nil` for all others.
  private var converter: String? {
    switch self {
    // The decoder of GBK is that of its successor.
    case .gbk, .gb18030: "gb18030"
    case .big5: "ibm-1375_P100-2008"
    case .eucJP: "euc-jp-2007"
    case .iso2022JP: "ISO-2022-JP"
    case .shiftJIS: "ibm-943_P15A-2003"
    case .eucKR: "windows-949-2000"
    default: nil
    }
  }

  private func decodeByICU(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let lone: UInt32 =
      switch self {
      case .gbk, .gb18030: 0x20ac
      case .shiftJIS: 0x80
      default: 0xfffd
      }
    let room = 4 * bytes.count + 16
    let text = converter.flatMap { converter in
      [UInt8](unsafeUninitializedCapacity: room) { text, count in
        count = bytes.withUnsafeBufferPointer {
          max(
            0,
            Int(
              fresnel_decode(
                converter, lone, $0.baseAddress, Int64($0.count), text.baseAddress, Int64(room))))
        }
      }
    }
    // Without ICU's data the text is read as far as it is ASCII.
    guard let text, !text.isEmpty || bytes.isEmpty else {
      return bytes.flatMap { $0 < 0x80 ? [$0] : Array("\u{FFFD}".utf8) }
    }
    return text
  }
}
