/// Reduces the source of a manual page to plain text.
///
/// Understood are the requests of roff that change what is read (comments, definitions, strings,
/// conditions, inclusion), the man(7) and mdoc(7) macros, tables of tbl(1), and a page's own macros.
/// What only changes the look is dropped. The reducer never fails: input that makes no sense loses
/// its markup and keeps its words.
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

  private var lines: ArraySlice<ArraySlice<UInt8>> = []
  private var macros: [String: [[UInt8]]] = [:]
  private var elseBranches: [Bool] = []
  private var nameSectionStart: Int?
  private var macroDepth = 0
  /// Lines that the page's own macros may still produce, so that one that calls itself twice ends.
  private var macroBudget = 20_000
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

  private mutating func run(_ newLines: ArraySlice<ArraySlice<UInt8>>) {
    let outer = lines
    lines = newLines
    while let line = nextLine() {
      process(line)
      if output.bytes.count >= byteLimit { break }
    }
    lines = outer
  }

  /// The next line of input; a line that ends in a backslash takes the following one with it.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard var line = lines.popFirst() else { return nil }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    while line.last == UInt8(ascii: "\\"), line.dropLast().last != UInt8(ascii: "\\"),
      let next = lines.popFirst()
    {
      line = line.dropLast() + next
    }
    return line
  }

  private mutating func process(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else {
      output.breakLine()
      return
    }
    if first == UInt8(ascii: ".") || first == UInt8(ascii: "'") {
      control(line.dropFirst())
    } else {
      text(line)
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

  private mutating func control(_ line: ArraySlice<UInt8>) {
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
      branch(on: rest, remembers: false)
    case "ie":
      branch(on: rest, remembers: true)
    case "el":
      take(rest, if: elseBranches.popLast() ?? false)
    case "while":
      take(RoffCondition(rest, isDefined: { _ in false }).rest, if: false)
    case "so":
      if redirect == nil, let target = roffArguments(rest).first {
        redirect = String(decoding: target, as: UTF8.self)
      }
    case "TS":
      reduceTable()
    case "EQ":
      skipLines(to: "EN")
    case "PS":
      skipLines(to: "PE")
    default:
      if !formatMan(name, rest), !expand(name, rest) {
        formatMdoc(name, roffArguments(rest))
      }
    }
  }

  private mutating func define(_ arguments: [ArraySlice<UInt8>]) {
    let end = arguments.dropFirst().first.map { Array($0) } ?? [UInt8(ascii: ".")]
    var body: [[UInt8]] = []
    while let line = nextLine() {
      if Self.isRequest(line, end) { break }
      body.append(Array(line))
    }
    if let name = arguments.first { macros[String(decoding: name, as: UTF8.self)] = body }
  }

  private mutating func skip(until end: ArraySlice<UInt8>?) {
    let end = end.map { Array($0) } ?? [UInt8(ascii: ".")]
    while let line = nextLine(), !Self.isRequest(line, end) {}
  }

  private mutating func skipLines(to request: String) {
    skip(until: Array(request.utf8)[...])
  }

  private static func isRequest(_ line: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard line.first == UInt8(ascii: ".") || line.first == UInt8(ascii: "'") else { return false }
    let word = line.dropFirst().drop { $0 == UInt8(ascii: " ") }
    return word.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.elementsEqual(name)
  }

  private mutating func defineString(_ rest: ArraySlice<UInt8>, appends: Bool) {
    let text = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let nameBytes = text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    var value = text.dropFirst(nameBytes.count).drop { $0 == UInt8(ascii: " ") }
    if value.first == UInt8(ascii: "\"") { value = value.dropFirst() }
    let name = String(decoding: nameBytes, as: UTF8.self)
    let old = appends ? escapes.strings[name] ?? [] : []
    guard old.count + value.count <= 10_000 else { return }
    escapes.strings[name] = old + value
  }

  // MARK: - Conditions

  private mutating func branch(on rest: ArraySlice<UInt8>, remembers: Bool) {
    let defined = (macros, escapes.strings)
    let condition = RoffCondition(rest) { defined.0[$0] != nil || defined.1[$0] != nil }
    if remembers { elseBranches.append(!condition.holds) }
    take(condition.rest, if: condition.holds)
  }

  /// Formats the guarded rest of a line and the block that it opens, or skips both.
  private mutating func take(_ rest: ArraySlice<UInt8>, if holds: Bool) {
    let rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if holds {
      var body = rest
      while body.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "{")]) { body = body.dropFirst(2) }
      if !body.isEmpty { process(body) }
      return
    }
    var depth = Self.braceBalance(rest)
    while depth > 0, let line = nextLine() { depth += Self.braceBalance(line) }
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

  // MARK: - The page's own macros

  /// Runs a macro that the page defined; false when there is none of the name.
  private mutating func expand(_ name: String, _ rest: ArraySlice<UInt8>) -> Bool {
    guard let body = macros[name] else { return false }
    guard macroDepth < 16, macroBudget >= body.count else { return true }
    macroDepth += 1
    macroBudget -= body.count + 1
    let arguments = roffArguments(rest)
    run(body.map { Self.filled($0, with: arguments)[...] }[...])
    macroDepth -= 1
    return true
  }

  /// A line of a macro's body with `\$1` to `\$9` and `\$*` filled in; there, `\\` is a backslash.
  private static func filled(_ line: [UInt8], with arguments: [ArraySlice<UInt8>]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      var next = index + 1
      guard line[index] == UInt8(ascii: "\\"), next < line.count else {
        result.append(line[index])
        index += 1
        continue
      }
      if line[next] == UInt8(ascii: "\\") { next += 1 }
      if next + 1 < line.count, line[next] == UInt8(ascii: "$") {
        let selector = line[next + 1]
        if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(selector) {
          let number = Int(selector - UInt8(ascii: "1"))
          if number < arguments.count { result.append(contentsOf: arguments[number]) }
        } else if selector == UInt8(ascii: "*") || selector == UInt8(ascii: "@") {
          result.append(contentsOf: arguments.joined(separator: [UInt8(ascii: " ")]))
        }
        index = next + 2
      } else if next == index + 2 {
        result.append(UInt8(ascii: "\\"))
        index = next
      } else {
        result.append(contentsOf: line[index...next])
        index = next + 1
      }
    }
    return result
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

  // MARK: - Tables

  /// Reduces a table of tbl(1) to a line for each row, cells separated by two spaces.
  private mutating func reduceTable() {
    output.breakLine()
    var separator = UInt8(ascii: "\t")
    var isInFormat = true
    var isInBlock = false
    while let line = nextLine() {
      if Self.isRequest(line, Array("TE".utf8)) { break }
      if isInFormat {
        if line.last == UInt8(ascii: ";") {
          separator = Self.tableSeparator(line) ?? separator
        } else if line.last(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: ".") {
          isInFormat = false
        }
      } else if Self.isRequest(line, Array("T&".utf8)) {
        isInFormat = true
      } else if !isInBlock, line.first == UInt8(ascii: ".") {
        process(line)
      } else if line.count == 1, line.first == UInt8(ascii: "_") || line.first == UInt8(ascii: "=")
      {
        continue
      } else {
        reduceRow(line, separator, &isInBlock)
      }
    }
    output.breakLine()
  }

  private mutating func reduceRow(
    _ line: ArraySlice<UInt8>, _ separator: UInt8, _ isInBlock: inout Bool
  ) {
    if isInBlock, !line.starts(with: Array("T}".utf8)) {
      process(line)
      return
    }
    isInBlock = false
    let cells = line.split(separator: separator, omittingEmptySubsequences: true)
    for (number, cell) in cells.enumerated() {
      if cell.elementsEqual("T}".utf8) || cell.elementsEqual("\\^".utf8) { continue }
      if cell.elementsEqual("T{".utf8) {
        isInBlock = true
        continue
      }
      var visible: [UInt8] = number == 0 ? [] : [UInt8(ascii: " "), UInt8(ascii: " ")]
      escapes.resolve(cell, into: &visible)
      output.append(word: visible[...])
    }
    if !isInBlock { output.breakLine() }
  }

  /// The character in `tab(x)` of a table's options.
  private static func tableSeparator(_ options: ArraySlice<UInt8>) -> UInt8? {
    let text = Array(options)
    let word = Array("tab".utf8)
    for start in text.indices where text[start...].starts(with: word) {
      let rest = text[(start + word.count)...].drop { $0 == UInt8(ascii: " ") }
      if rest.first == UInt8(ascii: "("), rest.count > 2 { return rest.dropFirst().first }
    }
    return nil
  }
}
