extension RoffReducer {
  /// Formats a macro of mdoc(7). An unknown name is dropped with its arguments, as roff does.
  mutating func formatMdoc(_ name: String, _ arguments: [ArraySlice<UInt8>]) {
    switch name {
    case "Dd", "Os", "Bk", "Ek", "Sm", "Bf", "Ef", "Rs", "Hf", "Db", "Ud", "Bt":
      break
    case "Dt":
      documentTitle = arguments.first.map { plain($0) }
    case "Sh":
      var title: [UInt8] = []
      for argument in arguments {
        if !title.isEmpty { title.append(UInt8(ascii: " ")) }
        escapes.resolve(argument, into: &title)
      }
      startSection(title)
    case "Ss":
      output.fills = true
      output.breakLine()
      formatMdocWords("No", arguments)
      output.breakLine()
    case "Pp", "Lp", "Re":
      output.breakLine()
    case "Bl":
      output.breakLine()
      listTags.append(arguments.contains { Self.taggedLists.contains(plain($0)) })
    case "El":
      _ = listTags.popLast()
      output.breakLine()
    case "It":
      output.breakLine()
      formatMdocWords("No", arguments)
      if listTags.last ?? false { output.breakLine() }
    case "Bd":
      output.breakLine()
      output.fills = !arguments.contains { ["-literal", "-unfilled"].contains(plain($0)) }
    case "Ed":
      output.breakLine()
      output.fills = true
    case "D1", "Dl":
      output.breakLine()
      formatMdocWords("No", arguments)
      output.breakLine()
    case "Ex":
      formatMdocWords("No", [Self.exitSentence[...]])
    default:
      guard MdocMacro.isKnown(name) else { return }
      formatMdocWords(name, arguments)
      if !output.fills { output.breakLine() }
    }
    finishTag()
  }

  /// The lists whose items stand on a line of their own.
  private static let taggedLists: Set<String> = ["-tag", "-hang", "-ohang", "-inset", "-diag"]
  private static let exitSentence = Array("exits 0 on success, and >0 if an error occurs.".utf8)

  /// Formats a macro that may stand inside a line, and the macros among its arguments.
  private mutating func formatMdocWords(_ name: String, _ arguments: [ArraySlice<UInt8>]) {
    var macro = name
    var words: [ArraySlice<UInt8>] = []
    var closers: [String] = []
    for argument in arguments {
      let word = String(decoding: argument, as: UTF8.self)
      guard MdocMacro.isKnown(word), macro != "No" || !words.isEmpty || name == "No" else {
        words.append(argument)
        continue
      }
      if let closer = emitMdoc(macro, words) { closers.append(closer) }
      macro = word
      words = []
    }
    if let closer = emitMdoc(macro, words) { closers.append(closer) }
    for closer in closers.reversed() { emit(closing: closer) }
  }

  /// Writes one macro with the words that belong to it.
  ///
  /// - Returns: What closes an enclosure at the end of the line.
  private mutating func emitMdoc(_ name: String, _ words: [ArraySlice<UInt8>]) -> String? {
    if let (opening, closing) = MdocMacro.enclosures[name] {
      emit(opening: opening)
      // Punctuation at the end of the line belongs after the enclosure.
      let trailing = words.reversed().prefix { MdocMacro.isClosingPunctuation($0) }.count
      emit(words.dropLast(trailing))
      guard trailing > 0 else { return closing }
      emit(closing: closing)
      emit(words.suffix(trailing))
      return nil
    }
    if let opening = MdocMacro.openings[name] {
      emit(opening: opening)
      emit(words[...])
      return nil
    }
    if let closing = MdocMacro.closings[name] {
      emit(closing: closing)
      emit(words[...])
      return nil
    }
    switch name {
    case "Nm":
      emitName(words)
    case "Nd":
      emit(["-"])
      emit(words[...])
    case "Fl":
      emitFlags(words)
    case "Ar" where words.allSatisfy({ MdocMacro.isClosingPunctuation($0) }):
      emit(["file", "..."])
      emit(words[...])
    case "Xr":
      guard words.count > 1, !MdocMacro.isClosingPunctuation(words[1]) else {
        emit(words[...])
        break
      }
      emit(["\(plain(words[0]))(\(plain(words[1])))"])
      emit(words.dropFirst(2))
    case "Fn", "Fo":
      let arguments = words.dropFirst().map { plain($0) }.joined(separator: ", ")
      emit([(words.first.map { plain($0) } ?? "") + "("])
      output.joinsNextWord = true
      emit([arguments])
      if name == "Fn" { emit(closing: ")") }
    case "In":
      if let file = words.first { emit(["<\(plain(file))>"]) }
      emit(words.dropFirst())
    case "Ns":
      output.joinsNextWord = true
      emit(words[...])
    case "Pf":
      emit(words.prefix(1))
      output.joinsNextWord = true
      emit(words.dropFirst())
    case "Ap":
      emit(closing: "'")
      output.joinsNextWord = true
      emit(words[...])
    default:
      if let system = MdocMacro.systems[name] { emit([system]) }
      emit(words[...])
    }
    return nil
  }

  private mutating func emitName(_ words: [ArraySlice<UInt8>]) {
    let isBare = words.allSatisfy { MdocMacro.isClosingPunctuation($0) }
    if isBare {
      if escapes.budget.spend(part: mdocName.count) { output.append(word: mdocName[...]) }
    } else if mdocName.isEmpty, let first = words.first {
      escapes.resolve(first, into: &mdocName)
    }
    emit(words[...])
  }

  private mutating func emitFlags(_ words: [ArraySlice<UInt8>]) {
    guard !words.isEmpty else {
      emit(["-"])
      output.joinsNextWord = true
      return
    }
    for word in words {
      if MdocMacro.isClosingPunctuation(word) || plain(word) == "|" {
        emit([word][...])
      } else {
        emit(["-" + plain(word)])
      }
    }
  }

  private mutating func emit(_ words: ArraySlice<ArraySlice<UInt8>>) {
    for word in words {
      if MdocMacro.isClosingPunctuation(word) { output.joinsNextWord = true }
      var visible: [UInt8] = []
      escapes.resolve(word, into: &visible)
      output.append(word: visible[...])
      if word.elementsEqual("(".utf8) || word.elementsEqual("[".utf8) {
        output.joinsNextWord = true
      }
    }
  }

  private mutating func emit(_ texts: [String]) {
    for text in texts { output.append(word: Array(text.utf8)[...]) }
  }

  private mutating func emit(opening: String) {
    output.append(word: Array(opening.utf8)[...])
    output.joinsNextWord = true
  }

  private mutating func emit(closing: String) {
    output.joinsNextWord = true
    output.append(word: Array(closing.utf8)[...])
  }
}
