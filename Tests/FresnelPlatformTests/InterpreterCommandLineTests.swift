import FresnelPlatform
import Testing

@Suite("The script in an interpreter's command line")
struct InterpreterCommandLineTests {
  private typealias Script = InterpreterCommandLine.Script

  /// Command lines as their interpreters' manuals describe them, and what they run.
  private static let lines: [(String, String?)] = [
    ("python3 app.py", "app.py"), ("python3 -u -B app.py -c x", "app.py"),
    ("python3.12 -W ignore -X dev app.py", "app.py"), ("python3 -Wignore app.py", "app.py"),
    ("python3 -uW ignore app.py", "app.py"), ("python3 -m tool x.py", "module tool"),
    ("python3 -Im tool", "module tool"), ("python3 -mtool", "module tool"),
    ("python3 -c print app.py", nil), ("python3 -Ec print app.py", nil), ("python3", nil),
    ("python3 - app.py", nil), ("python3 --check-hash-based-pycs always app.py", "app.py"),
    ("pypy3 app.py", "app.py"), ("/venv/bin/python /venv/bin/tool --x", "/venv/bin/tool"),
    ("node app.js", "app.js"), ("node --inspect=9229 -r dotenv app.js", "app.js"),
    ("node --require=dotenv app.js", "app.js"), ("node --import tsx app.ts", "app.ts"),
    ("node -e code app.js", nil), ("node -pe code", nil), ("node inspect app.js", "app.js"),
    ("node -- app.js", "app.js"), ("nodejs app.js", "app.js"),
    ("deno run --allow-all app.ts", "app.ts"), ("deno run -A -c deno.json app.ts", "app.ts"),
    ("bun run app.ts", "app.ts"), ("bun app.ts", "app.ts"), ("bun run run", "run"),
    ("java -jar app.jar", "app.jar"), ("java -Xmx1g -cp a:b -Dx=y -jar app.jar z", "app.jar"),
    ("java -cp a:b com.example.Main z.jar", "com.example.Main"),
    ("java --class-path=a:b com.example.Main", "com.example.Main"),
    ("java -p mods -m app/com.example.Main", "module app/com.example.Main"),
    ("java --module=app/com.example.Main", "module app/com.example.Main"),
    ("bash app.sh -c x", "app.sh"), ("bash -eu -o pipefail app.sh", "app.sh"),
    ("bash -euo pipefail app.sh", "app.sh"), ("bash +x --rcfile f app.sh", "app.sh"),
    ("bash -c app.sh", nil), ("bash -lc app.sh", nil), ("sh -s x", nil), ("zsh app.zsh", "app.zsh"),
    ("fish -C init app.fish", "app.fish"), ("busybox sh app.sh", "app.sh"),
    ("busybox sh -c app.sh", nil), ("busybox cat app.sh", nil),
    ("perl -w -I lib -MJSON app.pl", "app.pl"), ("perl -i.bak -ne code app.pl", nil),
    ("perl -E code", nil), ("ruby -Ilib -r json app.rb", "app.rb"), ("ruby -W2 app.rb", "app.rb"),
    ("ruby -e code app.rb", nil), ("lua -l mod app.lua", "app.lua"),
    ("luajit -O3 app.lua", "app.lua"),
    ("php -d x=y app.php", "app.php"), ("php -f app.php", "app.php"), ("php -r code", nil),
    ("awk -F : code file", nil), ("gawk -f app.awk file", "app.awk"),
    ("guile -s app.scm", "app.scm"),
    ("gjs -m app.js", "app.js"), ("gjs-console -I lib app.js", "app.js"),
    ("mono --debug app.exe", "app.exe"),
    ("dotnet app.dll", "app.dll"), ("dotnet exec --depsfile d app.dll", "app.dll"),
    ("julia --project=. -t 4 app.jl", "app.jl"), ("R --no-echo --file=app.R", "app.R"),
    ("wine app.exe", "app.exe"), ("tclsh app.tcl", "app.tcl"), ("octave --eval x", nil),
    ("qemu-aarch64-static -L /sys /opt/app x", "/opt/app"),
    ("ld-linux-x86-64.so.2 --library-path /lib /opt/app", "/opt/app"),
    ("swift-frontend -frontend -interpret app.swift -j", "app.swift"),
    ("sbcl --script app.lisp", "app.lisp"),
    ("tcsh -f app.csh", "app.csh"), ("csh -c code", nil), ("mksh app.sh", "app.sh"),
    ("pwsh -NoProfile -File app.ps1 x", "app.ps1"), ("pwsh app.ps1", "app.ps1"),
    ("pwsh -ExecutionPolicy Bypass -File app.ps1", "app.ps1"), ("pwsh -Command x", nil),
    ("elvish app.elv", "app.elv"), ("elvish -c code x", nil), ("nu app.nu", "app.nu"),
    ("nu --config c.nu app.nu", "app.nu"), ("nu -c code", nil),
    ("qjs --std app.js", "app.js"), ("qjs -I lib.js app.js", "app.js"), ("qjs -e code", nil),
    ("micropython -X heapsize=4m app.py", "app.py"), ("micropython -m tool", "module tool"),
    ("expect app.exp", "app.exp"), ("expect -f app.exp x", "app.exp"), ("expect -c code", nil),
    ("raku -I lib app.raku", "app.raku"), ("raku -e code", nil), ("moar app.moarvm", "app.moarvm"),
    ("dart --enable-asserts app.dart", "app.dart"), ("dart run app.dart", "app.dart"),
    ("dart run tool:serve", "tool:serve"), ("dartaotruntime app.aot", "app.aot"),
    ("beam.smp -- -root /r -progname erl -- -home /h -- -extra app.escript x", "app.escript"),
    ("beam.smp -- -root /r -- -s elixir start_cli -extra --no-halt app.exs", "app.exs"),
    ("beam.smp -- -root /r -- -s elixir start_cli -extra -r lib.ex +elixirc app.exs x", "app.exs"),
    ("beam.smp -- -root /r -- -s elixir start_cli -extra -pa ebin -S mix run", "module mix"),
    ("beam.smp -- -root /r -- -s elixir start_cli -extra -e code x", nil),
    ("beam.smp -- -root /r -- -boot /opt/a/start -extra --no-halt", "/opt/a/start.boot"),
    ("beam.smp -- -root /r -- -boot start_clean -noshell -s app", "module app"),
    ("beam.smp -- -root /r -- -noshell -eval code", nil), ("beam.smp -- -root /r --", nil),
    ("clisp app.lisp", "app.lisp"), ("clisp -x code", nil), ("csi -s app.scm", "app.scm"),
    ("gosh -I lib app.scm", "app.scm"), ("rc app.rc", "app.rc"), ("busybox hush app.sh", "app.sh"),
    ("python3 -W", nil), ("java -jar", nil), ("python3 --", nil),
  ]

  @Test("is found behind the options of its interpreter", arguments: lines)
  func table(line: String, expected: String?) throws {
    let words = line.split(separator: " ").map(String.init)
    let interpreter = try #require(
      ExecutableFile.interpreter(at: "/usr/bin/" + FileSystem.lastComponent(of: words[0])))
    let script = InterpreterCommandLine.script(in: words, of: interpreter)
    let text: String? =
      switch script {
      case nil: nil
      case .file(let word): word
      case .module(let word): "module " + word
      }
    #expect(text == expected)
  }

  @Test("is looked for in any bytes without a crash")
  func anything() {
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var random = SeededWords(state: seed | 1)
    for interpreter in ["python", "java", "bash", "busybox", "awk", "node", "beam", "other"] {
      for _ in 0..<500 {
        let words = (0..<random.below(6)).map { _ in random.word() }
        if case .file(let word)? = InterpreterCommandLine.script(in: words, of: interpreter) {
          // What is found is part of what was given.
          let isFound = words.contains { $0.hasSuffix(word) || word == $0 + ".boot" }
          #expect(isFound, "seed \(seed): \(words)")
        }
      }
    }
  }
}

/// Words that look like command lines.
private struct SeededWords {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func word() -> String {
    let parts = ["-", "--", "c", "m", "=", "x", "jar", "\u{301}", "W", "+", "sh", "", "é", "/"]
    return (0..<below(5)).map { _ in parts[below(parts.count)] }.joined()
  }
}
