import FresnelPlatform
import Testing

@testable import VerifiedLinks

struct LinkPreferencesTests {
  private func withPreferences(_ body: (LinkPreferences, String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let base = BaseDirectories(
        environment: ["XDG_CONFIG_HOME": directory + "/config"], home: directory)
      try body(LinkPreferences(of: base), directory + "/config/fresnel/links.json")
    }
  }

  @Test func choicesAreKeptSideBySideAndTakenBack() throws {
    try withPreferences { preferences, _ in
      #expect(preferences.all().isEmpty)
      try preferences.choose(.browser, for: "a.example")
      try preferences.choose(.app("org.example.b"), for: "b.example")
      #expect(preferences.all() == ["a.example": .browser, "b.example": .app("org.example.b")])
      try preferences.choose(nil, for: "a.example")
      #expect(preferences.all() == ["b.example": .app("org.example.b")])
    }
  }

  @Test func choicesThatCannotBeReadAreNotWrittenOver() throws {
    try withPreferences { preferences, path in
      try preferences.choose(.browser, for: "a.example")
      let kept = try FileSystem.contents(of: path)
      // More than is read.
      let long = kept + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
      try FileSystem.write(long, to: path)
      #expect(throws: SystemError.self) { try preferences.choose(.browser, for: "b.example") }
      #expect(try FileSystem.contents(of: path) == long)
    }
  }

  @Test(arguments: [#"{"sites":{"a.example":"browser",}}"#, #"{"sites":{"a.example":7}}"#, "[]"])
  func aDamagedFileIsKeptAside(text: String) throws {
    try withPreferences { preferences, path in
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(text.utf8), to: path)
      try preferences.choose(.browser, for: "b.example")
      #expect(preferences.all() == ["b.example": .browser])
      #expect(try FileSystem.contents(of: path + ".damaged-1") == Array(text.utf8))
      // Nor does another one take its place.
      try FileSystem.write([1, 2], to: path)
      try preferences.choose(.browser, for: "b.example")
      #expect(try FileSystem.contents(of: path + ".damaged-1") == Array(text.utf8))
      #expect(try FileSystem.contents(of: path + ".damaged-2") == [1, 2])
    }
  }

  @Test func choicesThatAreUnderstoodStayWhereADamagedFileCannotBeReplaced() throws {
    try withPreferences { preferences, path in
      try preferences.choose(.browser, for: "a.example")
      let text = #"{"sites":{"a.example":"browser","b.example":7}}"#
      try FileSystem.write(Array(text.utf8), to: path)
      // No room under the name, whoever runs the test: a circle of links.
      let aside = path + ".damaged-1"
      #expect(try Command("/bin/ln", ["-s", "links.json.damaged-1", aside]).run().isSuccess)
      #expect(throws: SystemError.self) { try preferences.choose(.browser, for: "c.example") }
      #expect(preferences.all() == ["a.example": .browser])
    }
  }
}
