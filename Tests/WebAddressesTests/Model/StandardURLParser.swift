/// The basic URL parser of the URL Standard (4.4), state by state as its text has it: what the product's parser,
/// which reads part by part, is compared with.
struct StandardURLParser {
  private enum State {
    case schemeStart, scheme, noScheme, specialRelativeOrAuthority, pathOrAuthority, relative,
      relativeSlash, specialAuthoritySlashes, specialAuthorityIgnoreSlashes, authority, host, port,
      file, fileSlash, fileHost, pathStart, path, opaquePath, query, fragment
  }

  struct Failure: Error {}

  private var url = StandardURL()
  private let base: StandardURL?
  private let input: [Unicode.Scalar]
  private var state = State.schemeStart
  private var buffer: [Unicode.Scalar] = []
  private var pointer = 0
  private var hasAt = false
  private var isInBrackets = false
  private var hasPassword = false

  static func parse(_ text: String, base: StandardURL?) -> StandardURL? {
    var parser = StandardURLParser(text, base: base)
    return try? parser.run()
  }

  private init(_ text: String, base: StandardURL?) {
    var scalars = Array(text.unicodeScalars)[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    input = scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
    self.base = base
  }

  private mutating func run() throws(Failure) -> StandardURL {
    while true {
      let c = pointer < input.count && pointer >= 0 ? input[pointer] : nil
      try step(c)
      // The end was read too.
      if pointer >= input.count { return url }
      pointer += 1
    }
  }

  private var isSpecial: Bool { url.isSpecial }
  private var text: String { StandardEncoding.text(buffer) }
  private func next(is character: Unicode.Scalar) -> Bool {
    pointer + 1 < input.count && input[pointer + 1] == character
  }
  private func isEnd(_ c: Unicode.Scalar?) -> Bool {
    c == nil || c == "/" || c == "?" || c == "#" || isSpecial && c == "\\"
  }
  private mutating func go(to state: State, back: Int = 0) {
    self.state = state
    pointer -= back
  }
  private mutating func beginQueryOrFragment(_ c: Unicode.Scalar?) {
    if c == "?" {
      url.query = ""
      state = .query
    } else if c == "#" {
      url.fragment = ""
      state = .fragment
    }
  }

  private mutating func step(_ c: Unicode.Scalar?) throws(Failure) {
    switch state {
    case .schemeStart, .scheme, .noScheme: try stepScheme(c)
    case .specialRelativeOrAuthority, .pathOrAuthority, .relative, .relativeSlash,
      .specialAuthoritySlashes, .specialAuthorityIgnoreSlashes:
      stepRelative(c)
    case .authority, .host, .port: try stepAuthority(c)
    case .file, .fileSlash, .fileHost: try stepFile(c)
    case .pathStart, .path, .opaquePath: stepPath(c)
    case .query:
      if c == nil || c == "#" {
        let set = isSpecial ? StandardEncoding.specialQuery : StandardEncoding.query
        url.query? += StandardEncoding.encode(buffer, set)
        buffer = []
        beginQueryOrFragment(c)
      } else if let c {
        buffer.append(c)
      }
    case .fragment:
      if let c { url.fragment? += StandardEncoding.encode([c], StandardEncoding.fragment) }
    }
  }

  private mutating func stepScheme(_ c: Unicode.Scalar?) throws(Failure) {
    let isLetter = c.map { $0.isASCII && $0.properties.isAlphabetic } ?? false
    let isDigit = c.map { "0"..."9" ~= $0 } ?? false
    switch state {
    case .schemeStart:
      if let c, isLetter {
        buffer += String(c).lowercased().unicodeScalars
        state = .scheme
      } else {
        go(to: .noScheme, back: 1)
      }
    case .scheme:
      if let c, isLetter || isDigit || c == "+" || c == "-" || c == "." {
        buffer += String(c).lowercased().unicodeScalars
      } else if c == ":" {
        url.scheme = text
        buffer = []
        if url.scheme == "file" {
          state = .file
        } else if isSpecial {
          state =
            base?.scheme == url.scheme ? .specialRelativeOrAuthority : .specialAuthoritySlashes
        } else if next(is: "/") {
          go(to: .pathOrAuthority, back: -1)
        } else {
          url.segments = nil
          state = .opaquePath
        }
      } else {
        buffer = []
        state = .noScheme
        pointer = -1
      }
    default:
      guard let base, base.segments != nil || c == "#" else { throw Failure() }
      if base.segments == nil {
        url = base
        url.fragment = ""
        state = .fragment
      } else {
        go(to: base.scheme == "file" ? .file : .relative, back: 1)
      }
    }
  }

  private mutating func stepRelative(_ c: Unicode.Scalar?) {
    switch state {
    case .specialRelativeOrAuthority:
      if c == "/", next(is: "/") {
        go(to: .specialAuthorityIgnoreSlashes, back: -1)
      } else {
        go(to: .relative, back: 1)
      }
    case .pathOrAuthority:
      if c == "/" { state = .authority } else { go(to: .path, back: 1) }
    case .relative:
      guard let base else { return }
      url.scheme = base.scheme
      if c == "/" || isSpecial && c == "\\" {
        state = .relativeSlash
      } else {
        url = base
        url.fragment = nil
        if c == "?" || c == "#" {
          beginQueryOrFragment(c)
        } else if c != nil {
          url.query = nil
          url.shortenPath()
          go(to: .path, back: 1)
        }
      }
    case .relativeSlash:
      guard let base else { return }
      if isSpecial, c == "/" || c == "\\" {
        state = .specialAuthorityIgnoreSlashes
      } else if c == "/" {
        state = .authority
      } else {
        (url.username, url.password, url.host, url.port) =
          (base.username, base.password, base.host, base.port)
        go(to: .path, back: 1)
      }
    case .specialAuthoritySlashes:
      if c == "/", next(is: "/") {
        go(to: .specialAuthorityIgnoreSlashes, back: -1)
      } else {
        go(to: .specialAuthorityIgnoreSlashes, back: 1)
      }
    default:
      if c != "/", c != "\\" { go(to: .authority, back: 1) }
    }
  }

  private mutating func stepAuthority(_ c: Unicode.Scalar?) throws(Failure) {
    switch state {
    case .authority:
      if c == "@" {
        if hasAt { buffer = Array("%40".unicodeScalars) + buffer }
        hasAt = true
        for scalar in buffer {
          if scalar == ":", !hasPassword {
            hasPassword = true
          } else if hasPassword {
            url.password += StandardEncoding.encode([scalar], StandardEncoding.userInfo)
          } else {
            url.username += StandardEncoding.encode([scalar], StandardEncoding.userInfo)
          }
        }
        buffer = []
      } else if isEnd(c) {
        if hasAt, buffer.isEmpty { throw Failure() }
        go(to: .host, back: buffer.count + 1)
        buffer = []
      } else if let c {
        buffer.append(c)
      }
    case .host:
      if c == ":", !isInBrackets {
        if buffer.isEmpty { throw Failure() }
        try takeHost()
        state = .port
      } else if isEnd(c) {
        if isSpecial, buffer.isEmpty { throw Failure() }
        try takeHost()
        go(to: .pathStart, back: 1)
      } else if let c {
        if c == "[" { isInBrackets = true }
        if c == "]" { isInBrackets = false }
        buffer.append(c)
      }
    default:
      if let c, "0"..."9" ~= c {
        buffer.append(c)
      } else if isEnd(c) {
        if !buffer.isEmpty {
          guard let port = Int(text), port <= 65535 else { throw Failure() }
          url.port = StandardURL.defaultPorts[url.scheme] == port ? nil : port
          buffer = []
        }
        go(to: .pathStart, back: 1)
      } else {
        throw Failure()
      }
    }
  }

  private mutating func takeHost() throws(Failure) {
    guard let host = StandardHost.parse(text, isOpaque: !isSpecial) else { throw Failure() }
    url.host = host
    buffer = []
  }

  private mutating func stepFile(_ c: Unicode.Scalar?) throws(Failure) {
    let base = base?.scheme == "file" ? base : nil
    switch state {
    case .file:
      url.scheme = "file"
      url.host = ""
      if c == "/" || c == "\\" {
        state = .fileSlash
      } else if let base {
        (url.host, url.segments, url.query) = (base.host, base.segments, base.query)
        if c == "?" || c == "#" {
          beginQueryOrFragment(c)
        } else if c != nil {
          url.query = nil
          if StandardURL.startsWithDriveLetter(input[pointer...]) {
            url.segments = []
          } else {
            url.shortenPath()
          }
          go(to: .path, back: 1)
        }
      } else {
        go(to: .path, back: 1)
      }
    case .fileSlash:
      if c == "/" || c == "\\" {
        state = .fileHost
      } else {
        if let base {
          url.host = base.host
          if !StandardURL.startsWithDriveLetter(input[min(pointer, input.count)...]),
            let first = base.segments?.first, StandardURL.isDriveLetter(first), first.hasSuffix(":")
          {
            url.segments?.append(first)
          }
        }
        go(to: .path, back: 1)
      }
    default:
      if c == nil || c == "/" || c == "\\" || c == "?" || c == "#" {
        if StandardURL.isDriveLetter(text) {
          go(to: .path, back: 1)
        } else if buffer.isEmpty {
          url.host = ""
          go(to: .pathStart, back: 1)
        } else {
          try takeHost()
          if url.host == "localhost" { url.host = "" }
          go(to: .pathStart, back: 1)
        }
      } else if let c {
        buffer.append(c)
      }
    }
  }

  private mutating func stepPath(_ c: Unicode.Scalar?) {
    switch state {
    case .pathStart:
      if isSpecial {
        go(to: .path, back: c == "/" || c == "\\" ? 0 : 1)
      } else if c == "?" || c == "#" {
        beginQueryOrFragment(c)
      } else if c != nil {
        go(to: .path, back: c == "/" ? 0 : 1)
      }
    case .path:
      guard isEnd(c) else {
        if let c { buffer += StandardEncoding.encode([c], StandardEncoding.path).unicodeScalars }
        return
      }
      let isSlash = c == "/" || isSpecial && c == "\\"
      switch text.lowercased().replacing("%2e", with: ".") {
      case "..":
        url.shortenPath()
        if !isSlash { url.segments?.append("") }
      case ".": if !isSlash { url.segments?.append("") }
      default:
        if url.scheme == "file", url.segments?.isEmpty == true, StandardURL.isDriveLetter(text) {
          buffer[1] = ":"
        }
        let segment = text
        url.segments?.append(segment)
      }
      buffer = []
      beginQueryOrFragment(c)
    default:
      if c == "?" || c == "#" {
        beginQueryOrFragment(c)
      } else if c == " " {
        url.opaquePath += next(is: "?") || next(is: "#") ? "%20" : " "
      } else if let c {
        url.opaquePath += StandardEncoding.encode([c], StandardEncoding.control)
      }
    }
  }
}
