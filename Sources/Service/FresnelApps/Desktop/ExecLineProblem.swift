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
    }
  }
}

extension ExecLine {
  /// What stands against running the line; `nil` when nothing does.
  ///
  /// Where nothing is opened, codes for what is opened stand for nothing, and do no harm wherever they are.
  ///
  /// - Parameter opens: Whether something is opened.
  /// - Returns: The first problem.
  /// - Complexity: O(*n* · *m*) in the words of the line and those of them that name interpreters.
  package func problem(opening opens: Bool) -> ExecLineProblem? {
    let codes = opens ? Part.codes : Part.codes.subtracting(Part.targetCodes)
    var fields: [Int: Character] = [:]
    for (place, parts) in arguments.enumerated() {
      for case .field(let code, let isQuoted) in parts where codes.contains(code) {
        if isQuoted { return .quotedField(code) }
        fields[place] = fields[place] ?? code
      }
    }
    guard let first = fields.keys.min().flatMap({ fields[$0] }) else { return nil }
    if let code = fields[0] { return .fieldAsProgram(code) }
    let words = self.words
    if let (place, code) = fields.first(where: { CommandProgram.takesCommand(words[$0.key]) }) {
      return .fieldInCommand(code, program: words[place].prefix { $0 != "=" }.description)
    }
    let commandPlaces = CommandProgram.places(in: words)
    for (place, word) in words.enumerated() where fields[place] == nil {
      guard let program = CommandProgram(word) else { continue }
      let after = fields.filter { $0.key > place }.min { $0.key < $1.key }
      if program.runsCommand, commandPlaces.contains(place), let after,
        commandPlaces.contains(after.key)
      {
        return .fieldAsProgram(after.value)
      }
      switch program.kind {
      case .makesCommand:
        if commandPlaces.contains(place), let after {
          return .fieldInCommand(after.value, program: program.name)
        }
      case .runsCommand: break
      case .interprets(let options):
        switch options.reading(words[(place + 1)...], isNested: program.isNested) {
        case .programText:
          return .fieldBesideProgramText(after?.value ?? first, interpreter: program.name)
        case .file(let index):
          if commandPlaces.contains(place), let code = fields[index] {
            return .fieldAsProgram(code)
          }
        case .nothing: break
        }
      }
    }
    return nil
  }
}
