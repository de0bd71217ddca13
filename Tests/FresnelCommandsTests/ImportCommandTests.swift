import CommandKit
import FresnelPlatform
import Glibc
import Testing

@testable import FresnelCommands

@Suite("Importing from sources")
struct ImportCommandTests {
  // A link that leads to itself fails like a directory without permission, also for root.
  private func makeUnreadable(_ path: String) throws {
    try FileSystem.removeTree(path)
    #expect(symlink(path, path) == 0)
  }

  @Test("an import replaces what changed, removes what is gone and leaves the rest alone")
  func imports() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      try FileSystem.createDirectory(applications)
      func write(_ name: String, _ title: String) throws {
        let text = "[Desktop Entry]\nType=Application\nName=\(title)\nExec=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(applications)/\(name).desktop")
      }
      try write("one", "First")
      try write("two", "Second")
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2,"removed":0"#))
      let again = ToolRun("import", "applications", in: directory)
      #expect(again.output == "applications: 2 items, unchanged\n")
      try write("one", "First of all")
      try FileSystem.removeFile("\(applications)/two.desktop")
      let changed = ToolRun("import", "applications", "--json", in: directory)
      #expect(changed.output.contains(#""items":1,"written":1,"removed":1"#))
      #expect(ToolRun("search", "first of al", in: directory).status == .success)
      #expect(ToolRun("search", "second", in: directory).status == .incomplete)
    }
  }

  @Test("manual pages are imported once, with links and pointers as other names")
  func manuals() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let pages = directory + "/man/man1"
      try FileSystem.createDirectory(pages)
      let page = ".TH LOOK 1\n.SH NAME\nlook, peek \\- display lines\n.SH D\nText.\n"
      try FileSystem.write(Array(page.utf8), to: pages + "/look.1")
      try FileSystem.write(Array(".so man1/look.1\n".utf8), to: pages + "/glance.1")
      let run = ToolRun("import", "manuals", in: directory)
      #expect(run.output.hasPrefix("manuals: 1 item, 1 written"))
      let show = ToolRun("show", "look(1)", in: directory)
      #expect(show.output.contains("display lines"))
      #expect(show.output.contains("glance, peek"))
      #expect(ToolRun("search", "glan", in: directory).output.contains("look(1)"))
    }
  }

  @Test("manual pages of a directory that cannot be listed stay, which is said each time")
  func unreadableManuals() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func write(_ page: String, in section: String) throws {
        try FileSystem.createDirectory("\(directory)/man/\(section)")
        let text = ".TH X 1\n.SH NAME\n\(page) \\- lines of \(page)\n"
        try FileSystem.write(Array(text.utf8), to: "\(directory)/man/\(section)/\(page).1")
      }
      try write("look", in: "man1")
      try write("peek", in: "man1p")
      #expect(ToolRun("import", "manuals", in: directory).output.hasPrefix("manuals: 2 items"))
      try makeUnreadable(directory + "/man/man1")
      for attempt in 0..<2 {
        let run = ToolRun("import", "manuals", in: directory)
        #expect(run.status == .incomplete)
        #expect(run.output.hasPrefix("manuals: 2 items"))
        #expect(run.output.contains(attempt == 0 ? "1 kept" : "unchanged"))
        #expect(run.errors.contains("/man/man1") && run.errors.contains("stays"))
        #expect(ToolRun("search", "look", in: directory).status == .success)
      }
      let whole = ToolRun("import", "manuals", "--force", in: directory)
      #expect(whole.output.contains("1 kept"))
      try FileSystem.removeFile(directory + "/man/man1")
      let gone = ToolRun("import", "manuals", in: directory)
      #expect(gone.status == .success && gone.output.contains("1 removed"))
    }
  }

  @Test("a pipe, device or directory named like an application keeps no other from being imported")
  func strangeApplications() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      try FileSystem.createDirectory(applications + "/directory.desktop")
      #expect(mkfifo("\(applications)/a.desktop", 0o600) == 0)
      #expect(symlink("/dev/zero", "\(applications)/b.desktop") == 0)
      let text = "[Desktop Entry]\nType=Application\nName=Lens\nExec=lens\n"
      try FileSystem.write(Array(text.utf8), to: "\(applications)/lens.desktop")
      let run = ToolRun("import", "applications", in: directory)
      #expect(run.output.hasPrefix("applications: 1 item, 1 written"), "\(run)")
    }
  }

  @Test("applications and icons of directories that cannot be listed stay")
  func unreadableApplications() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      let icons = directory + "/share/icons/hicolor/scalable/apps"
      try FileSystem.createDirectory(applications + "/more")
      try FileSystem.createDirectory(icons)
      try FileSystem.write([], to: icons + "/one.svg")
      for (place, name) in [("", "one"), ("/more", "two")] {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(name)\nIcon=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(applications)\(place)/\(name).desktop")
      }
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2"#))
      try makeUnreadable(applications + "/more")
      try makeUnreadable(directory + "/share/icons/hicolor")
      let run = ToolRun("import", "applications", "--json", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.contains(#""items":2,"written":0,"removed":0,"kept":1"#))
      #expect(run.errors.contains("/applications/more") && run.errors.contains("/icons/hicolor"))
      let again = ToolRun("import", "applications", "--json", in: directory)
      #expect(again.output.contains(#""removed":0,"kept":1"#), "\(again.output)")
      #expect(again.output.contains(#""unchanged":true"#), "\(again.output)")
      #expect(ToolRun("show", "one.desktop", in: directory).output.contains("one.svg"))
    }
  }

  @Test("applications behind links that lead nowhere now stay until the links go, and that is said")
  func danglingApplications() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      let disk = directory + "/disk"
      try FileSystem.createDirectory(applications)
      try FileSystem.createDirectory(disk + "/more")
      for name in ["one", "more/two"] {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(disk)/\(name).desktop")
      }
      #expect(symlink(disk + "/one.desktop", applications + "/one.desktop") == 0)
      #expect(symlink(disk + "/more", applications + "/more") == 0)
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2"#), "\(first.output)")
      try FileSystem.rename(disk, to: disk + ".away")
      for _ in 0..<2 {
        let run = ToolRun("import", "applications", in: directory)
        #expect(run.status == .incomplete && run.output.contains("2 items"), "\(run.output)")
        #expect(run.errors.contains("/applications/one.desktop"), "\(run.errors)")
        #expect(run.errors.contains("/applications/more"), "\(run.errors)")
      }
      try FileSystem.rename(disk + ".away", to: disk)
      #expect(ToolRun("import", "applications", in: directory).status == .success)
      try FileSystem.rename(disk, to: disk + ".away")
      for name in ["one.desktop", "more"] { try FileSystem.removeFile("\(applications)/\(name)") }
      let gone = ToolRun("import", "applications", in: directory)
      #expect(gone.status == .success && gone.output.contains("2 removed"), "\(gone.output)")
    }
  }

  @Test("a manual page that cannot be read stays as it was")
  func unreadablePage() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let page = directory + "/man/man1/look.1.gz"
      try FileSystem.createDirectory(directory + "/man/man1")
      try FileSystem.write(Array(".TH X 1\n.SH NAME\nlook \\- lines\n".utf8), to: page)
      #expect(ToolRun("import", "manuals", in: directory).output.contains("1 written"))
      try FileSystem.write([0x1f, 0x8b, 8, 0], to: page)
      for _ in 0..<2 {
        let run = ToolRun("import", "manuals", in: directory)
        #expect(run.status == .incomplete)
        #expect(run.errors.contains("look.1.gz"))
        #expect(ToolRun("show", "look(1)", in: directory).output.contains("lines"))
      }
    }
  }

  @Test("items from a file system that is not mounted now stay until an import is forced")
  func unmounted() {
    let files = SourceFiles(
      mounts: ["/", "/dev/null/gone"].map { SourceMount(place: $0, point: nil) })
    #expect(files.failures.map(\.path) == ["/dev/null/gone"])
    #expect(files.keepsItem(at: "/dev/null/gone/man1/a.1"))
    #expect(!files.keepsItem(at: "/dev/null/other"))
    var state = ImportState([UInt8]("1:abc\nmount /mnt/a b\nunread /x/y".utf8))
    #expect(
      state.mounts == [SourceMount(place: "/mnt/a b", point: nil)] && state.unreadFiles == ["/x/y"])
    #expect(state.fingerprint == Array("1:abc".utf8))
    #expect(String(decoding: state.bytes, as: UTF8.self) == "1:abc\nmount /mnt/a b\nunread /x/y")
    state.keptCount = 3
    #expect(
      String(decoding: state.bytes, as: UTF8.self) == "1:abc\nmount /mnt/a b\nkept 3\nunread /x/y")
    #expect(ImportState(state.bytes) == state)
    state = ImportState(nil)
    #expect(state.bytes.isEmpty && state.mounts.isEmpty)
  }
}
