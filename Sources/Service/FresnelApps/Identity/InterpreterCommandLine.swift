internal import FresnelPlatform

/// Finds the script in the command line of an interpreter.
///
/// A command line is the process's own word. What it is worth is said in `Documentation/threat-model.md`.
enum InterpreterCommandLine {
  /// What an interpreter runs.
  enum Script: Equatable {
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
  static func script(in arguments: [String], of interpreter: String) -> Script? {
    var words = arguments.dropFirst()
    var grammar = Grammar.of(interpreter)
    if interpreter == "busybox" {
      // It is what it is called, or what its first argument says.
      var applet = arguments.first.map { FileSystem.lastComponent(of: $0) }
      if applet == "busybox" { applet = words.popFirst() }
      guard let applet, let found = Grammar.all[applet] else { return nil }
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
  static func of(_ interpreter: String) -> Grammar { all[interpreter] ?? Grammar() }

  private static let shell = Grammar(
    value: "-o -O --rcfile --init-file", text: "-c -s", hasPlusOptions: true)
  private static let python = Grammar(
    value: "-W -X -Q --check-hash-based-pycs", text: "-c", module: "-m")
  private static let tcl = Grammar(value: "-encoding", hasClusters: false)

  /// The grammars by the interpreters' names.
  static let all: [String: Grammar] = [
    "ash": shell, "bash": shell, "dash": shell, "ksh": shell, "sh": shell, "zsh": shell,
    "awk": Grammar(
      value: "-F -v -l -i --assign --field-separator", file: "-f --file -E --exec",
      takesText: true),
    "bun": Grammar(
      value: "-r -c --preload --require --config --cwd", text: "-e -p --eval --print",
      commands: "run"),
    "deno": Grammar(
      value: "-c -L --config --import-map --log-level --lock", attached: "-r", commands: "run serve"
    ),
    "dotnet": Grammar(
      value: "--additionalprobingpath --additional-deps --depsfile --fx-version --roll-forward "
        + "--runtimeconfig", commands: "exec", hasClusters: false),
    "fish": Grammar(value: "-C -d -D -o -p --init-command --debug --profile", text: "-c --command"),
    "gjs": Grammar(value: "-I --include-path", text: "-c --command"),
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
    "mono": Grammar(value: "--config", hasClusters: false),
    "node": Grammar(
      value: "-C -r --conditions --env-file --experimental-loader --import --loader --require",
      text: "-e -p --eval --print", commands: "inspect"),
    "octave": Grammar(value: "-p --path --image-path", text: "--eval"),
    "perl": Grammar(value: "-I", attached: "-0 -C -D -F -M -d -i -l -m -x -V", text: "-e -E"),
    "php": Grammar(
      value: "-S -c -d -t -z --define --docroot --php-ini", text: "-B -E -R -r --run",
      file: "-F -f --file"),
    "pypy": python, "python": python,
    "qemu": Grammar(
      value: "-0 -B -D -E -L -R -U -cpu -d -dfilter -g -p -plugin -r -s", hasClusters: false),
    "r": Grammar(text: "-e", file: "-f --file"),
    "racket": Grammar(value: "-I -X -S -G -C", text: "-e --eval", file: "-u -f -t -r"),
    "ruby": Grammar(value: "-C -E -I -r", attached: "-0 -F -K -T -W -i -x", text: "-e"),
    "sbcl": Grammar(
      value: "--core --dynamic-space-size --control-stack-size", text: "--eval",
      file: "--script --load", hasClusters: false),
    "swift-frontend": Grammar(file: "-interpret", hasClusters: false),
    "tclsh": tcl, "wish": tcl,
  ]
}
