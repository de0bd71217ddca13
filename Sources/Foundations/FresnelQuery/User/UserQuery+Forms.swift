package import FresnelText

/// What a user query asks of the forms of items: that the text is a name, that it is the initials of one, and that a
/// piece is a code.
extension UserQuery {
  /// So many bytes have to be typed for what begins with them to be looked for.
  private static let leastBytesToGoOn = 3
  private static let initialCounts = 3...8
  private static let pointsOfFirstWord = 40
  private static let pointsOfWord = 32

  /// What the reading *as typed* asks of forms.
  ///
  /// - Parameter locale: The language of the search.
  /// - Returns: That an item has the text as one of its names, `nil` where the text has no word and where a token
  ///   covers some of it; and that it has a piece as a code, whatever signs are inside of the code, for each piece
  ///   that can be one, with the place of the piece.
  package func asTypedForms(
    _ locale: TextLocale
  ) -> (name: FormTest?, codes: [(place: Int, test: FormTest)]) {
    var reader = FormReader(locale)
    let name = name(&reader)
    var codes: [(place: Int, test: FormTest)] = []
    for (place, piece) in pieces.enumerated() {
      if let code = code(of: piece, &reader) { codes.append((place, code)) }
    }
    return (name, codes)
  }

  private func name(_ reader: inout FormReader) -> FormTest? {
    guard let name = nameForm(&reader) else { return nil }
    let words = name.bytes.count { $0 == UInt8(ascii: " ") }
    return FormTest(
      .name, name.bytes, inLanguage: name.inLanguage,
      rank: .points(Self.pointsOfFirstWord + Self.pointsOfWord * words))
  }

  /// That the initials of one of an item's names begin with the text, which has to be a single word of letters.
  ///
  /// - Parameter locale: The language of the search.
  /// - Returns: The test; `nil` where the text can be none.
  package func initials(_ locale: TextLocale) -> FormTest? {
    guard pieces.count == 1, pieces[0].kind == .word || pieces[0].kind == .prefix else {
      return nil
    }
    // A letter may be typed as several characters, which are one once they are folded.
    var reader = FormReader(locale)
    guard let form = reader.form(of: text(of: pieces[0]), { $0.joinedRuns }),
      Self.initialCounts.contains(form.bytes.count { $0 & 0xC0 != 0x80 }),
      FormText.areInitials(form.bytes[...])
    else { return nil }
    return FormTest(.initials, form.bytes, inLanguage: form.inLanguage, ending: .anything)
  }

  private func code(of piece: Piece, _ reader: inout FormReader) -> FormTest? {
    guard piece.kind != .phrase, piece.kind != .token,
      let form = reader.form(of: text(of: piece), Self.code),
      2...FormText.mostCodeBytes ~= form.bytes.count
    else { return nil }
    let code = form.bytes
    let isVersion =
      code.contains(UInt8(ascii: ".")) && UInt8(ascii: "0")...UInt8(ascii: "9") ~= code[0]
    let ending: FormTest.Ending =
      piece.mayGoOn && code.count >= Self.leastBytesToGoOn
      ? .anything : isVersion ? .separator(UInt8(ascii: ".")) : .nothing
    return FormTest(.code, code, inLanguage: form.inLanguage, ending: ending)
  }

  /// The reading *as typed* of items that have a form: each piece as a word or a code, or the text as a name.
  ///
  /// - Parameter locale: The language of the search.
  /// - Returns: A query for the compiler; `nil` where nothing is asked for.
  package func asTypedOrForms(_ locale: TextLocale) -> Query? {
    let (name, codes) = asTypedForms(locale)
    let words = pieces.enumerated().compactMap { (place, piece) -> Query? in
      guard let word = comparison(with: piece) else { return nil }
      guard let code = codes.first(where: { $0.place == place }) else { return .comparison(word) }
      return .any(of: [.comparison(word), .comparison(Comparison(form: code.test))])
    }
    guard !(words + conditions).isEmpty else { return nil }
    let asWords = Query.all(of: words + conditions)
    guard let name else { return asWords }
    let asName = Query.all(of: [.comparison(Comparison(form: name))] + conditions)
    return .any(of: [asWords, asName])
  }

  /// A text as a code; nothing where it is none.
  private static func code(of text: FormText) -> [UInt8] {
    guard !text.runs.isEmpty else { return [] }
    let chunk = text.chunk(from: 0)
    guard chunk.runs.count == text.runs.count, !chunk.hasOtherSigns else { return [] }
    var code: [UInt8] = []
    text.appendCode(of: chunk, to: &code)
    return code.isEmpty && chunk.joinerCount == 0 ? text.joinedRuns : code
  }

  /// The text as the name of an item would be.
  private func nameForm(
    _ reader: inout FormReader
  ) -> (bytes: [UInt8], inLanguage: FormTest.InLanguage?)? {
    guard !pieces.isEmpty, !pieces.contains(where: { $0.kind == .token }),
      text.utf8.count <= Self.mostBytes
    else { return nil }
    return reader.form(of: text) { text in
      var name: [UInt8] = []
      text.appendName(ofRuns: text.runs.count, to: &name)
      return name
    }
  }
}

/// Reads texts as the index folds them and as a language does.
private struct FormReader {
  private let locale: TextLocale
  private var asIndexed = FormText()
  /// `nil` where the language folds as the index does.
  private var inLanguage: FormText?
  /// What was read last: a single word is read as a name and as a code.
  private var last: String?

  init(_ locale: TextLocale) {
    self.locale = locale
    let text = FormText(locale: locale)
    inLanguage = text.foldsAsRoot ? nil : text
  }

  /// What is made of a text; `nil` where it is nothing.
  mutating func form(
    of text: String, _ make: (FormText) -> [UInt8]
  ) -> (bytes: [UInt8], inLanguage: FormTest.InLanguage?)? {
    if last != text { read(text) }
    let bytes = make(asIndexed)
    if bytes.isEmpty { return nil }
    return (bytes, inLanguage.map { FormTest.InLanguage(make($0), locale) })
  }

  private mutating func read(_ text: String) {
    last = text
    var text = text
    text.withUTF8 { utf8 in
      asIndexed.read(utf8)
      inLanguage?.read(utf8)
    }
  }
}
