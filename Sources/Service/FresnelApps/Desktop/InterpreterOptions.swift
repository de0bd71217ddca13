/// The options by which an interpreter is given the text of a program instead of its file.
struct InterpreterOptions {
  /// What the words behind an interpreter's name say that it runs.
  enum Reading: Equatable {
    /// The text of a program is among them.
    case programText
    /// It runs the file at this place.
    case file(Int)
    /// Nothing.
    case nothing
  }

  /// The letters, which may stand with others behind one hyphen.
  var letters = ""
  /// The names behind two hyphens.
  var names: Set<String> = []
  /// The words that do the same.
  var words: Set<String> = []
  /// A character that text begins with, such as `+` of editors.
  var starts: Character?
  /// The letters of options whose value is the next word.
  var valued = ""
  /// Those of them whose value names the program, so that there is no file.
  var modules = ""
  /// The modules that run the file or the text that their arguments name.
  var moduleRunners: Set<String> = []
  /// Whether what follows the first operand is the program's own, and no option any more.
  var endsAtFile = true
  /// Whether the first operand is a file that it runs.
  var runsFile = true
  /// Whether names may stand behind one hyphen.
  var hasLongOptionsWithOneHyphen = false
  /// The words before its file that say that it is run.
  var commands: Set<String> = []
  /// What the names of long options begin with that have no value behind them; each may begin with `no-`.
  var flags: [String] = []

  /// Reads the words behind the interpreter's name.
  ///
  /// - Parameters:
  ///   - rest: The words.
  ///   - isNested: Whether another program runs it, so that the first operand is not its own.
  ///   - isField: Whether what is opened is part of the word at a place. Where no other file is found, such a word
  ///     among the options counts as the file: the option before it may have no value, or load a file.
  /// - Returns: What it runs.
  func reading(
    _ rest: ArraySlice<String>, isNested: Bool, isField: (Int) -> Bool
  ) -> Reading {
    var passesOperand = isNested
    var commands = self.commands
    var doubtful: Int?
    var withoutFile: Reading {
      guard endsAtFile, runsFile, let doubtful else { return .nothing }
      return .file(doubtful)
    }
    var isValue = false
    var hasOptions = true
    for (place, word) in zip(rest.indices, rest) {
      if isValue {
        isValue = false
        if !word.hasPrefix("-") {
          if isField(place) { doubtful = doubtful ?? place }
          continue
        }
      }
      if hasOptions, word == "--" {
        hasOptions = false
        continue
      }
      if hasOptions, let starts, word.first == starts { return .programText }
      if hasOptions, word.hasPrefix("-") || word.hasPrefix("+"), word.count > 1 {
        if isText(word) { return .programText }
        if isField(place) { doubtful = doubtful ?? place }
        let valuedLetter =
          word.hasPrefix("--") ? nil : word.dropFirst(letters(of: word).count + 1).first
        if let valuedLetter, modules.contains(valuedLetter) {
          let isAttached = valuedLetter != word.last || letters(of: word).count + 2 < word.count
          return reading(
            ofModule: isAttached ? place : place + 1, in: rest, isField, orElse: withoutFile)
        }
        // The value of a long option that is not known here would otherwise be taken for the file.
        isValue =
          word.hasPrefix("--")
          ? !word.contains("=") && !isFlag(word)
          : valuedLetter.map(valued.contains) == true && valuedLetter == word.last
        continue
      }
      if words.contains(word) { return .programText }
      if commands.remove(word) != nil { continue }
      if word.contains("="), !word.contains("/") { continue }
      if passesOperand {
        passesOperand = false
      } else if endsAtFile {
        return runsFile ? .file(place) : .nothing
      }
    }
    return withoutFile
  }

  /// What an option for a module says that is run: what is opened, where that is the module or what the module runs.
  ///
  /// - Parameters:
  ///   - place: Where the module's name is, perhaps right behind the option.
  ///   - rest: The words.
  ///   - isField: Whether what is opened is part of the word at a place.
  ///   - other: What it runs else.
  /// - Returns: What it runs.
  private func reading(
    ofModule place: Int, in rest: ArraySlice<String>, _ isField: (Int) -> Bool,
    orElse other: Reading
  ) -> Reading {
    guard rest.indices.contains(place) else { return other }
    if isField(place) { return .file(place) }
    var name = rest[place][...]
    if name.hasPrefix("-"), let letter = name.firstIndex(where: modules.contains) {
      name = name[name.index(after: letter)...]
    }
    let package = name.prefix { $0 != "." }
    guard moduleRunners.contains(String(package)),
      let field = rest.indices.first(where: { $0 > place && isField($0) })
    else { return other }
    return .file(field)
  }

  /// Whether a long option has no value behind it.
  private func isFlag(_ word: String) -> Bool {
    let name = word.dropFirst(2)
    return name.hasPrefix("no-") || flags.contains { name.hasPrefix($0) }
  }

  /// Whether an option introduces the text of a program.
  private func isText(_ word: String) -> Bool {
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" && $0 != ":" }.lowercased()
    if word.hasPrefix("--") { return names.contains(name) }
    if hasLongOptionsWithOneHyphen, names.contains(name) { return true }
    // "-lc", and "-e" with the text right behind it.
    return letters(of: word).contains(where: letters.contains)
  }

  /// The options of one letter that stand behind one hyphen, up to the first that has a value.
  private func letters(of word: String) -> Substring {
    word.dropFirst().prefix { $0.isLetter && !valued.contains($0) }
  }
}
