import FresnelModel
import Foundation
import Testing

@testable import UniformTypeIdentifiers

@Suite("The machine's MIME database")
struct SystemMIMETypesTests {
  /// Writes a small database and returns the directory to name in XDG_DATA_DIRS.
  private func writeDatabase(in directory: URL) throws -> URL {
    let mime = directory.appendingPathComponent("mime")
    try FileManager.default.createDirectory(at: mime, withIntermediateDirectories: true)
    let files = [
      "globs2": "50:application/x-fresnel:*.frsnl\n50:text/x-odd:oddfile\n",
      "subclasses": "application/x-fresnel application/zip\n",
      "aliases": "application/fresnel application/x-fresnel\n",
      "types": "application/x-fresnel\ntext/x-odd\n",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: mime.appendingPathComponent(name))
    }
    return directory
  }

  @Test("the person's own directory comes first, then the shared ones, then the defaults")
  func directories() {
    func paths(_ environment: [String: String]) -> [String] {
      SystemMIMETypes.directories(environment: environment).map(\.path)
    }
    #expect(
      paths(["HOME": "/home/ada"])
        == ["/home/ada/.local/share/mime", "/usr/local/share/mime", "/usr/share/mime"])
    #expect(
      paths(["XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a:relative::/b", "HOME": "/h"])
        == ["/d/mime", "/a/mime", "/b/mime"])
    #expect(paths(["XDG_DATA_DIRS": ""]) == ["/usr/local/share/mime", "/usr/share/mime"])
  }

  @Test("a database on disk answers, a missing one does not")
  func databaseOnDisk() throws {
    try withTemporaryDirectory { directory in
      let data = try writeDatabase(in: directory)
      let database = SystemMIMETypes.read(environment: ["XDG_DATA_DIRS": data.path])
      #expect(database.mimeTypes(filenameExtension: "frsnl") == ["application/x-fresnel"])
      #expect(database.canonicalName("application/fresnel") == "application/x-fresnel")
      let empty = SystemMIMETypes.read(environment: ["XDG_DATA_DIRS": data.path + "/nowhere"])
      #expect(empty.isEmpty)
    }
  }

  @Test("a program finds types of the machine it runs on")
  func typesOfTheMachine() async throws {
    await #expect(processExitsWith: .success) {
      try withTemporaryDirectory { directory in
        let data = try SystemMIMETypesTests().writeDatabase(in: directory)
        setenv("XDG_DATA_DIRS", data.path, 1)
        setenv("XDG_DATA_HOME", data.path + "/none", 1)
        let type = try #require(UTType(filenameExtension: "FRSNL"))
        #expect(type == UTType(mimeType: "application/fresnel"))
        #expect(type.conforms(to: .zip) && type.isDynamic)
        #expect(type.preferredMIMEType == "application/x-fresnel")
        #expect(UTType(type.identifier) == type)
        let file = directory.appendingPathComponent("oddfile")
        try Data().write(to: file)
        let found = try file.resourceValues(forKeys: [.contentTypeKey]).contentType
        #expect(found?.conforms(to: .plainText) == true && found?.preferredMIMEType == "text/x-odd")
      }
    }
  }

  @Test("a program on a machine without a database makes dynamic types")
  func machineWithoutDatabase() async throws {
    await #expect(processExitsWith: .success) {
      setenv("XDG_DATA_DIRS", "/nonexistent", 1)
      setenv("XDG_DATA_HOME", "/nonexistent", 1)
      #expect(UTType(filenameExtension: "sql")?.identifier == "dyn.ah62d4rv4ge81g6pq")
      #expect(UTType(filenameExtension: "png") == .png)
    }
  }
}
