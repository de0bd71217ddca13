import FresnelApps
import FresnelPlatform
import SearchSurface
import Synchronization
import Testing
import WireTestSupport

@Suite("Icons of applications", .timeLimit(.minutes(30)))
struct AppIconsTests {
  private func write(_ icon: String, to path: String) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    let text = "[Desktop Entry]\nType=Application\nName=A\nExec=a\nIcon=\(icon)\n"
    try FileSystem.write(Array(text.utf8), to: path)
  }

  @Test("All desktop files are read at once, the person's own first; paths of icons are left out")
  func reading() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (own, system) = (directory + "/own", directory + "/system")
      try write("recipes", to: own + "/applications/org.example.Recipes.desktop")
      try write("other", to: system + "/applications/org.example.Recipes.desktop")
      try write("notes.png", to: system + "/applications/folder/notes.desktop")
      try write("/opt/paint/icon.png", to: system + "/applications/paint.desktop")
      try write("two words", to: system + "/applications/words.desktop")
      try write("../../etc/passwd", to: system + "/applications/escape.desktop")
      try FileSystem.write([0xFF, 0x00, 0x5B], to: system + "/applications/damaged.desktop")
      let told = Mutex<[[String]]>([])
      let icons = AppIcons(
        BaseDirectories(
          environment: ["XDG_DATA_HOME": own, "XDG_DATA_DIRS": system], home: directory)
      ) { names in
        told.withLock { $0.append(names) }
      }
      #expect(icons[desktopFile: "org.example.Recipes"] == nil)
      icons.refresh()
      #expect(TestProgram.wait { told.withLock { $0.count } == 1 })
      #expect(icons[desktopFile: "org.example.Recipes"] == "recipes")
      #expect(icons[desktopFile: "folder-notes"] == "notes")
      for none in ["paint", "words", "escape", "damaged", "nothing"] {
        #expect(icons[desktopFile: none] == nil, "\(none)")
      }
      let first = told.withLock { $0.first }
      #expect(first?.contains("recipes") == true && first?.contains("notes") == true)
      #expect(first?.contains("other") == false)
      // One that comes is known after the next look.
      try write("new", to: own + "/applications/new.desktop")
      #expect(
        TestProgram.wait {
          icons.refresh()
          return icons[desktopFile: "new"] == "new"
        })
    }
  }
}
