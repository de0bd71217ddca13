import FresnelApps
import FresnelLaunching
import FresnelPlatform
import FresnelTestSupport
import Testing

@Suite("SchemeHandlers")
struct SchemeHandlersTests {
  private let https = SchemeHandlers.type(ofScheme: "https")

  private func list(_ text: String) -> DesktopEntry { DesktopEntry(parsing: Array(text.utf8)) }

  @Test("The person's choice comes before the system's, and a choice before what is just able to")
  func order() {
    let person = SchemeHandlers.Layer(lists: [
      list(
        """
        [Added Associations]
        x-scheme-handler/https=added.desktop;
        [Default Applications]
        x-scheme-handler/https=mine.desktop;second.desktop;
        """)
    ])
    let system = SchemeHandlers.Layer(
      lists: [list("[Default Applications]\nx-scheme-handler/https=system.desktop\n")],
      cache: list("[MIME Cache]\nx-scheme-handler/https=able.desktop;mine.desktop;\n"))
    let handlers = SchemeHandlers([person, system])
    #expect(
      handlers.identifiers(for: https) == ["mine", "second", "system", "added", "able"])
    #expect(handlers.identifiers(for: "text/plain").isEmpty)
  }

  @Test("What the person removed is not offered by what is less important")
  func removal() {
    let person = SchemeHandlers.Layer(lists: [
      list(
        """
        [Removed Associations]
        x-scheme-handler/https=able.desktop;
        """)
    ])
    let system = SchemeHandlers.Layer(
      lists: [], cache: list("[MIME Cache]\nx-scheme-handler/https=able.desktop;other.desktop\n"))
    #expect(SchemeHandlers([person, system]).identifiers(for: https) == ["other"])
    #expect(SchemeHandlers([system, person]).identifiers(for: https) == ["able", "other"])
  }

  @Test("Names that lead elsewhere are passed over, and there are not too many")
  func strangeNames() {
    let many = (0..<200).map { "n\($0).desktop" }.joined(separator: ";")
    let layer = SchemeHandlers.Layer(lists: [
      list(
        "[Default Applications]\n"
          + "x-scheme-handler/https=../../evil.desktop;.hidden.desktop;plain;.desktop;good.desktop\n"
          + "text/plain=\(many)\n")
    ])
    let handlers = SchemeHandlers([layer])
    #expect(handlers.identifiers(for: https) == ["good"])
    #expect(handlers.identifiers(for: "text/plain").count == 32)
  }

  @Test("The lists of the desktop come before those for all, in each directory")
  func reading() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func write(_ path: String, _ text: String) throws {
        try FileSystem.createDirectory(FileSystem.parent(of: "\(directory)/\(path)"))
        try FileSystem.write(Array(text.utf8), to: "\(directory)/\(path)")
      }
      let type = "x-scheme-handler/https"
      try write("config/mimeapps.list", "[Default Applications]\n\(type)=two.desktop\n")
      try write("config/kde-mimeapps.list", "[Default Applications]\n\(type)=one.desktop\n")
      try write("xdg/mimeapps.list", "[Default Applications]\n\(type)=three.desktop\n")
      try write("data/applications/mimeinfo.cache", "[MIME Cache]\n\(type)=five.desktop\n")
      try write(
        "share/applications/mimeapps.list", "[Default Applications]\n\(type)=four.desktop\n")
      let handlers = SchemeHandlers.read(
        [
          "XDG_CONFIG_HOME": "\(directory)/config", "XDG_DATA_HOME": "\(directory)/data",
          "XDG_CONFIG_DIRS": "\(directory)/xdg", "XDG_DATA_DIRS": "\(directory)/share",
          "XDG_CURRENT_DESKTOP": "KDE:../x",
        ], home: "/nonexistent")
      #expect(handlers.identifiers(for: type) == ["one", "two", "three", "four", "five"])
    }
  }

  @Test("Any bytes make lists that name valid files, at most so many", arguments: 1...40)
  func anyBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sample = Array(
      """
      [Default Applications]
      x-scheme-handler/https=a.desktop;b\\;.desktop;;c.desktop
      x-scheme-handler/https[de]=d.desktop
      [Removed Associations]
      x-scheme-handler/https=a.desktop
      [MIME Cache]
      x-scheme-handler/https=e.desktop;f/g.desktop;

      """.utf8)
    for _ in 0..<60 {
      let bytes = random.mutate(sample, changes: 1 + random.below(20))
      let entry = DesktopEntry(parsing: bytes)
      let handlers = SchemeHandlers([
        SchemeHandlers.Layer(lists: [entry], cache: entry),
        SchemeHandlers.Layer(lists: [entry, entry]),
      ])
      let found = handlers.identifiers(for: https)
      #expect(found.count <= 32 && Set(found).count == found.count, "seed \(seed)")
      #expect(found.allSatisfy { DesktopFiles.isValid($0) }, "seed \(seed)")
    }
  }
}
