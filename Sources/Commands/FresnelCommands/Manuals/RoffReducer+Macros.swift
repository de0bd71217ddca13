/// The strings and macros that a page defines.
extension RoffReducer {
  /// The most bytes of a string's value.
  private static let maximumStringByteCount = 10_000
  /// How many macros may run at the same time, each called by the one before.
  private static let maximumMacroDepth = 16

  /// Reads the lines of a macro's definition.
  ///
  /// - Parameter arguments: The macro's name and, if there is one, the request that ends the definition.
  mutating func define(_ arguments: [ArraySlice<UInt8>]) {
    let end = arguments.dropFirst().first.map { Array($0) } ?? [UInt8(ascii: ".")]
    var body: [[UInt8]] = []
    while let line = nextLine() {
      if Self.isRequest(line, end) { break }
      body.append(Array(line))
    }
    if let name = arguments.first {
      macros[String(decoding: name, as: UTF8.self)] = RoffMacro(lines: body)
    }
  }

  /// Sets a string or appends to it; a value that would be too long is left as it was.
  mutating func defineString(_ rest: ArraySlice<UInt8>, appends: Bool) {
    let text = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let nameBytes = text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    var value = text.dropFirst(nameBytes.count).drop { $0 == UInt8(ascii: " ") }
    if value.first == UInt8(ascii: "\"") { value = value.dropFirst() }
    let name = String(decoding: nameBytes, as: UTF8.self)
    let known = appends ? escapes.strings[name]?.count ?? 0 : 0
    guard known + value.count <= Self.maximumStringByteCount else { return }
    if appends {
      escapes.strings[name, default: []].append(contentsOf: value)
    } else {
      escapes.strings[name] = Array(value)
    }
  }

  /// Runs a macro that the page defined; false when there is none of the name.
  ///
  /// A macro that too many others have called, or that would add more than the page may, adds nothing.
  mutating func expand(_ name: String, _ rest: ArraySlice<UInt8>) -> Bool {
    guard let macro = macros[name] else { return false }
    guard macroDepth < Self.maximumMacroDepth,
      let lines = macro.filled(with: roffArguments(rest), &escapes.budget)
    else { return true }
    macroDepth += 1
    run(lines[...])
    macroDepth -= 1
    return true
  }
}
