import FresnelApps
import Testing

/// Lines that are judged by what an option is called, and programs that were not known by name.
@Suite("Command lines whose options introduce commands")
struct ExecLineIntroducersTests {
  private static let url = "sch:;touch${IFS}x"

  private func arguments(_ line: String) throws -> [String] {
    try #require(ExecLine(line)).arguments(
      ExecLine.Fields(targets: [Self.url], name: "$(name)", path: "/apps/a.desktop"))
  }

  @Test(
    "A field code behind an option that takes program text is refused, whatever the program",
    arguments: [
      "unknown -c %u", "unknown -e %u", "unknown -E %f", "unknown -x %u", "unknown -c%u",
      "unknown -e%u", "unknown --eval %u", "unknown --eval=%u", "unknown -eval %u",
      "unknown -exec %u", "unknown -execute %u", "unknown -run %f", "unknown -cmd %u",
      "unknown -command %u", "unknown --cmd %u", "unknown --expression=%u",
      "unknown -expression %u", "unknown --run %u", "unknown exec %u",
      "unknown shell %u", "unknown eval %u", "env A=b unknown exec %u",
      "unknown --new -e %u", "unknown a -c %k", "sh /opt/browser.sh -c %u",
    ])
  func introducers(line: String) {
    #expect(throws: ExecLineProblem.self) { try arguments(line) }
  }

  @Test(
    "Options of the same name that mean something else are left alone, and so are words further on",
    arguments: [
      "emacsclient -c %F", "/usr/bin/emacsclient.emacs -c %F", "env A=b emacsclient -c %f",
      "flatpak run --command=emacsclient org.gnu.emacs -c %F", "code -r %F", "qmmp -e %F",
      "audacious -e %U", "atool -x %f", "kgpg -e %f", "browser -c x %u", "browser -exit %u",
      "browser run-page %u", "browser page run %u", "handler launch %u", "messenger -- %u",
      "player --gui -- %U", "browser --new-window %u", "viewer -r %f", "mail -compose %u",
      "mpv --player-operation-mode=pseudo-gui -- %U", "x-www-browser -new-tab %u",
      "vlc --started-from-file %U", "evince %U", "tar -x %f", "browser -extoff %u",
    ])
  func harmless(line: String) throws {
    #expect(try arguments(line).last == Self.url)
  }

  @Test(
    "Interpreters, runners, terminals and options that were missing are known",
    arguments: [
      "swift -e %u", "swift %f", "kak -e x %u", "sage %f", "matlab -r x %u", "matlab -batch %u",
      "maxima --batch-string=%u", "scilab -e x %f", "gp %f", "kotlin -e x %u", "hy -c x %u",
      "janet -e x %u", "fennel -e x %u", "gforth -e x %u", "csharp -e x %u", "nim e %u",
      "sash -c x %u", "scsh -c x %u", "bosh -c x %u", "dtksh -c x %u", "weechat -r %u",
      "elinks -eval %u", "lftp -f %f", "duckdb -cmd %u", "xemacs -eval x %u",
      "nvim-qt -- -c %u", "neovide -- -c %u", "vimdiff -c x %f", "go run -x %u", "uv run -q %u",
      "cargo run %u", "stack exec -- %u", "stack runghc %u", "scala-cli run %u", "cabal run %u",
      "jshell %u", "jbang %u", "runhaskell %u", "tcc -run %u", "nvim -l %u",
      "wireshark -X lua_script:%u", "wireshark -X %u", "tshark -X%u", "lynx -cmd_script=%u",
      "systemd-cat %u", "systemd-cat -t x %u", "pw-jack %u", "padsp %u", "nocache %u",
      "steam-run %u", "switcherooctl launch %u", "switcherooctl launch -g 1 %u",
      "ip netns exec x %u", "gosu user %u", "su-exec user %u", "rootlesskit %u", "weston -- %u",
      "kwin_wayland %u", "xss-lock -- %u", "swayidle timeout 1 %u", "poetry run %u",
      "pipenv run %u", "conda run -n x %u", "npm exec %u", "npm exec -- %u", "pnpm exec %u",
      "pnpm dlx %u", "yarn exec %u", "bundle exec %u", "pyenv exec %u", "mise exec -- %u",
      "mise x -- %u", "direnv exec . %u", "guix shell -- %u", "lxc-attach -n x -- %u",
      "gpg-agent --daemon %u", "termite -e %u", "lilyterm -e %u", "deepin-terminal -e %u",
      "io.elementary.terminal -e %u", "cosmic-term -e %u", "blackbox -c %u", "dvtm %u",
      "tmate new %u", "kstart5 %u", "kstart -- %u", "tcpdump -z %u", "openvpn --up %u",
      "feh -A %u", "feh --info %u", "rclone --password-command=%u", "borg --rsh %u",
      "hg --config %u", "sftp -S %u", "gcc -wrapper %u", "xpra start --start=%u",
      "xpra start --start-child %u", "xautolock -locker %u", "exo-open --launch %u",
    ])
  func names(line: String) {
    #expect(throws: ExecLineProblem.self) { try arguments(line) }
  }

  @Test(
    "Programs that these run are handed what is opened as data",
    arguments: [
      "poetry run browser %u", "conda run -n x browser %u", "npm exec -- browser %u",
      "switcherooctl launch browser %u", "systemd-cat browser %u", "steam-run browser %u",
      "termite -e lynx %u", "guix shell lynx -- lynx %u",
      "feh %F", "lynx %u", "wireshark %f", "swift /opt/b.swift %u", "go run /opt/b.go %u",
      "nvim-qt %F", "kak %f", "elinks %u", "maxima /opt/b.mac %f",
    ])
  func runPrograms(line: String) throws {
    #expect(try arguments(line).last == Self.url)
  }
}
