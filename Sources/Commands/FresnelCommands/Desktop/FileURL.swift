/// The `file:` URL of an absolute path: every byte outside RFC 3986's unreserved set and `/` is
/// percent-encoded.
func fileURL(path: String) -> String {
  var url = "file://"
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      url.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      url += hexadecimal.utf8.count == 1 ? "%0\(hexadecimal)" : "%\(hexadecimal)"
    }
  }
  return url
}

/// The path of a `file:` URL; `nil` for another scheme, another host, or a broken escape.
func path(ofFileURL url: String) -> String? {
  guard url.hasPrefix("file://") else { return nil }
  var rest = url.dropFirst("file://".count)
  if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
  guard rest.hasPrefix("/") else { return nil }
  var bytes: [UInt8] = []
  var iterator = rest.utf8.makeIterator()
  while let byte = iterator.next() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = iterator.next(), let low = iterator.next(),
      let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
    else { return nil }
    bytes.append(value)
  }
  return String(decoding: bytes, as: UTF8.self)
}
