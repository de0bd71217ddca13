/// Why a command line is not run: what a field code stands for would be read as part of a command.
package enum ExecLineProblem: Error, Equatable, Sendable {
  /// A field code stands inside quotes, where the specification does not define it.
  case quotedField(Character)
  /// A field code stands where the program's name belongs, by itself or behind a program such as `env`.
  case fieldAsProgram(Character)
  /// A field code is handed to a program that is given the text of a program on the same command line, such as `sh -c`.
  case fieldBesideProgramText(Character, interpreter: String)
  /// A field code is handed to a program that makes a command line of its arguments, such as `ssh`.
  case fieldInCommand(Character, program: String)
  /// A field code is part of a word that holds white space, which is what a command line within a word looks like.
  case fieldBesideWhiteSpace(Character)
  /// A field code is in a line that has more words, or more field codes, than can be judged.
  case tooLong(Character)

  /// One sentence that names the desktop file and says how it is mended.
  ///
  /// - Parameter path: The desktop file.
  /// - Returns: The sentence.
  package func message(path: String) -> String {
    switch self {
    case .quotedField(let code):
      "\(path) is not run: its Exec line has %\(code) inside quotes, which the Desktop Entry specification leaves "
        + "undefined; write %\(code) outside of them, as an argument of its own."
    case .fieldAsProgram(let code):
      "\(path) is not run: its Exec line has %\(code) in place of a program, and what is opened is no program; name one "
        + "before it."
    case .fieldBesideProgramText(let code, let interpreter):
      "\(path) is not run: its Exec line hands %\(code) to \(interpreter) together with the text of a program; put that "
        + "text into a script, and write the script's path before %\(code)."
    case .fieldInCommand(let code, let program):
      "\(path) is not run: its Exec line hands %\(code) to \(program), which makes a command line of its arguments; put "
        + "the command into a script that quotes it, and write the script's path before %\(code)."
    case .fieldBesideWhiteSpace(let code):
      "\(path) is not run: its Exec line has %\(code) in a word that holds white space, which a program may read as a "
        + "command; write %\(code) as an argument of its own."
    case .tooLong(let code):
      "\(path) is not run: its Exec line has %\(code) among more than \(ExecLine.maximumWordCount) words or field codes; "
        + "put them into a script, and write the script's path before %\(code)."
    }
  }
}

extension ExecLine {
  /// How many words a line may have, and how many field codes, that hands on what is opened. A program may be at each of
  /// them and is held against all behind it; no line that a person wrote has more than some ten.
  static let maximumWordCount = 256

  /// What stands against running the line; `nil` when nothing does.
  ///
  /// Where nothing is opened, codes for what is opened stand for nothing, and do no harm wherever they are.
  ///
  /// - Parameter opens: Whether something is opened.
  /// - Returns: The first problem.
  /// - Complexity: O(*n*) in the characters of the line, of which no more than ``maximumWordCount`` words are judged.
  package func problem(opening opens: Bool) -> ExecLineProblem? {
    let codes = opens ? Part.codes : Part.codes.subtracting(Part.targetCodes)
    var fields: [Int: Character] = [:]
    var fieldCount = 0
    for (place, parts) in arguments.enumerated() {
      for case .field(let code, let isQuoted) in parts where codes.contains(code) {
        if isQuoted { return .quotedField(code) }
        fields[place] = fields[place] ?? code
        fieldCount += 1
      }
    }
    guard let first = fields.keys.min().flatMap({ fields[$0] }) else { return nil }
    guard arguments.count <= Self.maximumWordCount, fieldCount <= Self.maximumWordCount else {
      return .tooLong(first)
    }
    if let code = fields[0] { return .fieldAsProgram(code) }
    for place in fields.keys.sorted() where Self.holdsWhiteSpace(arguments[place]) {
      return fields[place].map { .fieldBesideWhiteSpace($0) }
    }
    let words = self.words
    for place in fields.keys.sorted() {
      guard let option = CommandIntroducer.longOption(at: place, in: words),
        let code = fields[place]
      else { continue }
      return .fieldInCommand(code, program: option)
    }
    let commandPlaces = commandPlaces(in: words)
    for place in words.indices where fields[place] == nil {
      for program in programs(at: place, in: words) {
        let problem = self.problem(
          of: program, at: place, in: words, fields, commandPlaces: commandPlaces, first: first)
        if let problem { return problem }
      }
    }
    for place in fields.keys.sorted() {
      let option = CommandIntroducer.shortOption(at: place, in: words, programs: commandPlaces)
      if let option, let code = fields[place] { return .fieldInCommand(code, program: option) }
    }
    return nil
  }

  /// Whether some of a word's own text is white space.
  private static func holdsWhiteSpace(_ parts: [Part]) -> Bool {
    parts.contains { part in
      if case .text(let text) = part { text.contains(where: \.isWhitespace) } else { false }
    }
  }

  /// What stands against handing fields to a program of the line; `nil` when nothing does.
  private func problem(
    of program: CommandProgram, at place: Int, in words: [String], _ fields: [Int: Character],
    commandPlaces: Set<Int>, first: Character
  ) -> ExecLineProblem? {
    let behind = fields.filter { $0.key > place }.sorted { $0.key < $1.key }
    let after = behind.first
    let isRun = commandPlaces.contains(place)
    if isRun, program.runsCommand {
      if let after, commandPlaces.contains(after.key) { return .fieldAsProgram(after.value) }
      // The environment has programs run others, and load libraries.
      let next = commandPlaces.filter { $0 > place }.min() ?? words.endIndex
      let variable = behind.first { field in
        field.key < next && !words[field.key].hasPrefix("-") && words[field.key].contains("=")
      }
      if let variable { return .fieldInCommand(variable.value, program: program.name) }
    }
    if isRun || program.isNested {
      for (place, code) in behind {
        guard let option = program.ownCommandOption(at: place, in: words) else { continue }
        return .fieldInCommand(code, program: "\(program.name) \(option)")
      }
    }
    switch program.kind {
    case .makesCommand:
      guard isRun, let after else { break }
      if CommandProgram.separatedRunners.contains(program.name),
        let separator = words[place..<after.key].firstIndex(of: "--"), separator + 1 < after.key
      {
        break
      }
      return .fieldInCommand(after.value, program: program.name)
    case .runsCommand, .obeysOptions: break
    case .interprets(let options):
      let reading = options.reading(words[(place + 1)...], isNested: program.isNested) {
        fields[$0] != nil
      }
      switch reading {
      case .programText:
        return .fieldBesideProgramText(after?.value ?? first, interpreter: program.name)
      case .file(let index):
        guard isRun else { break }
        if let code = fields[index] { return .fieldAsProgram(code) }
        // What is before its file are options of the interpreter itself, and their values.
        if let after, after.key < index {
          return .fieldInCommand(after.value, program: program.name)
        }
      case .nothing: break
      }
    }
    return nil
  }

  // MARK: - Programs of the line

  /// Notes by which names the files of the line's programs are known, where links to them have others.
  ///
  /// - Parameter file: The path of a program's file with all links followed, by the word that names the program.
  package mutating func followLinks(_ file: (String) -> String?) {
    // A longer line is run only where it hands nothing on.
    guard arguments.count <= Self.maximumWordCount else { return }
    let words = self.words
    // A program that a link leads to may run another one; no line has more than a few in a row.
    for _ in 0..<4 {
      let known = realNames.count
      let commandPlaces = commandPlaces(in: words)
      for (place, word) in words.enumerated() where realNames[place] == nil {
        guard commandPlaces.contains(place) || word.hasPrefix("/") else {
          guard CommandIntroducer.longOption(at: place, in: words) != nil,
            let equals = word.firstIndex(of: "=")
          else { continue }
          let program = String(word[word.index(after: equals)...])
          realNames[place] = Self.realName(program, file).map { word[...equals] + $0 }
          continue
        }
        realNames[place] = Self.realName(word, file)
      }
      if realNames.count == known { return }
    }
  }

  /// The name of a program's file, where it says more than the word by which it is called.
  private static func realName(_ word: String, _ file: (String) -> String?) -> String? {
    guard !word.hasPrefix("-"), let path = file(word) else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let isKnown = CommandProgram(name) != nil && !CommandProgram.multipleCallers.contains(name)
    return isKnown && !word.hasSuffix("/" + name) && word != name ? name : nil
  }

  /// The programs that a word may name: by itself, and by the file that a link of this name leads to.
  private func programs(at place: Int, in words: [String]) -> [CommandProgram] {
    [CommandProgram(words[place]), realNames[place].flatMap { CommandProgram($0) }]
      .compactMap { $0 }
  }

  private func commandPlaces(in words: [String]) -> Set<Int> {
    CommandProgram.places(in: words) { place in
      programs(at: place, in: words).contains { $0.runsCommand }
    }
  }
}
