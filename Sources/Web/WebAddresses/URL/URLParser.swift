/// The basic URL parser of the URL Standard, which writes the serialised form while it reads.
///
/// It reads part by part instead of character by character: a number sign ends everything before the
/// fragment and a question mark everything before the query, in whatever state the standard's parser is.
struct URLParser {
  /// What is read, without white space around it and without tabs and line ends.
  let input: UnsafeBufferPointer<UInt8>
  /// What relative addresses are resolved against.
  let base: WebURL?
  /// What has been written.
  var output: [UInt8] = []
  /// Where the parts stand in what has been written.
  var marks = URLMarks()

  /// How far an address without its query and fragment says what it means.
  enum Extent {
    /// It is no address.
    case none
    /// It says everything.
    case whole
    /// It means the base's path, and the base's query unless it has one.
    case untilPath
  }

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - base: What a relative address is resolved against.
  /// - Returns: The address; `nil` when it is none.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, base: WebURL?) -> WebURL? {
    guard bytes.count <= WebURL.maximumLength else { return nil }
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] <= UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
    if trimmed.contains(where: isTabOrLineEnd) {
      return trimmed.filter { !isTabOrLineEnd($0) }.withUnsafeBufferPointer {
        parseClean($0, base: base)
      }
    }
    return parseClean(trimmed, base: base)
  }

  private static func isTabOrLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func parseClean(_ input: UnsafeBufferPointer<UInt8>, base: WebURL?) -> WebURL? {
    var parser = URLParser(input: input, base: base)
    guard parser.parse(), parser.output.count <= WebURL.maximumLength else { return nil }
    return WebURL(href: String(decoding: parser.output, as: UTF8.self), marks: parser.marks)
  }

  /// Reads everything; tells whether it is an address.
  private mutating func parse() -> Bool {
    output.reserveCapacity(input.count + (base?.href.utf8.count ?? 0) + 32)
    let fragment = firstIndex(of: UInt8(ascii: "#"), in: 0..<input.count)
    let beforeFragment = 0..<(fragment ?? input.count)
    let query = firstIndex(of: UInt8(ascii: "?"), in: beforeFragment)
    let body = 0..<(query ?? beforeFragment.upperBound)

    let extent =
      if let colon = schemeEnd(in: body) {
        parseAbsolute(colon: colon, body: body, isLast: body.upperBound == input.count)
      } else if let base {
        parseWithoutScheme(body, base: base, isFragment: query == nil && fragment != nil)
      } else {
        Extent.none
      }
    if extent == .none { return false }
    separatePathFromScheme()
    marks.pathEnd = offset

    if let query {
      output.append(UInt8(ascii: "?"))
      append(
        query + 1..<beforeFragment.upperBound,
        escaping: marks.special == nil ? .query : .specialQuery)
    } else if extent == .untilPath, let base {
      copy(base, base.marks.pathEnd, base.marks.queryEnd)
    }
    marks.queryEnd = offset
    if let fragment {
      output.append(UInt8(ascii: "#"))
      append(fragment + 1..<input.count, escaping: .fragment)
    }
    return true
  }

  /// The colon behind a scheme; `nil` when the text doesn't begin with one.
  private func schemeEnd(in body: Range<Int>) -> Int? {
    guard !body.isEmpty, input[0].isLetter else { return nil }
    for index in body {
      switch input[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case let byte where byte.isLetter || byte.isDigit: continue
      default: return nil
      }
    }
    return nil
  }

  /// Reads an address that names its scheme.
  private mutating func parseAbsolute(colon: Int, body: Range<Int>, isLast: Bool) -> Extent {
    for index in 0..<colon { output.append(input[index].lowercased) }
    marks.special = SpecialScheme(output)
    output.append(UInt8(ascii: ":"))
    marks.schemeEnd = UInt32(colon)
    let rest = colon + 1..<body.upperBound

    guard let special = marks.special else {
      if starts(rest, with: "//") {
        return parseAuthority(rest.dropFirst(2)) ? .whole : .none
      }
      marks.authorityEnd = offset
      marks.pathStart = offset
      if starts(rest, with: "/") {
        parsePath(rest.dropFirst())
      } else {
        marks.hasOpaquePath = true
        parseOpaquePath(rest, isLast: isLast)
      }
      return .whole
    }
    if special == .file {
      return parseFile(rest, base: base?.marks.special == .file ? base : nil)
    }
    if let base, base.marks.special == special, !starts(rest, with: "//") {
      return parseRelative(rest, base: base)
    }
    return parseAuthority(skippingSlashes(rest)) ? .whole : .none
  }

  /// Reads an address that takes its scheme from the base.
  private mutating func parseWithoutScheme(
    _ body: Range<Int>, base: WebURL, isFragment: Bool
  ) -> Extent {
    if base.hasOpaquePath {
      guard body.isEmpty, isFragment else { return .none }
      copyAuthority(of: base)
      marks.hasOpaquePath = true
      copyPath(of: base)
      return .untilPath
    }
    return base.marks.special == .file
      ? parseFile(body, base: base) : parseRelative(body, base: base)
  }

  /// Reads what stands behind the scheme, which is the base's, or all where none is named.
  private mutating func parseRelative(_ body: Range<Int>, base: WebURL) -> Extent {
    marks.special = base.marks.special
    let slashes = body.prefix(2).prefix { isSlash(input[$0]) }.count
    if slashes == 2 {
      output.removeAll(keepingCapacity: true)
      copy(base, 0, base.marks.schemeEnd + 1)
      marks.schemeEnd = base.marks.schemeEnd
      let authority = marks.special == nil ? body.dropFirst(2) : skippingSlashes(body)
      return parseAuthority(authority) ? .whole : .none
    }
    copyAuthority(of: base)
    if slashes == 1 {
      marks.pathStart = offset
      parsePath(body.dropFirst())
      return .whole
    }
    copyPath(of: base)
    if body.isEmpty { return .untilPath }
    shortenPath()
    parsePath(body)
    return .whole
  }

  /// Reads what stands behind `file:`, or all where the base has that scheme and none is named.
  private mutating func parseFile(_ body: Range<Int>, base: WebURL?) -> Extent {
    marks.special = .file
    let slashes = body.prefix(2).prefix { isSlash(input[$0]) }.count
    let rest = body.dropFirst(slashes)
    if let base, slashes < 2 {
      copyAuthority(of: base)
      if slashes == 0 {
        copyPath(of: base)
        if body.isEmpty { return .untilPath }
        if startsWithDriveLetter(rest) {
          output.removeSubrange(Int(marks.pathStart)...)
        } else {
          shortenPath()
        }
      } else {
        marks.pathStart = offset
        if !startsWithDriveLetter(rest) { copyDrive(of: base) }
      }
      parsePath(rest)
      return .whole
    }
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: "file://".utf8)
    marks.schemeEnd = 4
    marks.hasHost = true
    marks.usernameEnd = offset
    marks.hostStart = offset
    var path = rest
    if slashes == 2 {
      let end = rest.first { isSlash(input[$0]) } ?? rest.upperBound
      if !isDriveLetter(rest.lowerBound..<end) {
        if end > rest.lowerBound {
          guard parseHost(rest.lowerBound..<end) else { return .none }
          if output[Int(marks.hostStart)...].elementsEqual("localhost".utf8) {
            output.removeSubrange(Int(marks.hostStart)...)
          }
        }
        // The slash behind the host begins the path.
        path = end..<rest.upperBound
        if !path.isEmpty { path.removeFirst() }
      }
    }
    marks.hostEnd = offset
    marks.authorityEnd = offset
    marks.pathStart = offset
    parsePath(path)
    return .whole
  }
}
