extension URLParser {
  /// How much has been written.
  var offset: UInt32 { UInt32(truncatingIfNeeded: output.count) }

  /// Whether a byte separates segments of the path.
  @inline(__always)
  func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") && marks.special != nil
  }

  /// The first place of a byte in a range of the input.
  @inline(__always)
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    for index in range where input[index] == byte { return index }
    return nil
  }

  /// Whether a range of the input begins with some ASCII text.
  func starts(_ range: Range<Int>, with text: StaticString) -> Bool {
    guard range.count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where input[range.lowerBound + index] != text.utf8Start[index] { return false }
    return true
  }

  /// A range without the slashes that it begins with.
  func skippingSlashes(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, isSlash(input[start]) { start += 1 }
    return start..<range.upperBound
  }

  /// Writes a range of the input as it is.
  @inline(__always)
  mutating func append(_ range: Range<Int>) {
    output.append(contentsOf: UnsafeBufferPointer(rebasing: input[range]))
  }

  /// Writes a range of the input with the bytes of a set escaped.
  mutating func append(_ range: Range<Int>, escaping escaped: ByteSet) {
    var start = range.lowerBound
    for index in range where escaped.contains(input[index]) {
      append(start..<index)
      PercentEncoding.append(input[index], to: &output)
      start = index + 1
    }
    append(start..<range.upperBound)
  }

  /// Writes a part of another address.
  mutating func copy(_ url: WebURL, _ start: UInt32, _ end: UInt32) {
    let utf8 = url.href.utf8
    let isCopied: Void? = utf8.withContiguousStorageIfAvailable {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[Int(start)..<Int(end)]))
    }
    if isCopied == nil {
      output.append(contentsOf: utf8.dropFirst(Int(start)).prefix(Int(end - start)))
    }
  }

  /// Writes the scheme, the user, the host and the port of another address instead of all that has been written.
  mutating func copyAuthority(of base: WebURL) {
    output.removeAll(keepingCapacity: true)
    copy(base, 0, base.marks.authorityEnd)
    marks = base.marks
    marks.hasOpaquePath = false
  }

  /// Writes the path of another address.
  mutating func copyPath(of base: WebURL) {
    marks.pathStart = offset
    copy(base, base.marks.pathStart, base.marks.pathEnd)
  }

  /// Writes the drive letter that the path of another address begins with.
  mutating func copyDrive(of base: WebURL) {
    let path = Array(base.href.utf8.dropFirst(Int(base.marks.pathStart)).prefix(4))
    let hasDrive =
      path.count >= 3 && path[1].isLetter && path[2] == UInt8(ascii: ":")
      && (base.marks.pathEnd - base.marks.pathStart == 3 || path[3] == UInt8(ascii: "/"))
    if hasDrive { output.append(contentsOf: path.prefix(3)) }
  }

  /// Keeps a path that begins with two slashes from being taken for a host, where there is no host.
  mutating func separatePathFromScheme() {
    let start = Int(marks.pathStart)
    guard !marks.hasHost, !marks.hasOpaquePath, output[start...].starts(with: "//".utf8) else {
      return
    }
    output.insert(contentsOf: "/.".utf8, at: start)
    marks.pathStart += 2
  }
}
