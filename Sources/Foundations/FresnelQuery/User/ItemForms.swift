package import FresnelModel
package import FresnelText

/// What a person may type for an item besides its words: its names as a whole, their initials and their spelling in
/// other scripts, and codes without the signs inside of them.
///
/// The forms are a function of the item alone. The index keeps them as keys, so whoever looks at the item itself has
/// to ask here and nowhere else. They are folded as the index folds, and come in the order of analysis.
///
/// A value can be filled again and again, so that the forms of many items take the room of one.
package struct ItemForms {
  /// The forms found so far.
  package private(set) var forms: [Form] = []
  private var bytes: [UInt8] = []
  private var counts = InlineArray<4, Int>(repeating: 0)
  /// How many names were spelled. They are no more than there may be readings, however often one comes again.
  private var spelledNameCount = 0
  /// The form being made.
  private var draft: [UInt8] = []
  private var text: FormText

  /// Makes a value without forms.
  ///
  /// - Parameter locale: How they are folded: by the root locale, as in the index.
  package init(locale: TextLocale = .root) {
    text = FormText(locale: locale)
  }

  /// Collects the forms of an item. What is damaged has none.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - locale: How they are folded: by the root locale, as in the index.
  package init(of item: EncodedItem, locale: TextLocale = .root) {
    self.init(locale: locale)
    try? item.forEachAnalyzedText { key, text in add(text, of: key) }
  }

  /// Collects the forms of one kind of an item; what cannot give them is not read. What is damaged has none.
  ///
  /// - Parameters:
  ///   - kind: What they are.
  ///   - item: The item.
  ///   - locale: How they are folded: by the root locale, as in the index.
  ///   - goesOn: Is told before a text is looked at how many bytes it has; when it returns false, the others are left
  ///     out.
  init(
    _ kind: Kind, of item: EncodedItem, locale: TextLocale = .root,
    goesOn: (_ byteCount: Int) -> Bool
  ) {
    self.init(locale: locale)
    var isOver = false
    try? item.forEachAnalyzedText { key, byteCount in
      // Codes may be in any text, all else in names alone.
      guard !isOver, kind == .code || Self.isName(key) else { return false }
      isOver = !goesOn(byteCount)
      return !isOver
    } _: { key, text in
      add(text, of: key)
    }
    forms.removeAll { $0.kind != kind }
  }

  /// Forgets the forms, to begin with another item.
  package mutating func removeAll() {
    forms.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for kind in Kind.allCases { counts[kind.rawValue] = 0 }
    spelledNameCount = 0
  }

  /// The bytes of a form, which are UTF-8.
  ///
  /// - Parameter form: One of ``forms``.
  /// - Returns: The bytes.
  package func bytes(of form: Form) -> ArraySlice<UInt8> { bytes[form.range] }

  /// Adds the forms of a text of the item; texts come in the order of analysis.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - key: What it is stored under.
  /// - Complexity: O(*n*) in the text.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, of key: AttributeKey) {
    let group = key.fieldGroup
    switch key {
    case .builtIn(.title), .builtIn(.displayName), .builtIn(.alternateNames), .builtIn(.identifier):
      addNames(text, isFile: false, in: group)
    case .builtIn(.path):
      addNames(FileName.of(path: text), isFile: true, in: group)
    case .builtIn(.contentURL):
      FileName.of(url: text).withUnsafeBufferPointer { addNames($0, isFile: true, in: group) }
    default:
      switch group {
      case .text: addSigned(of: text)
      case .metadata, .secondary, .title:
        guard counts[Kind.code.rawValue] < Kind.code.most, FormText.mayHoldCodes(text) else {
          return
        }
        addCodes(ofLong: text, in: group)
      case nil: break
      }
    }
  }

  // MARK: - Names

  private mutating func addNames(
    _ text: UnsafeBufferPointer<UInt8>, isFile: Bool, in group: FieldGroup?
  ) {
    // A longer one is equal to nothing that is typed.
    guard text.count <= UserQuery.mostBytes else { return addCodes(ofLong: text, in: group) }
    self.text.read(text)
    let whole = self.text.runs.count
    let stem = isFile ? self.text.runCountOfStem : whole
    addName(ofRuns: whole, in: group)
    if stem < whole { addName(ofRuns: stem, in: group) }
    draft.removeAll(keepingCapacity: true)
    self.text.appendInitials(ofRuns: stem, to: &draft)
    if !draft.isEmpty { addDraft(.initials, in: group, isFirst: true) }
    addCodes(in: group, isWhole: true)
    if self.text.mayHaveReadings(runCount: stem) { addReadings(ofRuns: stem, in: group) }
  }

  private mutating func addReadings(ofRuns count: Int, in group: FieldGroup?) {
    guard spelledNameCount < Kind.reading.most else { return }
    spelledNameCount += 1
    let limit = Kind.reading.most - counts[Kind.reading.rawValue]
    guard limit > 0 else { return }
    let readings =
      NameReadings.readings(of: text, runCount: count, limit: limit)
      + SpelledWords.readings(of: text, runCount: count, limit: limit)
    for reading in readings {
      draft = reading.form
      addDraft(.reading, in: group, isFirst: reading.isFirst)
    }
  }

  private mutating func addName(ofRuns count: Int, in group: FieldGroup?) {
    guard count > 0 else { return }
    draft.removeAll(keepingCapacity: true)
    text.appendName(ofRuns: count, to: &draft)
    addDraft(.name, in: group, isFirst: true)
  }

  // MARK: - Codes

  /// Adds the codes of a text of any length, in which memory is needed for a part at a time.
  private mutating func addCodes(
    ofLong text: UnsafeBufferPointer<UInt8>, in group: FieldGroup?
  ) {
    var parts = TextParts(text)
    var isBeginning = true
    while counts[Kind.code.rawValue] < Kind.code.most, let range = parts.next() {
      self.text.read(UnsafeBufferPointer(rebasing: text[range]))
      addCodes(in: group, isWhole: true, isBeginning: isBeginning)
      isBeginning = false
    }
  }

  /// Adds the codes of the text that was read.
  ///
  /// - Parameters:
  ///   - group: The weight class of the attribute.
  ///   - isWhole: Whether codes of all sorts are wanted; else only those whose signs stand around them.
  ///   - isBeginning: Whether the text begins what the attribute holds.
  private mutating func addCodes(
    in group: FieldGroup?, isWhole: Bool, isBeginning: Bool = true
  ) {
    var first = 0
    while first < text.runs.count {
      let chunk = text.chunk(from: first)
      draft.removeAll(keepingCapacity: true)
      if isWhole || chunk.joinerCount == 0 { text.appendCode(of: chunk, to: &draft) }
      let isFirst = group == .title && isBeginning && first == 0
      if !draft.isEmpty { addDraft(.code, in: group, isFirst: isFirst) }
      first = chunk.runs.upperBound
    }
  }

  /// Adds the names with signs around them that a long text has.
  private mutating func addSigned(of text: UnsafeBufferPointer<UInt8>) {
    var chunks = SignedChunks(text)
    while counts[Kind.code.rawValue] < Kind.code.most, let range = chunks.next() {
      self.text.read(UnsafeBufferPointer(rebasing: text[range]))
      addCodes(in: .text, isWhole: false)
    }
  }

  /// Adds the draft unless it is there already, or there are as many of the kind as an item has.
  private mutating func addDraft(_ kind: Kind, in group: FieldGroup?, isFirst: Bool) {
    guard counts[kind.rawValue] < kind.most else { return }
    let isKnown = forms.contains { form in
      form.kind == kind && form.group == group && form.isFirst == isFirst
        && form.range.count == draft.count && bytes[form.range].elementsEqual(draft)
    }
    if isKnown { return }
    counts[kind.rawValue] += 1
    let start = bytes.count
    bytes += draft
    forms.append(Form(kind: kind, group: group, isFirst: isFirst, range: start..<bytes.count))
  }
}

extension EncodedItem {
  /// Calls a closure with each text that the index analyzes, in the order of analysis: of HTML what its reader would
  /// see.
  ///
  /// - Parameters:
  ///   - isWanted: Is asked, with the number of bytes, what of the item is to be read.
  ///   - body: Receives what the text is stored under, and its UTF-8, which is valid during the call only.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``; the texts before the damage have been visited.
  package func forEachAnalyzedText(
    where isWanted: (AttributeKey, _ byteCount: Int) -> Bool = { _, _ in true },
    _ body: (AttributeKey, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(ModelError) {
    try forEachEncodedAttribute { attribute throws(ModelError) in
      let key = attribute.key
      guard isWanted(key, attribute.byteCount) else { return }
      guard key == .builtIn(.htmlContentData) else {
        return try attribute.forEachText { body(key, $0) }
      }
      try attribute.value().forEachElementText(under: key) { text in
        var text = text
        text.withUTF8 { body(key, $0) }
      }
    }
  }
}
