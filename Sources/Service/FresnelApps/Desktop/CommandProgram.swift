/// A program that can be made to run another one, or the text of one, by the words of a command line.
///
/// Programs are known by name alone, whatever version it ends with. One that is not in these tables counts as one that
/// takes its arguments as data.
struct CommandProgram {
  /// How a program takes commands.
  enum Kind {
    /// It runs a program file, or the text that an option introduces: shells and other interpreters.
    case interprets(InterpreterOptions)
    /// It runs the program that its arguments name, and nothing else.
    case runsCommand
    /// It makes a command line of its arguments, or reads one of them as a program: `ssh`, `awk`.
    case makesCommand
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
  static func places(in words: [String]) -> Set<Int> {
    var places: Set<Int> = [0]
    for (place, word) in words.enumerated() {
      if place > 0, ["-e", "-x", "--", "--execute", "--command"].contains(words[place - 1]) {
        places.insert(place)
      }
      guard places.contains(place), CommandProgram(word)?.runsCommand == true else {
        continue
      }
      guard let next = words.indices.first(where: { $0 > place && mayBeProgram($0, in: words) })
      else { continue }
      places.insert(next)
      // What follows such an option may be its value, as in "sudo -u root ssh".
      let isPerhapsValue = valuedOptions.contains(words[next - 1])
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

  /// Whether an option's value, behind `=`, is a command in most programs that have such an option.
  static func takesCommand(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let equals = word.firstIndex(of: "=") else { return false }
    let name = word[..<equals].drop { $0 == "-" }.lowercased()
    return ["command", "eval", "exec", "execute", "shell-command"].contains(name)
  }

  private static func kind(of name: String) -> (String, Kind)? {
    if let loader = InterpreterNames.loader(name) { return (loader, .runsCommand) }
    if let options = interpreters[name] { return (name, .interprets(options)) }
    if commandRunners.contains(name) { return (name, .runsCommand) }
    return commandMakers.contains(name) ? (name, .makesCommand) : nil
  }

  // MARK: - Tables

  private static let shell = InterpreterOptions(
    letters: "c", names: ["command", "init-command"], valued: "oOC")
  private static let switcher = InterpreterOptions(
    letters: "c", names: ["command", "session-command"], endsAtFile: false)
  private static let script = InterpreterOptions(
    letters: "eEp", names: ["eval", "print", "evaluate"], words: ["eval"], valued: "rCIL")
  private static let lisp = InterpreterOptions(
    letters: "ecx", names: ["eval", "execute", "expression"], endsAtFile: false, runsFile: false)
  private static let editor = InterpreterOptions(
    letters: "cS", names: ["cmd"], starts: "+", endsAtFile: false, runsFile: false)
  private static let erlang = InterpreterOptions(
    names: ["eval", "run", "s"], endsAtFile: false, runsFile: false,
    hasLongOptionsWithOneHyphen: true)
  private static let windows = InterpreterOptions(
    letters: "ce", names: ["command", "encodedcommand", "commandwithargs"], endsAtFile: false,
    runsFile: false, hasLongOptionsWithOneHyphen: true)

  private static let interpreters: [String: InterpreterOptions] = {
    var table: [String: InterpreterOptions] = [
      "env": InterpreterOptions(
        letters: "S", names: ["split-string"], valued: "uC", runsFile: false),
      "python": InterpreterOptions(letters: "c", valued: "XWm", modules: "m"),
      "perl": InterpreterOptions(letters: "eE", valued: "IMm"),
      "php": InterpreterOptions(
        letters: "rBRE", names: ["run", "process-begin", "process-code", "process-end"],
        valued: "dcz"),
      "erl": erlang, "beam.smp": erlang,
      "emacs": InterpreterOptions(
        names: ["eval", "execute"], endsAtFile: false, runsFile: false,
        hasLongOptionsWithOneHyphen: true),
      // Its -c is a new window.
      "emacsclient": InterpreterOptions(
        letters: "e", names: ["eval"], endsAtFile: false, runsFile: false),
      "gdb": InterpreterOptions(
        names: ["ex", "iex", "eval-command", "init-eval-command"], endsAtFile: false,
        runsFile: false, hasLongOptionsWithOneHyphen: true),
    ]
    func add(_ names: Set<String>, _ options: InterpreterOptions) {
      for name in names { table[name] = options }
    }
    add(InterpreterNames.shells, shell)
    add(InterpreterNames.pythons, InterpreterOptions(letters: "c", valued: "XWmI", modules: "m"))
    add(["su", "runuser", "sg", "newgrp", "script", "flock"], switcher)
    add(InterpreterNames.scripts.union(["ghc", "runghc", "crystal", "nim"]), script)
    add(InterpreterNames.lisps, lisp)
    add(["vi", "vim", "nvim", "gvim", "ex", "view", "gview", "evim", "vimx"], editor)
    add(InterpreterNames.windowsShells, windows)
    return table
  }()

  private static let commandRunners = InterpreterNames.runtimes.union(
    ("sudo doas pkexec run0 gksu gksudo kdesu kdesudo nice ionice nohup setsid stdbuf timeout time chrt taskset "
      + "numactl strace ltrace valgrind xterm rxvt urxvt st x-terminal-emulator xdg-terminal-exec gnome-terminal kgx "
      + "konsole xfce4-terminal mate-terminal tilix ptyxis kitty alacritty foot wezterm ghostty systemd-run "
      + "systemd-inhibit gnome-session-inhibit kde-inhibit dbus-launch dbus-run-session firejail bwrap unshare nsenter "
      + "chroot proot fakeroot faketime gamemoderun gamescope mangohud prime-run primusrun optirun vglrun cage xvfb-run "
      + "xinit startx catchsegv linux32 linux64 setarch cgexec")
      .split(separator: " ").map(String.init))

  private static let commandMakers = InterpreterNames.awks.union(
    ("ssh mosh rsh rexec dsh pssh watch eval parallel sem at batch entr i3-msg swaymsg hyprctl riverctl bspc tmux "
      + "screen byobu zellij terminator lxterminal guake yakuake terminology wsl adb cmd osascript sed gsed "
      + "make gmake ninja just crontab m4")
      .split(separator: " ").map(String.init))
}

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
  /// Whether what follows the first operand is the program's own, and no option any more.
  var endsAtFile = true
  /// Whether the first operand is a file that it runs.
  var runsFile = true
  /// Whether names may stand behind one hyphen.
  var hasLongOptionsWithOneHyphen = false

  /// Reads the words behind the interpreter's name.
  ///
  /// - Parameters:
  ///   - rest: The words.
  ///   - isNested: Whether another program runs it, so that the first operand is not its own.
  /// - Returns: What it runs.
  func reading(_ rest: ArraySlice<String>, isNested: Bool) -> Reading {
    var passesOperand = isNested
    var isValue = false
    var hasOptions = true
    for (place, word) in zip(rest.indices, rest) {
      if isValue {
        isValue = false
        if !word.hasPrefix("-") { continue }
      }
      if hasOptions, word == "--" {
        hasOptions = false
        continue
      }
      if hasOptions, let starts, word.first == starts { return .programText }
      if hasOptions, word.hasPrefix("-") || word.hasPrefix("+"), word.count > 1 {
        if isText(word) { return .programText }
        let valuedLetter =
          word.hasPrefix("--") ? nil : word.dropFirst(letters(of: word).count + 1).first
        if let valuedLetter, modules.contains(valuedLetter) { return .nothing }
        // The value of a long option that is not known here would otherwise be taken for the file.
        isValue =
          word.hasPrefix("--")
          ? !word.contains("=")
          : valuedLetter.map(valued.contains) == true && valuedLetter == word.last
        continue
      }
      if words.contains(word) { return .programText }
      if word.contains("="), !word.contains("/") { continue }
      if passesOperand {
        passesOperand = false
      } else if endsAtFile {
        return runsFile ? .file(place) : .nothing
      }
    }
    return .nothing
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
