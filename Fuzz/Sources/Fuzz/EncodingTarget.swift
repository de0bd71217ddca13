import FresnelPlatform
import WebDocuments

/// Bytes in every encoding, and what is packed. The first byte chooses.
enum EncodingTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let bytes: [UInt8] = [
      0x41, 0xe9, 0x81, 0x30, 0x81, 0x30, 0x8f, 0xb0, 0xa1, 0xa4, 0x40, 0x1b, 0x24, 0x42, 0x24,
      0x22,
    ]
    return TextEncoding.allCases.indices.map { [UInt8($0)] + bytes } + [
      [255, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0x4b, 4, 0, 0x43, 0xbe, 0xb7, 0xe8, 1, 0, 0, 0]
    ]
  }

  static func examine(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let bytes = input.dropFirst()
    guard choice < 255 else {
      var limits = GunzipLimits.sitemap
      limits.byteCount = 1_000
      let unpacked = Gunzip.unpack(Array(bytes), limits: limits)
      expect(unpacked.bytes.count <= limits.byteCount, "Too much came out.")
      return
    }
    let encoding = TextEncoding.allCases[Int(choice) % TextEncoding.allCases.count]
    let text = encoding.decode(bytes)
    expect(String(validating: text, as: UTF8.self) != nil, "What was decoded is no UTF-8.")
    expect(text.count <= 4 * bytes.count + 3, "A few bytes became many.")
    let others: [TextEncoding] = [.utf16BigEndian, .utf16LittleEndian, .iso2022JP, .replacement]
    if !others.contains(encoding), bytes.allSatisfy({ $0 < 0x80 }) {
      expect(text.elementsEqual(bytes), "ASCII became something else.")
    }
  }
}
