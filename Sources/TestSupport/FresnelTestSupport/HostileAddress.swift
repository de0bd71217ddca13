/// An address that somebody hostile could put into an item or a page, and what may come of opening it.
///
/// `{}` stands for the directory of a ``HostileDesktop``, in which there are the files that addresses lead to.
public struct HostileAddress: Sendable {
  /// The address.
  public let url: String
  /// The whole command line that runs, the program by its name; `nil` when nothing may.
  public let words: [String]?

  private init(_ url: String, _ words: [String]?) {
    self.url = url
    self.words = words
  }

  /// Whether it is handed as it is to a program for its scheme, and leads to no file.
  public var isForeign: Bool {
    ["browser", "mailer", "phone", "maps"].contains(words?.first ?? "")
  }

  /// The address in a directory, and the command line that it leads to.
  public func placed(in directory: String) -> HostileAddress {
    HostileAddress(
      url.replacing("{}", with: directory), words?.map { $0.replacing("{}", with: directory) })
  }

  // MARK: - The table

  /// All of them.
  public static let all = refused + web + others + files

  private static func nothing(_ urls: String...) -> [HostileAddress] {
    urls.map { HostileAddress($0, nil) }
  }

  /// Those that are opened nowhere.
  private static let refused =
    // Schemes of nobody, or that run something
    nothing(
      "someapp://run?x=$(id)", "someapp:run", "javascript:alert(1)", "JavaScript://x/%0aalert(1)",
      "data:text/html,<script>1</script>", "vbscript:x", "about:blank",
      "view-source:https://a.example/",
      "blob:https://a.example/1", "jar:file:///tmp/a.jar!/", "ssh://-oProxyCommand=touch%20x/",
      "telnet://a.example", "ftp://a.example/x.desktop", "sftp://a.example/x.desktop",
      "smb://a.example/share/evil.desktop", "dav://a.example/", "gopher://a.example/", "man:ls",
      "apt:evil", "appstream:org.evil.App", "steam://run/1", "ms-msdt:/id", "trash:///evil.desktop",
      "admin:///etc/passwd", "intent://a.example/#Intent;end", "chrome://settings",
      "exec:touch", "desktop:evil", "magnet:?xt=1", "fresnel-open:someapp://x",
      "org.freedesktop.Application:x", "x-scheme-handler/https:x")
    // Mails that would send a file
    + nothing(
      "mailto:a@a.example?attach=/etc/passwd", "mailto:?attachment=file:///etc/passwd",
      "MAILTO:a@a.example?Attach=~/.ssh/id_rsa", "mailto:a@a.example?ATTACHMENT=/etc/passwd",
      "mailto:a@a.example?subject=a&attach=/etc/passwd", "mailto:a@a.example?a;attach=/etc/passwd",
      "mailto:a@a.example?%61ttach=/etc/passwd", "mailto:a@a.example?%2561tt%41ch=/etc/passwd",
      "mailto:a@a.example?subject=a%26attach=/etc/passwd", "mailto:a%3Fattach%3D/etc/passwd",
      "mailto:a@a.example?%20attach%20=/etc/passwd", "mailto:a@a.example?insert=/etc/passwd")
    // No URLs at all
    + nothing(
      "--version", "-e", "--", "-h", ";touch${IFS}x", "|touch", "$(touch${IFS}x)", "`id`",
      "touch x",
      "https", "://a.example", "1https://a.example", "https//a.example", "/usr/bin/id",
      "../evil.desktop",
      "~/evil.desktop", "http:", "https:", "https:///path", "https://:80/", "https:a.example",
      "https:/a.example", "http://?x", "http://user@/")
    // Characters that are not seen, or that show something else
    + nothing(
      "https://a.example/\n--version", "https://a.example/\r\nx", "https://a.example/\tx",
      "https://a.example/ x", " https://a.example/", "https://a.example/ ",
      "https://a.example/\u{7F}",
      "https://a.example/\u{1B}[2J", "https://a.example/\u{85}", "https://a.example/\u{9B}2J",
      "https://a.example/\u{A0}x", "https://a.example/\u{2028}x", "https://a.example/\u{2029}x",
      "https://a.example/\u{3000}x", "https://a.example/\u{200B}x",
      "https://a.example/\u{202E}gpj.exe",
      "https://a.example/\u{2066}x\u{2069}", "https://a.example/\u{200F}x",
      "https://a.example/\u{61C}x",
      "https://a.example/\u{FEFF}x", "https://a.example/\u{AD}x", "https://a.example/\u{E0041}x",
      "\u{4BB}ttps://a.example/", "\u{FF48}ttps://a.example/", "https\u{FF1A}//a.example/",
      "https://a.example/" + String(repeating: "a", count: 70_000))
    // Files that are not on this machine, or not there
    + nothing(
      "file://a.example{}/note.txt", "file:note.txt", "file:///%00",
      "file://{}/note.txt%00.desktop",
      "file://{}/%ff", "file://{}/none/note.txt", "file://{}/evil.desktop/.",
      "file://{}/evil.desktop/x")

  /// Pages: the browser gets them whole, as one argument, whatever a shell would make of them.
  private static let web = [
    "https://a.example/$(touch${IFS}x)", "https://a.example/`touch${IFS}x`",
    "https://a.example/;touch${IFS}x",
    "https://a.example/&touch${IFS}x&", "https://a.example/|touch${IFS}x",
    "https://a.example/'$(id)'",
    "https://a.example/\"$(id)\"", "https://a.example/\\\"$(id)", "https://a.example/\\$(id)",
    "https://a.example/$HOME", "https://a.example/%24(id)", "https://a.example/%u",
    "https://a.example/%f%F%U%c%k%i%%",
    "https://a.example/*?[a]", "https://a.example/{a,b}", "https://a.example/<x>",
    "https://a.example/#;id",
    "https://a.example/!!", "https://a.example/?--version", "https://--version/", "https://-e/",
    "https://user:pass@a.example/", "https://a.example@b.example/",
    "https://a.example\\@b.example/",
    "HTTPS://A.EXAMPLE/", "https://[::1]/", "https://127.0.0.1:1/",
    "https://a.example/%0a--version",
    "https://a.example/%00", "https://a.example/evil.desktop", "https://\u{4F8B}\u{3048}.example/",
    "https://a.example/\u{646}\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}",
    "http://a.example/=x", "https://a.example/" + String(repeating: "a", count: 60_000),
  ].map { HostileAddress($0, ["browser", "--new-tab", $0]) }

  /// What other programs are there for.
  private static let others = [
    ("mailto:$(id)@a.example", "mailer"), ("mailto:--version", "mailer"),
    ("mailto:a@a.example?body=`id`", "mailer"),
    ("mailto:a@a.example?subject=attach%20it&body=attachment:%20a", "mailer"),
    ("mailto:attach=a@a.example", "mailer"), ("mailto:a@a.example?x-attach=b", "mailer"),
    ("MAILTO:a@a.example", "mailer"), ("mailto:%u", "mailer"), ("tel:--version", "phone"),
    ("tel:+49;ext=$(id)", "phone"),
    ("tel:`id`", "phone"), ("geo:1,2?q=$(id)", "maps"), ("geo:--version", "maps"),
  ].map { url, program in
    HostileAddress(
      url, program == "mailer" ? ["mailer", "--compose=\(url)"] : [program, url, "--"])
  }

  /// Files: documents are opened by what the desktop knows of them, anything that could run is shown in its folder.
  private static let files =
    [
      ("file://{}/note.txt", "note.txt"), ("file:{}/note.txt", "note.txt"),
      ("FILE://LocalHost{}/note.txt", "note.txt"), ("file://{}/%6eote.txt", "note.txt"),
      ("file://{}/note.txt?/../evil.desktop", "note.txt"),
      ("file://{}/note.txt?b.desktop", "note.txt"),
      ("file://{}/note.txt#.desktop", "note.txt"), ("file://{}/folder/../note.txt", "note.txt"),
      ("file://{}/folder/%2e%2e/note.txt", "note.txt"), ("file://{}//note.txt", "note.txt"),
      ("file://{}/$(id).txt", "%24%28id%29.txt"), ("file://{}/%60id%60.txt", "%60id%60.txt"),
      ("file://{}/it's.txt", "it%27s.txt"), ("file://{}/two%0Alines.txt", "two%0Alines.txt"),
      ("file://{}/--version.txt", "--version.txt"),
      ("file://{}/turned%E2%80%AEtxt.exe.txt", "turned%E2%80%AEtxt.exe.txt"),
    ].map { HostileAddress($0.0, ["xdg-open", "file://{}/\($0.1)"]) }
    + [
      "evil.desktop", "EVIL.DESKTOP", "evil%2Edesktop", "evil.desktop?x", "./evil.desktop",
      "folder/../evil.desktop",
      "run.sh", "run", "harmless.txt", "note.txt%3Fb.desktop", "setup.exe", "starter", "tool.jar",
      "class", "windows",
      "bundle.AppImage", "link.url", "script.bat", "gone.txt", "%CC%81.desktop", "pipe",
      "shortcut", "start", "reference", "package",
    ].map { HostileAddress("file://{}/\($0)", ["files", "{}/"]) }
    + [
      HostileAddress("file://{}/", ["files", "{}"]),
      HostileAddress("file://{}/folder", ["files", "{}/folder"]),
      HostileAddress("file://{}/$(id).d/", ["files", "{}/$(id).d"]),
      HostileAddress("file://{}/folder.desktop/", ["files", "{}/folder.desktop"]),
    ]
}
