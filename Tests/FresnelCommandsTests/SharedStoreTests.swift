import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

@testable import FresnelCommands

@Suite("Stores that no program hands over")
struct SharedStoreTests {
  private func withStores(
    _ body: (_ directories: BaseDirectories, _ apps: String) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let base = BaseDirectories(
        environment: ["XDG_DATA_HOME": directory + "/data"], home: directory)
      try body(base, StoreLocation.apps(in: base.data))
    }
  }

  /// Makes a store that programs have filled.
  private func fill(_ path: String, _ programs: [String?]) throws {
    try FileSystem.createDirectory(path)
    try FileSystem.write([1], to: path + "/manifest")
    let directory = try SharedDescriptor(openingDirectory: path)
    for program in programs { try StorePrograms.record(program, in: directory, isNew: true) }
  }

  @Test("those of several programs, of nameless ones and of such as are gone are named")
  func named() throws {
    try withStores { directories, apps in
      try fill(apps + "/several", ["/bin/sh", "script:/opt/notes\u{1B}[2J.py"])
      try fill(apps + "/nameless", [nil])
      try fill(apps + "/gone", ["/nowhere/notes"])
      try fill(apps + "/damaged", [])
      try FileSystem.write([1], to: apps + "/damaged/programs")
      // These are handed over when their programs run.
      try fill(apps + "/alone", ["/bin/sh"])
      try fill(apps + "/container", ["elsewhere:/nowhere/notes"])
      try fill(apps + "/old", [])
      try fill(apps + "/empty", ["/a", "/b"])
      try FileSystem.removeFile(apps + "/empty/manifest")
      #expect(
        try Command("ln", ["-s", apps + "/several", apps + "/linked"]).run().isSuccess)
      let stores = SharedStore.all(in: directories)
      #expect(stores.map(\.name) == ["damaged", "gone", "nameless", "several"])
      let several = try #require(stores.last)
      #expect(several.sentence.contains("/bin/sh, ") && !several.sentence.contains("\u{1B}"))
      #expect(several.finding["severity"] == .string("note"))
      #expect(several.json["path"] == .string(apps + "/several"))
      for store in stores.dropLast() where store.name != "gone" {
        #expect(store.sentence.contains("programs that cannot be named"))
      }
    }
  }

  @Test("there are none where no program keeps anything")
  func none() throws {
    try withStores { directories, _ in
      #expect(SharedStore.all(in: directories).isEmpty)
    }
  }
}
