import FresnelLaunching
import FresnelPlatform
import Testing

@Suite("What file URLs lead to")
struct FileFactsTests {
  @Test(
    "A file that could be run is told from a document, also through a link, by name and by content")
  func kinds() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func make(_ name: String, _ text: String = "", _ permissions: UInt32 = 0o644) throws {
        try FileSystem.write(
          Array(text.utf8), to: "\(directory)/\(name)", permissions: permissions)
      }
      func link(_ name: String, to target: String) throws {
        let ending = try Command("/bin/ln", ["-s", target, "\(directory)/\(name)"]).run()
        #expect(ending.isSuccess)
      }
      try make("a.pdf")
      try make("run.sh", "", 0o755)
      try make("plain.sh", "#!/bin/sh\n")
      try make("app.desktop")
      try make("setup.EXE")
      try make("starter", "# x\n[Desktop Entry]\nExec=x\n")
      try make("windows", "MZ")
      try make("archive", "PK" + String(repeating: "\0", count: 28) + "META-INF/MANIFEST.MF")
      try link("harmless.pdf", to: "run.sh")
      try link("b.desktop", to: "a.pdf")
      try link("c.pdf", to: "app.desktop")
      try link("gone", to: "nothing")
      try FileSystem.createDirectory(directory + "/folder")
      _ = try Command("/usr/bin/mkfifo", ["\(directory)/pipe"]).run()
      let expected: [(String, FileFacts.Kind?)] = [
        ("", .folder), ("a.pdf", .document), ("run.sh", .program), ("plain.sh", .document),
        ("app.desktop", .program), ("setup.EXE", .program), ("starter", .program),
        ("windows", .program), ("archive", .program), ("harmless.pdf", .program),
        ("b.desktop", .program), ("c.pdf", .program), ("gone", .missing), ("pipe", .missing),
        ("none", .missing), ("a.pdf/", .missing), ("a.pdf/.", nil), ("none/a.pdf", nil),
        ("folder/.", .folder), ("folder/..", .folder), ("folder/../a.pdf", .document),
      ]
      for (name, kind) in expected {
        #expect(FileFacts.read("\(directory)/\(name)")?.kind == kind, "\(name)")
      }
    }
  }

  /// Files as shared-mime-info knows them by their first bytes, under a name that says nothing.
  private static let contents: [(String, [UInt8], FileFacts.Kind)] = {
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    return [
      ("a link of Windows to a page", text("[InternetShortcut]\r\nURL=file:///x\r\n"), .program),
      ("one behind a mark and blanks", text("\u{FEFF} \r\n[INTERNETSHORTCUT]\r\n"), .program),
      ("an old one", text("[DEFAULT]\nBASEURL=http://a.example/\n"), .program),
      ("Java Web Start", text("<?xml version=\"1.0\"?>\n<jnlp spec=\"1.0+\">"), .program),
      ("a shell link", [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0], .program),
      ("a reference of Flatpak", text("# x\n[Flatpak Ref]\nName=org.a.B\n"), .program),
      ("a repository of Flatpak", text("[Flatpak Repo]\nUrl=https://a.example\n"), .program),
      ("a bundle of Flatpak", text("flatpak\0\u{1}\0"), .program),
      ("a package of Debian", text("!<arch>\ndebian-binary   1"), .program),
      ("a package of RPM", [0xED, 0xAB, 0xEE, 0xDB, 3, 0], .program),
      ("a snap", text("hsqs\0\0"), .program),
      ("an AppImage", text("\u{7F}ELF\u{2}\u{1}\u{1}\0AI\u{2}"), .program),
      ("a program", text("\u{7F}ELF\u{2}\u{1}\u{1}\0\0\0\0"), .program),
      (
        "a starter of KDE", text("# KDE Config File\n" + String(repeating: "#\n", count: 900)),
        .program
      ),
      ("a starter's action", text("[Desktop Action x]\nExec=x\n"), .program),
      ("a starter of Nautilus", text("<nautilus_object nautilus_link=\"x\">"), .program),
      ("a registry", text("Windows Registry Editor Version 5.00\r\n"), .program),
      (
        "a registry of Unicode", [0xFF, 0xFE] + text("Windows Registry").flatMap { [$0, 0] },
        .program
      ),
      ("Python's code", [0xCB, 0x0D, 0x0D, 0x0A, 0, 0, 0, 0], .program),
      ("Flash", text("CWS\u{8}"), .program), ("an extension", text("Cr24\u{3}"), .program),
      ("a package of Symbian", [1, 2, 3, 4, 0, 0, 0, 0, 0x19, 0x04, 0, 0x10], .program),
      // What opens in an editor, a viewer or an archive manager
      ("a script", text("#!/bin/sh\nrm x\n"), .document),
      ("Python", text("#!/usr/bin/env python3\nimport os\n"), .document),
      ("a text", text("Joy! We have a page [Internet] and FWS\r\n"), .document),
      ("two letters", text("ab\r\ncd\r\n"), .document), ("nothing", [], .document),
      (
        "an archive", text("PK\u{3}\u{4}" + String(repeating: "\0", count: 26) + "a.txt"), .document
      ),
      ("XML", text("<?xml version=\"1.0\"?>\n<page/>\n"), .document),
      ("PDF", text("%PDF-1.7\n"), .document),
      ("an archive of ar", text("!<arch>\nx.o/"), .document),
      ("a document of Word", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .document),
    ]
  }()

  @Test("What a desktop would run, install or follow is told by its first bytes, whatever its name")
  func contents() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for (name, bytes, kind) in Self.contents {
        for end in ["", ".txt"] {
          try FileSystem.write(bytes, to: "\(directory)/file\(end)")
          #expect(FileFacts.read("\(directory)/file\(end)")?.kind == kind, "\(name)")
        }
      }
    }
  }

  @Test("It is told by the end of its name, and texts that an editor opens are not")
  func names() throws {
    let programs =
      "url jnlp lnk flatpakref flatpakrepo deb udeb rpm AppImage snap msi exe jar run scpt ps1 bat vbs reg appinstaller "
      + "kdelnk directory theme appx msix xpi oxt hta inf pyc service"
    let documents = "txt py sh rb pl js lua php c html xml md docm odt pdf zip iso tar.gz json csv"
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for (list, kind) in [(programs, FileFacts.Kind.program), (documents, .document)] {
        for end in list.split(separator: " ") {
          let path = "\(directory)/file.\(end)"
          try FileSystem.write(Array("text\n".utf8), to: path)
          #expect(FileFacts.read(path)?.kind == kind, "\(end)")
        }
      }
    }
  }

  @Test("The path by which it was looked at has neither links but the last name nor dots")
  func paths() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let directory = try #require(FileSystem.resolved(directory))
      try FileSystem.createDirectory(directory + "/real/deep")
      try FileSystem.write([], to: directory + "/real/a.txt")
      try FileSystem.write([], to: directory + "/a.txt")
      _ = try Command("/bin/ln", ["-s", "real/deep", "\(directory)/link"]).run()
      // The kernel goes to the parent of what the link leads to; others take the names away first.
      #expect(
        FileFacts.read("\(directory)/link/../a.txt")
          == FileFacts(.document, at: directory + "/real/a.txt"))
      #expect(FileFacts.read("\(directory)//./link/")?.path == directory + "/link")
      #expect(FileFacts.read("\(directory)/link/..")?.path == directory + "/real")
      // A combining character does not hide a slash.
      #expect(FileFacts.read("\(directory)/link/../\u{301}")?.path == directory + "/real/\u{301}")
      #expect(FileFacts.read("/") == FileFacts(.folder, at: "/"))
    }
  }
}
