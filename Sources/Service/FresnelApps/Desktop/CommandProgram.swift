internal import FresnelPlatform

/// A program that can be made to run another one, or the text of one, by the words of a command line.
///
/// Programs are known by name, whatever version it ends with; ``ExecLine/followLinks(_:)`` finds the names of the files that
/// links lead to. One that is not in these tables counts as one that takes its arguments as data, but for what
/// ``CommandIntroducer`` says of all programs.
struct CommandProgram {
  /// How a program takes commands.
  enum Kind {
    /// It runs a program file, or the text that an option introduces: shells and other interpreters.
    case interprets(InterpreterOptions)
    /// It runs the program that its arguments name, and nothing else.
    case runsCommand
    /// It makes a command line of its arguments, or reads one of them as a program: `ssh`, `awk`.
    case makesCommand
    /// Its arguments are data, but the values of some of its options are commands: `tar`, `git`.
    case obeysOptions
  }

  /// The name that it is known by.
  let name: String
  /// How it takes commands.
  let kind: Kind
  /// Whether an option of another program names it, as in `flatpak run --command=sh`.
  let isNested: Bool
  /// Whether it runs the program that its arguments name: `env`, `sudo`, terminals.
  var runsCommand: Bool { Self.commandRunners.contains(name) }

  /// Finds out whether a word names such a program, by itself or as the value of an option.
  init?(_ word: String) {
    var name = word[...]
    isNested = word.hasPrefix("-")
    if isNested {
      guard let equals = word.firstIndex(of: "=") else { return nil }
      name = word[word.index(after: equals)...]
    }
    if let slash = name.lastIndex(where: { $0 == "/" || $0 == "\\" }) {
      name = name[name.index(after: slash)...]
    }
    var known = name.lowercased()
    if known.hasSuffix(".exe") { known.removeLast(4) }
    let plain = known.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed()
    guard let (found, kind) = Self.kind(of: known) ?? Self.kind(of: String(plain)) else {
      return nil
    }
    self.name = found
    self.kind = kind
  }

  /// Where a command line has names of programs that are run: at its beginning, behind programs such as `env`, and
  /// behind options of terminals that introduce a command.
  ///
  /// - Parameters:
  ///   - words: The command line.
  ///   - isRunner: Whether the word at a place names a program that runs another.
  /// - Returns: The places.
  static func places(in words: [String], isRunner: (Int) -> Bool) -> Set<Int> {
    var places: Set<Int> = [0]
    for place in words.indices {
      if place > 0, ["-e", "-x", "--", "--execute", "--command"].contains(words[place - 1]) {
        places.insert(place)
      }
      guard places.contains(place), isRunner(place) else { continue }
      guard let next = words.indices.first(where: { $0 > place && mayBeProgram($0, in: words) })
      else { continue }
      places.insert(next)
      // "poetry run browser", "conda run -n name browser"
      if subcommands.contains(words[next]) {
        let rest = words.indices.filter { $0 > next && mayBeProgram($0, in: words) }
        let before = rest.first.map { words[$0 - 1] } ?? ""
        let isPerhapsValue = before.hasPrefix("-") && before != "--"
        places.formUnion(rest.prefix(isPerhapsValue ? 2 : 1))
      }
      // What follows such an option may be its value, as in "sudo -u root ssh".
      let isPerhapsValue =
        valuedOptions.contains(words[next - 1])
        || words[next - 1] == "-t" && words[place].hasSuffix("systemd-cat")
      if isPerhapsValue, next > place + 1,
        let second = words.indices.first(where: { $0 > next && mayBeProgram($0, in: words) })
      {
        places.insert(second)
      }
    }
    return places
  }

  /// Options of programs that run others whose value is the next word, and no number.
  private static let valuedOptions: Set<String> = [
    "-u", "-g", "-p", "-C", "-T", "-R", "-D", "-U", "-k", "-s",
  ]

  /// Words by which programs such as `poetry` are told to run the one behind them.
  private static let subcommands: Set<String> = ["run", "exec", "shell", "launch", "x", "dlx"]

  /// Whether a word may be the program that one before it runs: no option, no variable, no number, no directory.
  private static func mayBeProgram(_ place: Int, in words: [String]) -> Bool {
    let word = words[place]
    guard let first = word.utf8.first else { return false }
    let isOption = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let isNumber =
      word.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && word.utf8.allSatisfy { "0123456789.:,xsmhd".utf8.contains($0) }
    let isDirectory = [
      "--chdir", "--cwd", "--directory", "--workdir", "--working-directory",
    ].contains(words[place - 1])
    return !isOption && !isNumber && !isDirectory && !word.contains("=")
  }

  /// The option of this program whose value a word is or ends with, where that is a command or the file of one.
  ///
  /// - Parameters:
  ///   - place: The word's place.
  ///   - words: The command line.
  /// - Returns: The option; `nil` for other words.
  func ownCommandOption(at place: Int, in words: [String]) -> String? {
    let word = words[place]
    return Self.ownCommandOptions[name]?.first { option in
      let isAttached = option.utf8.count <= 2 && word.hasPrefix(option)
      return isAttached || word.hasPrefix(option + "=") || place > 0 && words[place - 1] == option
    }
  }

  private static func kind(of name: String) -> (String, Kind)? {
    if let loader = InterpreterNames.loader(name) { return (loader, .runsCommand) }
    if let options = interpreters[name] { return (name, .interprets(options)) }
    if commandRunners.contains(name) { return (name, .runsCommand) }
    if commandMakers.contains(name) { return (name, .makesCommand) }
    if ownCommandOptions[name] != nil { return (name, .obeysOptions) }
    if let usual = usualName(name), usual != name { return kind(of: usual) }
    return nil
  }

  /// The usual name of a program of which there are several builds.
  private static func usualName(_ name: String) -> String? {
    // vim.tiny, emacs-gtk
    for (start, usual) in [("vim.", "vim"), ("emacs-", "emacs"), ("emacsclient.", "emacsclient")]
    where name.hasPrefix(start) {
      return usual
    }
    // "node.js" is a file for node.
    let stem = name.prefix { !$0.isNumber && $0 != "." }
    return name[stem.endIndex...].first == "." ? nil : InterpreterNames.interpreter(name)
  }
}
