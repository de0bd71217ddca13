import FresnelApps
import Testing

/// Programs whose words are commands, besides those of ``ExecLineTests``, and lines that name very many.
@Suite("Command lines of programs that run others")
struct ExecLineRunnersTests {
  private static let url = "https://a.example/;touch${IFS}x"

  private func arguments(_ line: String) throws -> [String] {
    try #require(ExecLine(line)).arguments(
      ExecLine.Fields(targets: [Self.url], name: "$(name)", path: "/apps/a.desktop"))
  }

  @Test(
    "A field code in a word that holds white space is refused, whatever the program",
    arguments: [
      #"sqlite3 x .shell\ %u"#, #"sqlite3 x '.shell '%u"#, #"unknown "run "%u"#,
      "unknown run\\\t%f", #"unknown --do=open\ %u"#, #"unknown %u" -x""#, #"unknown -t\ %c %u"#,
      "unknown 'a\nb'%u",
    ])
  func wordsWithWhiteSpace(line: String) {
    #expect(throws: ExecLineProblem.self) { try arguments(line) }
  }

  @Test(
    "A field code behind a program that runs its words is refused",
    arguments: [
      "hyperfine %u", "watchexec %u", "watchexec -e c -- %u", "xdotool exec %u",
      "xdotool exec --sync %u", "uwsm app -- %u", "uwsm app %u", "uwsm-app -- %u", "chronic %u",
      "ts %u", "tsp -n %u", "x11docker image %u", "fakechroot %u", "swipl -g %u", "swipl %f",
      "swipl -g x -t halt %u", "ghci -e %u", "ghci %f", "nodemon --exec %u", "nodemon %f",
      "dtach -n s %u", "abduco -n s %u", "ttyd %u", "asciinema rec -c %u", "sshpass -p x %u",
      "autossh host %u", "dbclient host %u", "lxc exec a -- %u", "incus exec a -- %u",
      "kubectl exec a -- %u", "machinectl shell a %u", "systemd-nspawn %u", "schroot -- %u",
      "apptainer exec a %u", "singularity exec a %u", "ifne %u", "softlimit %u", "pee %u",
      "gio launch %f", "gtk-launch %f", "dex %f", "run-parts %f", "r2 -c %u", "uftrace %u",
      "gnuplot -e %u", "cmake -P %f", "uwsm app -- sh -c x %u", "env chronic %u",
    ])
  func runners(line: String) {
    #expect(throws: ExecLineProblem.self) { try arguments(line) }
  }

  @Test(
    "Programs with data for arguments stay usable, also behind such a program",
    arguments: [
      "uwsm app -- browser %u", "uwsm-app -- browser --new %u", "chronic browser %u",
      "fakechroot browser %u", "swipl /opt/b.pl %u", "sqlite3 %f", "dtach-view %u",
      "gio open %u", "app ts %u", "r2-viewer %u", #"browser a\ b %u"#,
    ])
  func harmless(line: String) throws {
    #expect(try arguments(line).last == Self.url)
  }

  @Test(
    "A line that names very many programs is refused; what it costs is measured by `make growth`",
    arguments: ["vim", "env", "git", "--x=sh", "-e --x=env", "bwrap"])
  func manyPrograms(word: String) {
    for tail in [" %u", String(repeating: " %u", count: 2_000)] {
      let line = "browser" + String(repeating: " " + word, count: 2_000) + tail
      #expect(throws: ExecLineProblem.self) { try arguments(line) }
    }
  }

  @Test("As many programs as any honest line names are judged one by one")
  func somePrograms() throws {
    #expect(
      try arguments("browser" + String(repeating: " vim", count: 30) + " %u").last == Self.url)
  }
}
