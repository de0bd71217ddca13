/// Finds the script in the command line of an interpreter.
///
/// A command line is the process's own word. What it is worth is said in `Documentation/threat-model.md`.
package enum InterpreterCommandLine {
  /// What an interpreter runs.
  package enum Script: Equatable {
    /// A file, as the command line names it: perhaps relative, perhaps without its ending, and perhaps the
    /// name of a class, which only the interpreter can find.
    case file(String)
    /// A module that the interpreter finds by its name.
    case module(String)
  }

  /// The script; `nil` when the interpreter runs a text from its command line or its standard input.
  ///
  /// - Parameters:
  ///   - arguments: The command line, the interpreter's own name first.
  ///   - interpreter: The interpreter's name without a version.
  /// - Returns: The script, as the command line names it.
  package static func script(in arguments: [String], of interpreter: String) -> Script? {
    var words = arguments.dropFirst()
    if interpreter == "beam" { return erlangProgram(in: words) }
    var grammar = Grammar.of(interpreter)
    if interpreter == "busybox" || interpreter == "toybox" {
      // It is what it is called, or what its first argument says.
      var applet = arguments.first.map { FileSystem.lastComponent(of: $0) }
      if applet == interpreter { applet = words.popFirst() }
      guard let applet, let found = Grammar.known(applet) else { return nil }
      grammar = found
    }
    while let word = words.popFirst() {
      if word == "--" { return words.first.map(Script.file) }
      // The script comes from standard input.
      if word == "-" || word.isEmpty { return nil }
      guard word.hasPrefix("-") || grammar.hasPlusOptions && word.hasPrefix("+") else {
        if grammar.commands.remove(word) != nil { continue }
        return grammar.takesText ? nil : .file(word)
      }
      switch grammar.take(word, before: &words) {
      case .goesOn: continue
      case .script(let script): return script
      case .text: return nil
      }
    }
    return nil
  }

  /// What the Erlang machine runs. Its command line is made by programs such as `escript`, `elixir` and the start scripts
  /// of releases, and has parts between `--`, so that it has no grammar like others.
  private static func erlangProgram(in words: ArraySlice<String>) -> Script? {
    func value(of option: String) -> String? {
      words.firstIndex(of: option).map { words[($0 + 1)...] }?.first { !$0.isEmpty }
    }
    // What follows is the program's own: options of elixir, if it is that, and the script.
    var own = words.drop { $0 != "-extra" }.dropFirst()
    while let word = own.popFirst() {
      switch word {
      case "-e", "--eval", "--rpc-eval": return nil
      case "-S": return own.first.map(Script.module)
      case "-r", "-pr", "-pa", "-pz", "--app": own = own.dropFirst()
      case let word where !word.isEmpty && !word.hasPrefix("-") && !word.hasPrefix("+"):
        return .file(word)
      default: continue
      }
    }
    // A release; the usual ones are named without a path.
    if let boot = value(of: "-boot"), boot.contains("/") { return .file(boot + ".boot") }
    return (value(of: "-s") ?? value(of: "-run")).map(Script.module)
  }
}

/// What an interpreter's options mean, as far as they decide which word is the script. Options that are not
/// listed are flags.
private struct Grammar {
  /// What an option means.
  enum Meaning {
    /// The next word belongs to it.
    case value
    /// The rest of its own word belongs to it.
    case attached
    /// It brings a text that is run; there is no script.
    case text
    /// Its value is the script.
    case file
    /// Its value is the name of a module that is run.
    case module
  }

  /// What an option leads to.
  enum Outcome {
    case goesOn
    case script(InterpreterCommandLine.Script?)
    case text
  }

  private var meanings: [String: Meaning] = [:]
  /// Whether a word with a single dash holds one option for each letter.
  private var hasClusters = true
  /// Whether `+` begins options too.
  private(set) var hasPlusOptions = false
  /// Whether the first word that is no option is a text that is run.
  private(set) var takesText = false
  /// Words before the script that are commands of the interpreter.
  var commands: Set<String> = []

  private init(
    value: String = "", attached: String = "", text: String = "", file: String = "",
    module: String = "", commands: String = "", hasClusters: Bool = true,
    hasPlusOptions: Bool = false, takesText: Bool = false
  ) {
    let lists: [(String, Meaning)] = [
      (value, .value), (attached, .attached), (text, .text), (file, .file), (module, .module),
    ]
    for (list, meaning) in lists {
      for option in list.split(separator: " ") { meanings[String(option)] = meaning }
    }
    self.commands = Set(commands.split(separator: " ").map(String.init))
    self.hasClusters = hasClusters
    self.hasPlusOptions = hasPlusOptions
    self.takesText = takesText
  }

  /// Reads a word of options, and the next one where that belongs to it.
  func take(_ word: String, before words: inout ArraySlice<String>) -> Outcome {
    guard hasClusters, !word.hasPrefix("--") else {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return outcome(
        meanings[String(parts[0])], parts.count > 1 ? String(parts[1]) : nil, &words)
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let meaning = meanings["-\(letter)"] else { continue }
      return outcome(meaning, letters.isEmpty ? nil : String(letters), &words)
    }
    return .goesOn
  }

  private func outcome(
    _ meaning: Meaning?, _ value: String?, _ words: inout ArraySlice<String>
  ) -> Outcome {
    switch meaning {
    case nil, .attached: return .goesOn
    case .text: return .text
    case .file: return .script((value ?? words.popFirst()).map { .file($0) })
    case .module: return .script((value ?? words.popFirst()).map { .module($0) })
    case .value:
      if value == nil { _ = words.popFirst() }
      return .goesOn
    }
  }

  /// The grammar of an interpreter; that of one without options where it is not known.
  static func of(_ interpreter: String) -> Grammar { known(interpreter) ?? Grammar() }

  /// The grammar of an interpreter; `nil` where it is not known.
  static func known(_ interpreter: String) -> Grammar? {
    all[interpreter] ?? (InterpreterNames.shells.contains(interpreter) ? shell : nil)
  }

  private static let shell = Grammar(
    value: "-o -O --rcfile --init-file", text: "-c -s", hasPlusOptions: true)
  private static let python = Grammar(
    value: "-W -X -Q --check-hash-based-pycs", text: "-c", module: "-m")
  private static let gjs = Grammar(value: "-I --include-path", text: "-c --command")
  private static let powershell = Grammar(
    value: "-ConfigurationName -CustomPipeName -ExecutionPolicy -ex -ep -InputFormat -OutputFormat "
      + "-SettingsFile -WindowStyle -w -WorkingDirectory -wd -executionpolicy -workingdirectory",
    text: "-Command -command -c -EncodedCommand -encodedcommand -e -ec -CommandWithArgs -cwa",
    file: "-File -file -f", hasClusters: false)
  private static let tcl = Grammar(value: "-encoding", hasClusters: false)

  /// The grammars by the interpreters' names.
  private static let all: [String: Grammar] = [
    "awk": Grammar(
      value: "-F -v -l -i --assign --field-separator", file: "-f --file -E --exec",
      takesText: true),
    "bun": Grammar(
      value: "-r -c --preload --require --config --cwd", text: "-e -p --eval --print",
      commands: "run"),
    "clisp": Grammar(value: "-B -K -M -N -L -E -p -m", text: "-x -c"),
    "cjs": gjs,
    "csi": Grammar(value: "-I -K -R -D", text: "-e -p -P -eval -print", hasClusters: false),
    "dart": Grammar(value: "--packages", commands: "run", hasClusters: false),
    "deno": Grammar(
      value: "-c -L --config --import-map --log-level --lock", attached: "-r", commands: "run serve"
    ),
    "dotnet": Grammar(
      value: "--additionalprobingpath --additional-deps --depsfile --fx-version --roll-forward "
        + "--runtimeconfig", commands: "exec", hasClusters: false),
    "ecl": Grammar(
      text: "-eval --eval", file: "-load --load -shell --shell", hasClusters: false),
    "elvish": Grammar(value: "-rc --rc", text: "-c", hasClusters: false),
    "expect": Grammar(text: "-c", file: "-f -b"),
    "fish": Grammar(value: "-C -d -D -o -p --init-command --debug --profile", text: "-c --command"),
    "gjs": gjs,
    "gosh": Grammar(value: "-I -A -u -m -l -L", text: "-e -E"),
    "guile": Grammar(value: "-C -L -e -l -x", text: "-c", file: "-s"),
    "java": Grammar(
      value: "-cp -classpath --class-path -p --module-path --upgrade-module-path --add-modules "
        + "--add-opens --add-exports --add-reads --enable-native-access --limit-modules --source",
      file: "-jar", module: "-m --module", hasClusters: false),
    "julia": Grammar(value: "-C -H -J -L -p -t", text: "-e -E --eval --print"),
    "ld": Grammar(
      value: "--argv0 --audit --glibc-hwcaps-mask --glibc-hwcaps-prepend --inhibit-rpath "
        + "--library-path --preload"),
    "lua": Grammar(value: "-e -l -b -j -O"),
    "micropython": Grammar(value: "-X", text: "-c", module: "-m"),
    "mono": Grammar(value: "--config", hasClusters: false),
    "node": Grammar(
      value: "-C -r --conditions --env-file --experimental-loader --import --loader --require",
      text: "-e -p --eval --print", commands: "inspect"),
    "nu": Grammar(
      value: "-I -m --config --env-config --include-path --log-level --plugin-config "
        + "--table-mode --threads -t", text: "-c -e --commands --execute"),
    "ocaml": Grammar(value: "-I -init -open -w", text: "-e", hasClusters: false),
    "octave": Grammar(value: "-p --path --image-path", text: "--eval"),
    "perl": Grammar(value: "-I", attached: "-0 -C -D -F -M -d -i -l -m -x -V", text: "-e -E"),
    "php": Grammar(
      value: "-S -c -d -t -z --define --docroot --php-ini", text: "-B -E -R -r --run",
      file: "-F -f --file"),
    "pwsh": powershell, "pypy": python, "python": python,
    "qjs": Grammar(value: "-I --include --memory-limit --stack-size", text: "-e --eval"),
    "qemu": Grammar(
      value: "-0 -B -D -E -L -R -U -cpu -d -dfilter -g -p -plugin -r -s", hasClusters: false),
    "raku": Grammar(value: "-I -M", text: "-e"),
    "r": Grammar(text: "-e", file: "-f --file"),
    "racket": Grammar(value: "-I -X -S -G -C", text: "-e --eval", file: "-u -f -t -r"),
    "ruby": Grammar(value: "-C -E -I -r", attached: "-0 -F -K -T -W -i -x", text: "-e"),
    "sbcl": Grammar(
      value: "--core --dynamic-space-size --control-stack-size", text: "--eval",
      file: "--script --load", hasClusters: false),
    "scheme": Grammar(
      value: "--band --heap --libdirs --library", text: "--eval",
      file: "--load --program --script", hasClusters: false),
    "swift-frontend": Grammar(file: "-interpret", hasClusters: false),
    "tclsh": tcl, "wish": tcl,
  ]
}
