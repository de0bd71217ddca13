internal import FresnelPlatform

// The tables of programs; `InterpreterNames` has those that are interpreters for the identity of apps too.
extension CommandProgram {
  private static let shell = InterpreterOptions(
    letters: "c", names: ["command", "init-command"], valued: "oOC")
  private static let python = InterpreterOptions(
    letters: "c", valued: "XWm", modules: "m",
    moduleRunners: [
      "IPython", "bdb", "bokeh", "bpython", "cProfile", "code", "coverage", "debugpy", "doctest",
      "flask", "gunicorn", "idlelib", "kernprof", "line_profiler", "locust", "marimo",
      "memory_profiler", "nose2", "panel", "pdb", "pip", "profile", "ptpython", "pudb",
      "pyinstrument", "pytest", "runpy", "scalene", "streamlit", "test", "timeit", "tox", "trace",
      "twisted", "unittest", "uvicorn", "viztracer", "zipapp",
    ])
  private static let switcher = InterpreterOptions(
    letters: "c", names: ["command", "session-command"], endsAtFile: false)
  private static let script = InterpreterOptions(
    letters: "eEp", names: ["eval", "print", "evaluate"], words: ["eval"], valued: "rCIL")
  /// Interpreters that are told by a word what to do with a file.
  private static let runners: [String: InterpreterOptions] = {
    // Reloading has no value of its own in deno, whose letter is that of loading a module elsewhere.
    var (deno, bun, dart, node) = (script, script, script, script)
    deno.valued = "cL"
    deno.commands = ["run", "serve", "test", "bench", "x"]
    deno.flags = ["allow-", "deny-", "unstable", "quiet"]
    bun.commands = ["run", "test", "x", "exec"]
    bun.flags = ["bun", "silent", "smol"]
    dart.commands = ["run"]
    dart.flags = ["enable-asserts"]
    node.commands = ["inspect"]
    var (nim, go, haskell) = (script, script, script)
    nim.commands = ["e", "r", "c", "cc", "cpp", "js", "compile"]
    go.letters = ""
    go.commands = ["run"]
    haskell.commands = ["run", "exec", "script", "runghc", "runhaskell", "eval"]
    return [
      "deno": deno, "bun": bun, "dart": dart, "node": node, "nodejs": node, "nim": nim, "go": go,
      "uv": go, "cargo": go, "scala-cli": go, "stack": haskell, "cabal": haskell,
    ]
  }()
  private static let lisp = InterpreterOptions(
    letters: "ecx", names: ["eval", "execute", "expression"], endsAtFile: false, runsFile: false)
  private static let editor = InterpreterOptions(
    letters: "cS", names: ["cmd"], starts: "+", endsAtFile: false, runsFile: false)
  private static let erlang = InterpreterOptions(
    names: ["eval", "run", "s"], endsAtFile: false, runsFile: false,
    hasLongOptionsWithOneHyphen: true)
  private static let prolog = InterpreterOptions(
    letters: "gt", names: ["goal", "query-goal", "entry-goal", "init-goal"], valued: "fsxpl")
  private static let windows = InterpreterOptions(
    letters: "ce", names: ["command", "encodedcommand", "commandwithargs"], endsAtFile: false,
    runsFile: false, hasLongOptionsWithOneHyphen: true)

  static let interpreters: [String: InterpreterOptions] = {
    var table: [String: InterpreterOptions] = [
      "env": InterpreterOptions(
        letters: "S", names: ["split-string"], valued: "uC", runsFile: false),
      "python": python,
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
      "kak": InterpreterOptions(letters: "eE", valued: "snC", endsAtFile: false, runsFile: false),
      "matlab": InterpreterOptions(
        letters: "r", names: ["batch"], endsAtFile: false, runsFile: false,
        hasLongOptionsWithOneHyphen: true),
      "maxima": InterpreterOptions(letters: "br", names: ["batch", "batch-string", "run-string"]),
      "sage": InterpreterOptions(letters: "c"), "hy": InterpreterOptions(letters: "c", valued: "m"),
    ]
    table["xemacs"] = table["emacs"]
    func add(_ names: Set<String>, _ options: InterpreterOptions) {
      for name in names { table[name] = options }
    }
    add(InterpreterNames.shells, shell)
    var otherPython = python
    otherPython.valued = "XWmI"
    add(InterpreterNames.pythons, otherPython)
    add(["su", "runuser", "sg", "newgrp", "script"], switcher)
    add(InterpreterNames.scripts.union(["ghc", "ghci", "runghc", "crystal"]), script)
    add(
      ["scilab", "gp", "kotlin", "csharp", "runhaskell", "jshell", "jbang", "ngs", "fennel"], script
    )
    table.merge(runners) { $1 }
    add(InterpreterNames.lisps, lisp)
    add(["swipl", "swipl-win", "gprolog", "yap", "tpl"], prolog)
    add(
      [
        "vi", "vim", "nvim", "gvim", "ex", "view", "gview", "evim", "vimx", "rvim", "rview",
        "rgvim",
        "vimdiff", "gvimdiff", "nvim-qt", "neovide",
      ], editor)
    add(InterpreterNames.windowsShells, windows)
    return table
  }()

  static let commandRunners = [
    InterpreterNames.runtimes,
    names(
      """
      sudo doas pkexec run0 gksu gksudo kdesu kdesudo nice ionice nohup setsid stdbuf timeout time chrt
      taskset numactl strace ltrace valgrind xterm rxvt urxvt st x-terminal-emulator xdg-terminal-exec
      gnome-terminal kgx konsole xfce4-terminal mate-terminal tilix ptyxis kitty alacritty foot wezterm
      ghostty systemd-run systemd-inhibit gnome-session-inhibit kde-inhibit dbus-launch dbus-run-session
      firejail unshare nsenter proot fakeroot gamemoderun gamescope mangohud prime-run primusrun optirun
      vglrun cage xvfb-run xinit startx catchsegv linux32 linux64 setarch cgexec flatpak-spawn host-spawn
      distrobox-host-exec uxterm lxterm urxvtc rxvtc footclient proxychains torsocks torify tsocks
      unbuffer rlwrap socksify eatmydata cpulimit trickle setpriv setuidgid chpst envdir runcon aa-exec
      tini dumb-init daemonize choom prlimit rr heaptrack gdbserver ssh-agent npx bunx pipx uvx sakura
      roxterm qterminal mlterm zutty rio cool-retro-term chronic ifne ts tsp fakechroot softlimit sshpass
      ttyd gtk-launch dex run-parts systemd-cat pw-jack padsp nocache steam-run switcherooctl
      nvidia-offload rootlesskit weston kwin_wayland xss-lock kstart waypipe termite termit lilyterm
      deepin-terminal io.elementary.terminal pantheon-terminal cosmic-term blackbox blackbox-terminal
      gnome-console eterm aterm mrxvt evilvte pangoterm mtm
      """),
    // What these run is behind a word such as "run".
    names(
      """
      poetry pipenv conda mamba micromamba npm pnpm yarn bundle pyenv rbenv mise asdf guix
      """),
  ].reduce(into: Set<String>()) { $0.formUnion($1) }

  static let commandMakers = [
    InterpreterNames.awks,
    names(
      """
      ssh mosh rsh rexec dsh pssh watch eval parallel sem at batch entr i3-msg swaymsg hyprctl riverctl
      bspc tmux screen byobu zellij terminator lxterminal guake yakuake terminology wsl adb cmd osascript
      sed gsed make gmake ninja just crontab m4 capsh start-stop-daemon find xargs rsync scp socat
      xdg-terminal busctl
      """),
    // Which of their words is the program depends on all the options before it, or on the image of a container.
    names(
      """
      chroot faketime perf gdb docker podman distrobox distrobox-enter toolbox flock bwrap nix nix-shell
      dc awesome-client herbstclient niri dtach abduco asciinema lxc incus kubectl machinectl
      systemd-nspawn schroot apptainer singularity x11docker uftrace uwsm uwsm-app
      """),
    // Each of their words, or all of them together, is a command.
    names(
      """
      hyperfine watchexec nodemon xdotool pee autossh dbclient swayidle dvtm tmate ip gosu su-exec
      lxc-attach direnv
      """),
  ].reduce(into: Set<String>()) { $0.formUnion($1) }

  private static func names(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Those of ``commandMakers`` that run the words behind `--` as they are.
  static let separatedRunners: Set<String> = [
    "bwrap", "distrobox", "distrobox-enter", "uwsm", "uwsm-app",
  ]

  /// Programs that act by the name by which they are called, so that the name of their file says nothing.
  static let multipleCallers: Set<String> = [
    "busybox", "toybox", "coreutils", "firejail", "snap", "swift-frontend",
  ]

  /// Of programs that take their arguments as data else: the options whose value is a command, or a file of commands.
  static let ownCommandOptions: [String: [String]] = {
    let tar = ["-I", "-F"], lldb = ["-o", "-O", "-s", "-S", "-k", "-K", "--one-line", "--source"]
    let gets = ["--downloader", "--external-downloader", "--config-locations", "--plugin-dirs"]
    let pager = ["+"], mutt = ["-e", "-F"], connects = ["-e", "-c"]
    let reverser = ["-c", "-C", "-e", "-i", "-I", "-R"], capture = ["-X"]
    let compiler = ["-wrapper", "-fplugin", "-B", "-specs"]
    return [
      "git": ["-c", "-u", "--config"], "tar": tar, "gtar": tar, "bsdtar": tar, "less": pager,
      "more": pager, "most": pager, "man": ["-P", "-H", "--pager", "--html"],
      "emacs": [
        "-l", "-f", "-load", "--load", "-script", "--script", "-funcall", "--funcall", "-L",
      ],
      "gdb": ["-x", "-ix"], "lldb": lldb, "blender": ["-P", "--python", "--python-text"],
      "gimp": ["-b", "--batch"], "wget": ["-e", "--config"], "curl": ["-K", "--config"],
      "mpv": ["--script", "--scripts", "--input-conf", "--include", "--config-dir"],
      "mutt": mutt, "neomutt": mutt, "split": ["--filter"], "zip": ["-TT"], "nc": connects,
      "ncat": connects, "netcat": connects, "yt-dlp": gets, "youtube-dl": gets,
      "aria2c": ["--on-download-complete", "--on-download-start", "--on-download-error"],
      "fzf": ["--preview", "--bind"], "rofi": ["-modi", "-run-command"], "gnuplot": ["-e"],
      "gio": ["launch"], "cmake": ["-P", "-C"], "r2": reverser, "radare2": reverser,
      "rizin": reverser, "sqlite": ["-cmd", "-init"], "psql": ["-c", "-f"], "mysql": ["-e"],
      "mariadb": ["-e"], "nvim": ["-l"], "tcc": ["-run", "-B"], "wireshark": capture,
      "tshark": capture, "lynx": ["-cfg", "-cmd_script"], "elinks": ["-eval", "--eval"],
      "weechat": ["-r"], "weechat-headless": ["-r"], "lftp": ["-c", "-e", "-f"],
      "duckdb": ["-c", "-s", "-cmd", "-init"], "tcpdump": ["-z"], "hg": ["--config"],
      "openvpn": [
        "--up", "--down", "--route-up", "--route-pre-down", "--ipchange", "--tls-verify",
        "--client-connect", "--plugin", "--config",
      ],
      "feh": ["-A", "--action", "--info"], "sftp": ["-S", "-D", "-o", "-b"], "gcc": compiler,
      "g++": compiler, "cc": compiler, "clang": compiler, "xpra": ["--start", "--exec-wrapper"],
      "xautolock": ["-locker", "-nowlocker", "-killer", "-notifier"],
      "gpg-agent": ["--daemon"], "exo-open": ["--launch"], "mg": ["-u"],
      "code": ["--install-extension"], "codium": ["--install-extension"],
    ]
  }()
}
