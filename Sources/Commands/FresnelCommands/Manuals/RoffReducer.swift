/// Reduces the source of a manual page to plain text.
///
/// Understood are the requests of roff that change what is read (comments, definitions, strings,
/// conditions, inclusion), the man(7) and mdoc(7) macros, tables of tbl(1), and a page's own macros.
/// What only changes the look is dropped. The reducer never fails: input that makes no sense loses
/// its markup and keeps its words.
///
/// It takes time linear in the page and in what its strings and macros add, which ``RoffBudget`` bounds; how deep a
/// page nests anything matters to neither time nor stack.
struct RoffReducer {
  /// The text, and how the next word joins it.
  var output = ReducedText()
  /// The page's strings.
  var escapes = RoffEscapes()
  /// The page that this one stands for: the argument of `.so`.
  private(set) var redirect: String?
  /// The first argument of `.TH` or `.Dt`.
  var documentTitle: String?
  /// Where the text of the first section, which names the page, begins and ends.
  private(set) var nameSection: Range<Int>?
  /// The name that mdoc's `.Nm` stands for.
  var mdocName: [UInt8] = []
  /// Whether the next line is a tag that stands on a line of its own.
  var tagIsPending = false
  /// How mdoc's open lists show their items, innermost last.
  var listTags: [Bool] = []

  /// The page's macros.
  var macros: [String: RoffMacro] = [:]
  /// How many of them are being run, each by the one before.
  var macroDepth = 0
  /// Whether a table has begun: one that begins inside it is no table of its own.
  var isInTable = false

  private var lines: ArraySlice<ArraySlice<UInt8>> = []
  private var elseBranches: [Bool] = []
  private var nameSectionStart: Int?
  private let byteLimit: Int

  /// Reduces a page, as far as its first `byteLimit` bytes of text.
  init(_ source: [UInt8], byteLimit: Int = .max) {
    self.byteLimit = byteLimit
    let pageLines = source.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    run(pageLines[...])
    output.breakLine()
    if let start = nameSectionStart, nameSection == nil {
      nameSection = start..<output.bytes.count
    }
  }

  // MARK: - Lines

  /// Reduces lines in place of those that follow, until the text is long enough.
  mutating func run(_ newLines: ArraySlice<ArraySlice<UInt8>>) {
    let outer = lines
    lines = newLines
    while let line = nextLine() {
      process(line)
      if output.bytes.count >= byteLimit { break }
    }
    lines = outer
  }

  /// The next line of input; a line that ends in a backslash takes the following ones with it.
  mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let line = nextPhysicalLine() else { return nil }
    guard Self.goesOn(line), !lines.isEmpty else { return line }
    var joined = Array(line)
    while Self.goesOn(joined[...]), let next = nextPhysicalLine() {
      joined.removeLast()
      joined.append(contentsOf: next)
    }
    return joined[...]
  }

  private mutating func nextPhysicalLine() -> ArraySlice<UInt8>? {
    guard let line = lines.popFirst() else { return nil }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// Whether the line ends in a backslash, and that is not the second of an escaped one.
  private static func goesOn(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: "\\") && line.dropLast().last != UInt8(ascii: "\\")
  }

  /// Formats a line, and what the conditions on it guard: there may be many in a row.
  mutating func process(_ line: ArraySlice<UInt8>) {
    var rest: ArraySlice<UInt8>? = line
    while let line = rest {
      guard let first = line.first else {
        output.breakLine()
        return
      }
      guard first == UInt8(ascii: ".") || first == UInt8(ascii: "'") else {
        text(line)
        return
      }
      rest = control(line.dropFirst())
    }
  }

  /// Formats a line of text.
  mutating func text(_ line: ArraySlice<UInt8>) {
    if output.fills, line.first == UInt8(ascii: " ") { output.breakLine() }
    var visible: [UInt8] = []
    escapes.resolve(line, into: &visible)
    output.append(line: visible[...])
    output.joinsNextWord = escapes.continuesWord
    finishTag()
  }

  /// Ends the line after a tag, so that what it explains stands on the next one.
  mutating func finishTag() {
    guard tagIsPending else { return }
    tagIsPending = false
    output.breakLine()
  }

  // MARK: - Requests

  /// Follows a request or macro.
  ///
  /// - Returns: The input on the same line that a condition guards, to format next.
  private mutating func control(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let nameBytes = line.prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\\")
    }
    let name = String(decoding: nameBytes, as: UTF8.self)
    let rest = line.dropFirst(nameBytes.count)
    switch name {
    case "":
      break  // a lone control character, a comment, or the end of a block
    case "de", "de1", "am", "am1", "dei", "ami":
      define(roffArguments(rest))
    case "ig":
      skip(until: roffArguments(rest).first)
    case "ds", "ds1", "as", "as1":
      defineString(rest, appends: name.hasPrefix("as"))
    case "if":
      return branch(on: rest, remembers: false)
    case "ie":
      return branch(on: rest, remembers: true)
    case "el":
      return guarded(rest, if: elseBranches.popLast() ?? false)
    case "while":
      return guarded(RoffCondition(rest, isDefined: { _ in false }).rest, if: false)
    case "so":
      if redirect == nil, let target = roffArguments(rest).first {
        redirect = String(decoding: target, as: UTF8.self)
      }
    case "TS":
      if !isInTable { reduceTable() }
    case "EQ":
      skipLines(to: "EN")
    case "PS":
      skipLines(to: "PE")
    default:
      if !formatMan(name, rest), !expand(name, rest) {
        formatMdoc(name, roffArguments(rest))
      }
    }
    return nil
  }

  /// Skips lines up to a request, `.` unless another is named.
  private mutating func skip(until end: ArraySlice<UInt8>?) {
    let end = end.map { Array($0) } ?? [UInt8(ascii: ".")]
    while let line = nextLine(), !Self.isRequest(line, end) {}
  }

  private mutating func skipLines(to request: String) {
    skip(until: Array(request.utf8)[...])
  }

  /// Whether a line is the request of a name.
  static func isRequest(_ line: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard line.first == UInt8(ascii: ".") || line.first == UInt8(ascii: "'") else { return false }
    let word = line.dropFirst().drop { $0 == UInt8(ascii: " ") }
    return word.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.elementsEqual(name)
  }

  // MARK: - Conditions

  private mutating func branch(
    on rest: ArraySlice<UInt8>, remembers: Bool
  ) -> ArraySlice<UInt8>? {
    let condition = RoffCondition(rest) { macros[$0] != nil || escapes.strings[$0] != nil }
    if remembers { elseBranches.append(!condition.holds) }
    return guarded(condition.rest, if: condition.holds)
  }

  /// The guarded rest of a line, if there is one to format; else it is skipped with the block that it opens.
  private mutating func guarded(
    _ rest: ArraySlice<UInt8>, if holds: Bool
  ) -> ArraySlice<UInt8>? {
    var body = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard holds else {
      var depth = Self.braceBalance(body)
      while depth > 0, let line = nextLine() { depth += Self.braceBalance(line) }
      return nil
    }
    while body.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "{")]) { body = body.dropFirst(2) }
    return body.isEmpty ? nil : body
  }

  /// Opening less closing block braces in a line.
  private static func braceBalance(_ line: ArraySlice<UInt8>) -> Int {
    var balance = 0
    var index = line.startIndex
    while index < line.endIndex {
      defer { index += 1 }
      guard line[index] == UInt8(ascii: "\\"), index + 1 < line.endIndex else { continue }
      index += 1
      if line[index] == UInt8(ascii: "{") { balance += 1 }
      if line[index] == UInt8(ascii: "}") { balance -= 1 }
    }
    return balance
  }

  // MARK: - Sections

  /// Starts a section; the first one names the page.
  mutating func startSection(_ title: [UInt8]) {
    output.fills = true
    tagIsPending = false
    output.breakLine()
    if let start = nameSectionStart {
      if nameSection == nil { nameSection = start..<output.bytes.count }
    }
    output.append(line: title[...])
    output.breakLine()
    if nameSectionStart == nil { nameSectionStart = output.bytes.count }
  }
}
