import FresnelApps
import Testing

@Suite("Command lines of desktop files")
struct ExecLineTests {
  private static let url = "https://a.example/$(touch${IFS}x)"

  private func fields(opening targets: [String] = [url]) -> ExecLine.Fields {
    ExecLine.Fields(
      targets: targets, icon: "pic", name: "$(name)", path: "/apps/$(path).desktop")
  }

  static let accepted: [(String, [String])] = [
    ("browser %u", ["browser", url]), ("browser %U", ["browser", url]),
    ("browser %f", ["browser", url]), ("browser %F --end", ["browser", url, "--end"]),
    ("browser --open=%u", ["browser", "--open=" + url]),
    ("browser --open=%U", ["browser", "--open=" + url]),
    ("browser --open=%f --all=%F", ["browser", "--open=" + url, "--all=" + url]),
    ("browser --a=%u%u", ["browser", "--a=" + url + url]),
    ("browser %i %c %k %%", ["browser", "--icon", "pic", "$(name)", "/apps/$(path).desktop", "%"]),
    ("browser --name=%c --file=%k", ["browser", "--name=$(name)", "--file=/apps/$(path).desktop"]),
    ("browser \"a b\" '100 %%' %u", ["browser", "a b", "100 %", url]),
    ("browser 'it is' %u", ["browser", "it is", url]),
    ("sh /opt/browser.sh %u", ["sh", "/opt/browser.sh", url]),
    ("sh -e /opt/browser.sh -n %u", ["sh", "-e", "/opt/browser.sh", "-n", url]),
    ("bash -o pipefail /opt/b.sh %u", ["bash", "-o", "pipefail", "/opt/b.sh", url]),
    ("python3 /opt/b.py %u", ["python3", "/opt/b.py", url]),
    ("python3 -m webbrowser %u", ["python3", "-m", "webbrowser", url]),
    ("python3 -W ignore -mcalculator %u", ["python3", "-W", "ignore", "-mcalculator", url]),
    ("perl -MFile::Spec /opt/b.pl %u", ["perl", "-MFile::Spec", "/opt/b.pl", url]),
    ("java -jar /opt/b.jar %u", ["java", "-jar", "/opt/b.jar", url]),
    ("env A=b nice -n 5 browser %u", ["env", "A=b", "nice", "-n", "5", "browser", url]),
    ("xterm -e lynx %u", ["xterm", "-e", "lynx", url]),
    ("env -i browser %u", ["env", "-i", "browser", url]),
    ("gnome-terminal --working-directory=%f", ["gnome-terminal", "--working-directory=" + url]),
    ("kitty --directory %f", ["kitty", "--directory", url]),
    ("emacsclient -c %F", ["emacsclient", "-c", url]), ("emacs %F", ["emacs", url]),
    ("gvim -f %F", ["gvim", "-f", url]), ("node /opt/app.js %u", ["node", "/opt/app.js", url]),
    (
      "flatpak run --branch=stable --command=browser org.a.B %u",
      ["flatpak", "run", "--branch=stable", "--command=browser", "org.a.B", url]
    ),
    ("app --lang es %u", ["app", "--lang", "es", url]), ("app watch %u", ["app", "watch", url]),
    ("tar -xf %f", ["tar", "-xf", url]), ("git gui blame %f", ["git", "gui", "blame", url]),
    ("sakura -e lynx %u", ["sakura", "-e", "lynx", url]),
    ("firejail --net=none browser %u", ["firejail", "--net=none", "browser", url]),
    ("distrobox enter a -- browser %u", ["distrobox", "enter", "a", "--", "browser", url]),
    ("bwrap --bind / / -- browser %u", ["bwrap", "--bind", "/", "/", "--", "browser", url]),
    ("man %f", ["man", url]), ("wget %u", ["wget", url]),
    ("mpv --title=%c %U", ["mpv", "--title=$(name)", url]),
    ("python3 /opt/b.py --open=%u -c", ["python3", "/opt/b.py", "--open=" + url, "-c"]),
    ("flatpak-spawn --host browser %u", ["flatpak-spawn", "--host", "browser", url]),
    ("node --no-warnings /opt/app.js %u", ["node", "--no-warnings", "/opt/app.js", url]),
    (
      "deno run -A --allow-net /opt/b.ts %u",
      ["deno", "run", "-A", "--allow-net", "/opt/b.ts", url]
    ),
    ("bun run --bun /opt/b.ts %u", ["bun", "run", "--bun", "/opt/b.ts", url]),
    // Codes for nothing are left out.
    ("sh -c \"echo a\"", ["sh", "-c", "echo a"]),
  ]

  @Test("What is opened is one argument, as it is", arguments: accepted)
  func accepts(line: String, words: [String]) throws {
    #expect(try #require(ExecLine(line)).arguments(fields()) == words)
  }

  static let refused: [(String, ExecLineProblem)] = [
    ("sh -c \"browser %u\"", .quotedField("u")), ("browser \"%u\"", .quotedField("u")),
    ("browser \"--open=%f\"", .quotedField("f")), ("browser '%F'", .quotedField("F")),
    ("browser \"a %U\"", .quotedField("U")), ("browser -caption \"%c\" %u", .quotedField("c")),
    ("browser \"%k\" %u", .quotedField("k")), ("browser '%i'", .quotedField("i")),
    ("browser \"100%%%u\"", .quotedField("u")), ("browser \"%\"u", .quotedField("u")),
    ("browser \"\\%u\"", .quotedField("u")),
    ("%u", .fieldAsProgram("u")), ("%f --open", .fieldAsProgram("f")),
    ("/opt/%c %u", .fieldAsProgram("c")), ("env %f", .fieldAsProgram("f")),
    ("env A=b nice -n 5 %f", .fieldAsProgram("f")), ("sudo -u root %u", .fieldAsProgram("u")),
    ("xterm -e %u", .fieldAsProgram("u")), ("konsole -e %F", .fieldAsProgram("F")),
    ("gnome-terminal -- %f", .fieldAsProgram("f")), ("wine %f", .fieldAsProgram("f")),
    ("java -jar %f", .fieldAsProgram("f")), ("sh %f", .fieldAsProgram("f")),
    ("bash -x %u", .fieldAsProgram("u")), ("/usr/bin/python3.12 -u %f", .fieldAsProgram("f")),
    ("perl %F", .fieldAsProgram("F")), ("env sh %f", .fieldAsProgram("f")),
    // An option before it may have no value, or load a file; a word before it may say what is done with the file.
    ("node --no-warnings %f", .fieldAsProgram("f")), ("bash --norc %f", .fieldAsProgram("f")),
    ("octave --gui %f", .fieldAsProgram("f")), ("node --test %f", .fieldAsProgram("f")),
    ("bash --norc x --posix %f", .fieldAsProgram("f")),
    ("python3 -m %u", .fieldAsProgram("u")), ("python3 -m%u", .fieldAsProgram("u")),
    ("python3 -Im %u", .fieldAsProgram("u")), ("pypy3 -u -m %f", .fieldAsProgram("f")),
    ("env python3.12 -m %f x", .fieldAsProgram("f")), ("perl -M %u", .fieldAsProgram("u")),
    ("python3 -m pdb %f", .fieldAsProgram("f")),
    ("python3 -m streamlit run %f", .fieldAsProgram("f")),
    ("python3 -m bpython %f", .fieldAsProgram("f")),
    ("python3 -m flask --app %f run", .fieldAsProgram("f")),
    ("python3 -mtimeit %u", .fieldAsProgram("u")),
    ("python3 -m coverage run %f", .fieldAsProgram("f")), ("java -m %u", .fieldAsProgram("u")),
    ("ruby -r %u /opt/b.rb", .fieldInCommand("u", program: "ruby")),
    ("lua -l %u /opt/b.lua", .fieldAsProgram("u")),
    ("python3 --quiet %f -m x", .fieldAsProgram("f")), ("ruby -r %f", .fieldAsProgram("f")),
    ("node --require=%f", .fieldAsProgram("f")), ("deno run -A %u", .fieldAsProgram("u")),
    ("deno run -r %u", .fieldAsProgram("u")), ("deno run --allow-net %u", .fieldAsProgram("u")),
    ("bun run %f", .fieldAsProgram("f")), ("dart run %f", .fieldAsProgram("f")),
    ("node inspect %f", .fieldAsProgram("f")),
    ("sh -c 'browser \"$1\"' sh %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("/bin/bash -lc browser %u", .fieldBesideProgramText("u", interpreter: "bash")),
    ("dash -ec 'x' %f", .fieldBesideProgramText("f", interpreter: "dash")),
    ("zsh -o extendedglob -c x %F", .fieldBesideProgramText("F", interpreter: "zsh")),
    ("fish --command=x %u", .fieldBesideProgramText("u", interpreter: "fish")),
    ("sh %u -c x", .fieldAsProgram("u")),
    ("sh -c %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("busybox sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("env A=b sh -c x %c", .fieldBesideProgramText("c", interpreter: "sh")),
    ("nohup setsid bash -c x %k", .fieldBesideProgramText("k", interpreter: "bash")),
    ("sudo -u me sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("xterm -e sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("flatpak run --command=sh org.a.B -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("python3 -c 'import x' %u", .fieldBesideProgramText("u", interpreter: "python")),
    ("python3 -X utf8 -Ic x %u", .fieldBesideProgramText("u", interpreter: "python")),
    ("perl -e x %u", .fieldBesideProgramText("u", interpreter: "perl")),
    ("perl -lne x %f", .fieldBesideProgramText("f", interpreter: "perl")),
    ("perl -I /opt -E x %u", .fieldBesideProgramText("u", interpreter: "perl")),
    ("ruby3.1 -e x %u", .fieldBesideProgramText("u", interpreter: "ruby")),
    ("php -r x %u", .fieldBesideProgramText("u", interpreter: "php")),
    ("node --eval x %u", .fieldBesideProgramText("u", interpreter: "node")),
    ("deno eval x %u", .fieldBesideProgramText("u", interpreter: "deno")),
    ("lua5.4 -e x %u", .fieldBesideProgramText("u", interpreter: "lua")),
    ("env -S 'sh x' %u", .fieldBesideProgramText("u", interpreter: "env")),
    ("env --split-string=x %u", .fieldAsProgram("u")),
    ("su me -c x %u", .fieldBesideProgramText("u", interpreter: "su")),
    ("emacsclient --eval x %u", .fieldBesideProgramText("u", interpreter: "emacsclient")),
    ("emacs -eval x %u", .fieldBesideProgramText("u", interpreter: "emacs")),
    ("vim -c x %f", .fieldBesideProgramText("f", interpreter: "vim")),
    ("pwsh -Command x %u", .fieldBesideProgramText("u", interpreter: "pwsh")),
    ("octave --eval x %u", .fieldBesideProgramText("u", interpreter: "octave")),
    ("bsd-csh -c x %u", .fieldBesideProgramText("u", interpreter: "bsd-csh")),
    ("dart %f", .fieldAsProgram("f")), ("ld-linux-x86-64.so.2 %f", .fieldAsProgram("f")),
    ("qemu-aarch64-static %f", .fieldAsProgram("f")),
    ("osascript -e x %u", .fieldInCommand("u", program: "osascript")),
    ("ssh host browser %u", .fieldInCommand("u", program: "ssh")),
    ("sudo -u me ssh host %u", .fieldInCommand("u", program: "ssh")),
    ("watch browser %u", .fieldInCommand("u", program: "watch")),
    ("i3-msg exec browser %u", .fieldInCommand("u", program: "i3-msg")),
    ("wine cmd.exe /c start %u", .fieldInCommand("u", program: "cmd")),
    ("awk x %f", .fieldInCommand("f", program: "awk")),
    ("tmux new %u", .fieldInCommand("u", program: "tmux")),
    ("gnome-terminal --command=%u", .fieldInCommand("u", program: "--command")),
    ("terminal --command %u", .fieldInCommand("u", program: "--command")),
    // Programs that run what an option of theirs says
    (
      "tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec=%u x",
      .fieldInCommand("u", program: "--checkpoint-action")
    ),
    ("tar -xf %f --to-command %u", .fieldInCommand("u", program: "--to-command")),
    ("tar -I %u -xf x", .fieldInCommand("u", program: "tar -I")),
    ("git -c core.pager=%u log", .fieldInCommand("u", program: "git -c")),
    ("git -ccore.pager=%u log", .fieldInCommand("u", program: "git -c")),
    ("env git --exec-path=%u log", .fieldInCommand("u", program: "--exec-path")),
    ("less +%u /etc/motd", .fieldInCommand("u", program: "less +")),
    ("man -P %u ls", .fieldInCommand("u", program: "man -P")),
    ("blender --python %f", .fieldInCommand("f", program: "blender --python")),
    ("emacs -l %f", .fieldInCommand("f", program: "emacs -l")),
    ("emacs --load=%f", .fieldInCommand("f", program: "emacs --load")),
    ("mpv --script=%f", .fieldInCommand("f", program: "mpv --script")),
    ("lldb -o %u", .fieldInCommand("u", program: "lldb -o")),
    ("gvim +%u", .fieldBesideProgramText("u", interpreter: "gvim")),
    ("vim.basic -c x %f", .fieldBesideProgramText("f", interpreter: "vim")),
    // Options and variables of what runs programs
    ("gdb -x %f", .fieldInCommand("f", program: "gdb -x")),
    ("perl -M%u /opt/b.pl", .fieldInCommand("u", program: "perl")),
    ("bash --rcfile %f /opt/b.sh", .fieldInCommand("f", program: "bash")),
    ("node --require=%f /opt/b.js", .fieldInCommand("f", program: "node")),
    ("env LD_PRELOAD=%f browser", .fieldInCommand("f", program: "env")),
    ("sudo PAGER=%u man ls", .fieldInCommand("u", program: "sudo")),
    // Programs that run what they are given
    ("capsh -- -c %u", .fieldInCommand("u", program: "capsh")),
    (
      "start-stop-daemon -S -x /bin/sh -- -c %u",
      .fieldInCommand("u", program: "start-stop-daemon")
    ),
    ("start-stop-daemon --start --exec %u", .fieldInCommand("u", program: "--exec")),
    ("find . -name %u", .fieldInCommand("u", program: "find")),
    ("xargs -a /dev/null sh %u", .fieldInCommand("u", program: "xargs")),
    ("rsync -e %u a b", .fieldInCommand("u", program: "rsync")),
    ("socat - EXEC:%u", .fieldInCommand("u", program: "socat")),
    ("ssh -o ProxyCommand=%u host", .fieldInCommand("u", program: "ssh")),
    ("sed s/a/%u/e x", .fieldInCommand("u", program: "sed")),
    ("make -f %f", .fieldInCommand("f", program: "make")),
    ("parallel browser ::: %u", .fieldInCommand("u", program: "parallel")),
    ("flatpak-spawn --host %u", .fieldAsProgram("u")), ("ionice -c 3 %f", .fieldAsProgram("f")),
    ("systemd-run --user %u", .fieldAsProgram("u")), ("proxychains4 %u", .fieldAsProgram("u")),
    ("timeout 5 %u", .fieldAsProgram("u")), ("stdbuf -o0 %u", .fieldAsProgram("u")),
    ("flatpak-spawn --host sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ("script -c x %f", .fieldBesideProgramText("f", interpreter: "script")),
    ("gdb -ex x %f", .fieldInCommand("f", program: "gdb")),
    // Terminals
    ("sakura -e %u", .fieldAsProgram("u")), ("sakura -x %u", .fieldAsProgram("u")),
    ("roxterm --execute %u", .fieldInCommand("u", program: "--execute")),
    ("qterminal -e %u", .fieldAsProgram("u")),
    ("mlterm -e %u", .fieldAsProgram("u")), ("zutty -e %u", .fieldAsProgram("u")),
    ("rio -e %u", .fieldAsProgram("u")), ("cool-retro-term -e %u", .fieldAsProgram("u")),
    ("firejail --net=none %u", .fieldAsProgram("u")),
    ("roxterm -e sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    // Programs of whose words one is the program
    ("chroot /srv %u", .fieldInCommand("u", program: "chroot")),
    ("chroot --userspec me /srv %u", .fieldInCommand("u", program: "chroot")),
    ("faketime yesterday %u", .fieldInCommand("u", program: "faketime")),
    ("perf record -e cycles %f", .fieldInCommand("f", program: "perf")),
    ("gdb --args %f", .fieldInCommand("f", program: "gdb")),
    ("gdb %f", .fieldInCommand("f", program: "gdb")),
    ("docker run --rm image %u", .fieldInCommand("u", program: "docker")),
    ("podman exec box %u", .fieldInCommand("u", program: "podman")),
    ("distrobox enter box -- %u", .fieldInCommand("u", program: "distrobox")),
    (
      "distrobox enter box -- sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")
    ),
    ("distrobox-enter -n %u -- browser", .fieldInCommand("u", program: "distrobox-enter")),
    ("toolbox run -c box %u", .fieldInCommand("u", program: "toolbox")),
    ("flock /run/lock %u", .fieldInCommand("u", program: "flock")),
    ("bwrap --bind / / %u", .fieldInCommand("u", program: "bwrap")),
    ("nix-shell -p lynx --run %u", .fieldInCommand("u", program: "--run")),
    ("nix-shell %f", .fieldInCommand("f", program: "nix-shell")),
    ("nix shell a -c %u", .fieldInCommand("u", program: "nix")),
    ("dc -e %u", .fieldInCommand("u", program: "dc")),
    ("awesome-client %u", .fieldInCommand("u", program: "awesome-client")),
    ("herbstclient spawn %u", .fieldInCommand("u", program: "herbstclient")),
    ("niri msg action spawn -- %u", .fieldInCommand("u", program: "niri")),
    ("env niri msg action spawn %u", .fieldInCommand("u", program: "niri")),
    ("launcher --run=%u", .fieldInCommand("u", program: "--run")),
    ("java -m %u", .fieldAsProgram("u")),
    // Words that may be command lines, and lines of too many words
    (#"sqlite3 x .shell\ %u"#, .fieldBesideWhiteSpace("u")),
    ("browser" + String(repeating: " a", count: 255) + " %f", .tooLong("f")),
    ("browser --all=" + String(repeating: "%c", count: 257), .tooLong("c")),
    // Interpreters by names that only their files have
    ("gjs-console -c x %u", .fieldBesideProgramText("u", interpreter: "gjs")),
    ("mono-sgen %f", .fieldAsProgram("f")),
    ("perl5.36-x86_64-linux-gnu -e x %u", .fieldBesideProgramText("u", interpreter: "perl")),
  ]

  @Test("A line that would have it read as part of a command is not run", arguments: refused)
  func refuses(line: String, problem: ExecLineProblem) throws {
    let command = try #require(ExecLine(line))
    #expect(throws: problem) { try command.arguments(fields()) }
    let sentence = problem.message(path: "/apps/a.desktop")
    #expect(sentence.hasPrefix("/apps/a.desktop is not run: "))
  }

  @Test("A program is known by the file that a link leads to, but one that goes by the link's name")
  func links() throws {
    let files = [
      "mysh": "/usr/bin/bash", "/opt/run": "/usr/bin/env", "py": "/usr/bin/python3.12",
      "firefox": "/usr/bin/firejail", "vi": "/bin/busybox", "edit": "/usr/bin/vim.tiny",
      "/opt/sh": "/opt/browser",
    ]
    let refused: [(String, ExecLineProblem)] = [
      ("mysh -c x %u", .fieldBesideProgramText("u", interpreter: "bash")),
      ("mysh %f", .fieldAsProgram("f")), ("/opt/run %u", .fieldAsProgram("u")),
      ("/opt/run nice mysh -c x %u", .fieldBesideProgramText("u", interpreter: "bash")),
      ("env A=b py -c x %u", .fieldBesideProgramText("u", interpreter: "python")),
      (
        "flatpak run --command=mysh org.a.B -c x %u",
        .fieldBesideProgramText("u", interpreter: "bash")
      ),
      ("edit -c x %f", .fieldBesideProgramText("f", interpreter: "vim")),
      // Nor is it trusted more for what its file is called.
      ("/opt/sh -c x %u", .fieldBesideProgramText("u", interpreter: "sh")),
    ]
    for (line, problem) in refused {
      var command = try #require(ExecLine(line))
      command.followLinks { files[$0] }
      let filled = command
      #expect(throws: problem, "\(line)") { try filled.arguments(fields()) }
    }
    for line in ["firefox %u", "vi %f", "mysh /opt/a.sh %u", "edit %f"] {
      var command = try #require(ExecLine(line))
      command.followLinks { files[$0] }
      #expect(try command.arguments(fields()).last == Self.url, "\(line)")
    }
  }

  @Test(
    "A line that opens nothing is run, unless it hands on a name or path that is not its own to judge"
  )
  func opensNothing() throws {
    for (line, words) in [
      ("sh -c \"browser %u\"", ["sh", "-c", "browser "]),
      ("sh -c x sh %F", ["sh", "-c", "x", "sh"]),
      ("browser \"%f\"", ["browser"]), ("ssh host %u", ["ssh", "host"]),
    ] {
      #expect(try #require(ExecLine(line)).arguments(fields(opening: [])) == words, "\(line)")
    }
    for line in ["sh -c \"echo %c\"", "sh -c x %k", "browser '%c'", "%k", "ssh host %c"] {
      #expect(throws: ExecLineProblem.self, "\(line)") {
        try ExecLine(line)?.arguments(fields(opening: []))
      }
    }
  }

  @Test("A word may be as long as a whole file")
  func longWord() throws {
    // What that costs is measured by the case "Exec line: one word" of `make growth`.
    let count = 1 << 16
    let word = String(repeating: #"a\\%%"#, count: count)
    let words = try #require(ExecLine("browser \"\(word)\"")).arguments(fields())
    let isRead = words == ["browser", String(repeating: #"a\%"#, count: count)]
    #expect(isRead)
  }

  @Test("Several targets are as many arguments, where the line takes them")
  func severalTargets() throws {
    let both = fields(opening: ["a", "b"])
    #expect(
      try #require(ExecLine("x %F %f -o=%u")).arguments(both) == ["x", "a", "b", "a", "-o=a"])
  }
}
