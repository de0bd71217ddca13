/// Words that say of the word behind them that it is a command or the text of a program, whatever program they are given to.
///
/// The tables of ``CommandProgram`` know programs by their names, and no list of names is complete. This rule needs none: an
/// option called `-e` or `--eval` takes program text in nearly every program that has it, so that an unknown program is not
/// handed what is opened there. The few for which it means something else are named instead.
enum CommandIntroducer {
  /// The names of options, without hyphens, whose value is a command in each program that has them.
  private static let longOptions = names(
    "command eval exec execute shell-command checkpoint-action to-command use-compress-program compress-program "
      + "info-script new-volume-script rsh-command rmt-command exec-path upload-pack receive-pack config-env rsync-path "
      + "init-command eval-command python-expr alternate-editor unzip-command sh-exec lua-exec use-askpass startas run "
      + "renderer-cmd-prefix utility-cmd-prefix gpu-launcher browser-subprocess-path cmd cmd_script expr expression "
      + "batch-string run-string password-command rsh run-command exec-command start-child locker lua-script"
  )
  /// Those that some programs write with one hyphen, as their only way to write long options.
  private static let oneHyphenOptions = names(
    "command eval exec execute expression expr run cmd cmd_script locker")
  /// The options of one letter.
  private static let letterOptions: Set<String> = ["-c", "-e", "-E", "-x"]
  /// The words behind a program's name that have it run what follows. `run` and `launch` are none of them: programs that
  /// handle links are told by them to open one, and those that run commands by `run` are known by name.
  private static let subcommands = names("exec shell eval")

  /// Programs for which an option or word means something else, and what that is.
  private static let harmless: [String: Set<String>] = [
    // A new window
    "emacsclient": ["-c"],
    // Copying a disc, cleaning, connecting, opening a book
    "brasero": ["-c"], "pcleaner": ["-c"], "remmina": ["-c"], "xepub": ["-e"],
    // Adding to what is played
    "audacious": ["-e", "-E"], "qmmp": ["-e"], "xmms": ["-e"], "deadbeef": ["-e"],
    // Unpacking
    "atool": ["-x", "-e"], "aunpack": ["-x", "-e"], "xarchiver": ["-x", "-e"], "tar": ["-x"],
    "bsdtar": ["-x"], "gtar": ["-x"], "ar": ["-x"], "unrar": ["-x", "-e"],
    // Encrypting
    "kgpg": ["-e"], "gpg": ["-e", "-c"], "gpg2": ["-e", "-c"], "kleopatra": ["-e", "-c"],
    "seahorse-tool": ["-e"],
  ]

  /// The long option whose value a word is or ends with, where that is a command.
  ///
  /// - Parameters:
  ///   - place: The word's place.
  ///   - words: The command line.
  /// - Returns: The option as it is written; `nil` for other words.
  static func longOption(at place: Int, in words: [String]) -> String? {
    func known(_ option: Substring, _ options: Set<String>) -> String? {
      let isKnown = options.contains(option.drop { $0 == "-" }.lowercased())
      return option.hasPrefix("-") && isKnown ? String(option) : nil
    }
    if let equals = words[place].firstIndex(of: "=") {
      return known(words[place][..<equals], longOptions)
    }
    guard place > 0 else { return nil }
    let option = words[place - 1][...]
    return known(option, option.hasPrefix("--") ? longOptions : oneHyphenOptions)
  }

  /// The option of one letter that is right before a word or at its beginning, or the subcommand right before it, where
  /// that has what follows run by the programs that are not known to mean something else by it.
  ///
  /// - Parameters:
  ///   - place: The word's place.
  ///   - words: The command line.
  ///   - programs: The places where programs are named.
  /// - Returns: The option or subcommand; `nil` for other words.
  static func shortOption(at place: Int, in words: [String], programs: Set<Int>) -> String? {
    guard place > 0 else { return nil }
    let before = words[place - 1]
    var introducer: String?
    if letterOptions.contains(before) {
      introducer = before
    } else if words[place].dropFirst(2).hasPrefix("%") {
      introducer = letterOptions.first { words[place].hasPrefix($0) }
    } else if subcommands.contains(before), programs.contains(place - 2) {
      introducer = before
    }
    guard let introducer else { return nil }
    let isHarmless = words[..<place].contains { word in
      harmless[programName(word)]?.contains(introducer) == true
    }
    return isHarmless ? nil : introducer
  }

  /// The name of the program that a word may be, or that an option names, as in `flatpak run --command=emacsclient`.
  private static func programName(_ word: String) -> String {
    var name = word[...]
    if word.hasPrefix("-") {
      guard let equals = word.firstIndex(of: "=") else { return "" }
      name = word[word.index(after: equals)...]
    }
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    // emacsclient.emacs, emacsclient-29
    for program in harmless.keys
    where file.hasPrefix(program + ".") || file.hasPrefix(program + "-") {
      return program
    }
    return file
  }

  private static func names(_ list: String) -> Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }
}
