internal import FresnelLaunching

/// The `file:` URL of an absolute path: every byte outside RFC 3986's unreserved set and `/` is
/// percent-encoded.
func fileURL(path: String) -> String {
  LinkURL.url(ofPath: path)
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
