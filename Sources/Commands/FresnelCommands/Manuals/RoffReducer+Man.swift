extension RoffReducer {
  /// Formats a macro of man(7) or a request of roff that both macro packages use; false for any
  /// other name.
  mutating func formatMan(_ name: String, _ rest: ArraySlice<UInt8>) -> Bool {
    switch name {
    case "TH":
      documentTitle = roffArguments(rest).first.map { plain($0) }
    case "SH", "SS":
      let title = words(rest)
      if name == "SH", !title.isEmpty {
        startSection(title)
      } else {
        output.fills = true
        output.breakLine()
        output.append(line: title[...])
        output.breakLine()
      }
    case "PP", "P", "LP", "br", "sp", "RS", "RE", "HP", "Sp", "ti", "in", "ce", "bp":
      tagIsPending = false
      output.breakLine()
    case "TP", "TQ":
      output.breakLine()
      tagIsPending = true
    case "IP":
      output.breakLine()
      if let tag = roffArguments(rest).first {
        let text = plain(tag)
        output.append(word: Array(text.utf8)[...])
        if text.count > 3 { output.breakLine() }
      }
    case "B", "I", "R", "SM", "SB", "CW", "RN":
      let text = words(rest)
      if !text.isEmpty { append(text) }
    case "BR", "BI", "IR", "IB", "RB", "RI":
      append(roffArguments(rest).reduce(into: []) { escapes.resolve($1, into: &$0) })
    case "OP":
      let arguments = roffArguments(rest).map { plain($0) }.joined(separator: " ")
      append(Array("[\(arguments)]".utf8))
    case "MR":
      let arguments = roffArguments(rest).map { plain($0) }
      guard arguments.count > 1 else {
        append(Array(arguments.joined().utf8))
        break
      }
      let punctuation = arguments.dropFirst(2).joined()
      append(Array("\(arguments[0])(\(arguments[1]))\(punctuation)".utf8))
    case "UR", "MT":
      if let target = roffArguments(rest).first { append(Array("<\(plain(target))>".utf8)) }
    case "UE", "ME":
      let text = words(rest)
      if !text.isEmpty {
        output.joinsNextWord = true
        append(text)
      }
    case "SY":
      output.breakLine()
      append(words(rest))
    case "YS":
      output.breakLine()
    case "nf", "EX", "Vb":
      output.breakLine()
      output.fills = false
    case "fi", "EE", "Ve":
      output.breakLine()
      output.fills = true
    case "IX", "ft", "ad", "na", "hy", "nh", "ne", "ta", "ll", "ps", "vs", "nr", "rm", "rr", "rn",
      "als", "tr", "fp", "cs", "PD", "UC", "AT", "DT", "BS", "BE", "pl", "po", "mk", "rt", "ss",
      "lg", "ul", "cu", "tm", "ec", "eo", "fam", "nop", "pc", "ev", "di", "da", "hla", "hcode",
      "lf", "mso", "nx", "ns", "rs", "wh", "em", "ab", "ex", "tl", "lt", "kern", "cflags",
      "warn", "bd", "do", "shc", "fchar", "char", "substring", "length", "aln", "return", "THIS":
      break
    default:
      return false
    }
    return true
  }

  /// Arguments as one text, separated by spaces, escapes resolved.
  mutating func words(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for argument in roffArguments(rest) {
      if !result.isEmpty { result.append(UInt8(ascii: " ")) }
      escapes.resolve(argument, into: &result)
    }
    return result
  }

  /// A text with its escapes resolved.
  mutating func plain(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    escapes.resolve(text, into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends visible text as a line of input.
  private mutating func append(_ text: [UInt8]) {
    output.append(line: text[...])
    output.joinsNextWord = escapes.continuesWord
    finishTag()
  }
}
