/// The names of programs that run what others wrote.
///
/// What such a program indexes belongs to its script and not to it (``RunningProgram``), and a desktop entry may not
/// hand it data as a program (`CommandProgram` of FresnelApps): both go by this table. Editors, debuggers and programs
/// such as `sudo`, which run commands too, are apps of their own or are gone when the command runs, so they are only in
/// the latter's.
package enum InterpreterNames {
  /// Shells that take the text of a program with `-c`.
  package static let shells = names(
    "sh bash dash ash ksh mksh lksh pdksh oksh posh zsh yash fish csh bsd-csh tcsh rbash rzsh rksh rc es elvish nu xonsh "
      + "osh ysh oil oils-for-unix ion murex mrsh hush sash bosh dtksh psh")
  /// Relatives of Python, and others that take the text of a program with `-c`.
  package static let pythons = names("pypy ipython micropython jython gjs cjs expect")
  /// Interpreters that take the text of a program with `-e`.
  package static let scripts = names(
    "ruby jruby lua luajit node nodejs deno bun tsx ts-node qjs raku rakudo rakudo-m perl6 moar r rscript julia ocaml "
      + "ocamlrun groovy scala elixir iex tclsh wish octave octave-cli dart dartvm dartaotruntime swift-frontend "
      + "swift janet gforth")
  /// Lisps, which evaluate expressions from their command line.
  package static let lisps = names(
    "guile racket sbcl clisp ecl chicken csi scheme gosh newlisp clojure clj bb scsh")
  /// Those of the Windows family.
  package static let windowsShells = names("pwsh powershell")
  /// Run times, which run the program that their arguments name.
  package static let runtimes = names(
    "env busybox toybox wine wine64 mono dotnet java box64 box86 ld qemu")
  /// Readers of AWK, whose first operand is the text of a program.
  package static let awks = names("awk gawk mawk nawk original-awk")
  /// Those whose options are like no other's.
  package static let others = names("python perl php erl beam.smp")

  private static let all =
    [shells, pythons, scripts, lisps, windowsShells, runtimes, awks, others]
    .reduce(into: Set<String>()) { $0.formUnion($1) }

  /// Other names of the same program, and parts of it that the kernel shows in its place.
  private static let usual = [
    "bsd-csh": "csh", "gawk": "awk", "mawk": "awk", "nawk": "awk", "original-awk": "awk",
    "gjs-console": "gjs", "jexec": "java", "lisp.run": "clisp", "luajit": "lua",
    "mono-sgen": "mono", "nodejs": "node", "octave-cli": "octave", "octave-gui": "octave",
    "rscript": "r", "wine-preloader": "wine", "wine64": "wine", "wine64-preloader": "wine",
    "perl6": "raku", "rakudo": "raku", "rakudo-m": "raku", "powershell": "pwsh",
    "beam.smp": "beam", "dartvm": "dart", "dartaotruntime": "dart", "oils-for-unix": "osh",
  ]

  /// The dynamic linker or an emulator, which come under many names.
  ///
  /// - Parameter name: A program's name in small letters.
  /// - Returns: `ld` or `qemu`; `nil` for other programs.
  package static func loader(_ name: String) -> String? {
    if name.hasPrefix("qemu-") { return "qemu" }
    return ["ld-linux", "ld.so", "ld-musl"].contains(where: name.hasPrefix) ? "ld" : nil
  }

  /// The usual name of an interpreter without its version, such as `python` for `python3.11`.
  ///
  /// - Parameter name: A program's name in small letters.
  /// - Returns: `nil` for other programs.
  package static func interpreter(_ name: String) -> String? {
    if let known = usual[name] ?? (all.contains(name) ? name : loader(name)) { return known }
    // python3.11, guile-3.0, perl5.36-x86_64-linux-gnu
    var stem = name.prefix { !$0.isNumber && $0 != "." }
    let version = name[stem.endIndex...]
    // es2gears is no shell.
    if stem.utf8.count < 3, !version.allSatisfy({ $0.isNumber || $0 == "." }) { return nil }
    if stem.last == "-" { stem.removeLast() }
    return usual[String(stem)] ?? (all.contains(String(stem)) ? String(stem) : nil)
  }

  private static func names(_ list: String) -> Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }
}
