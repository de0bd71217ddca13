import FresnelPlatform
import FresnelStorage
import Testing

@Suite("Directories that are set aside")
struct SetAsideTests {
  /// Runs a body with the path of a directory and a way to make others beside it.
  private func withStore(_ body: (String, (String) throws -> Void) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let store = directory + "/store"
      try FileSystem.createDirectory(store)
      try body(store) { ending in
        try FileSystem.createDirectory(store + ".set-aside-" + ending)
      }
    }
  }

  @Test("The first free number is taken, and no directory is replaced")
  func firstFree() throws {
    try withStore { store, make in
      for ending in ["1", "3", "x"] { try make(ending) }
      #expect(try FileStorage().setAside(store) == store + ".set-aside-2")
      #expect(!FileSystem.exists(store) && FileSystem.exists(store + ".set-aside-2"))
      try FileSystem.createDirectory(store)
      #expect(try FileStorage().setAside(store) == store + ".set-aside-4")
    }
  }

  @Test(
    "Whatever numbers others have used, there is a free one",
    arguments: ["9223372036854775807", "-9223372036854775808", "18446744073709551616", "0"])
  func strangeNumbers(number: String) throws {
    try withStore { store, make in
      try make(number)
      #expect(try FileStorage().setAside(store) == store + ".set-aside-1")
      #expect(FileSystem.exists(store + ".set-aside-" + number))
    }
  }

  @Test("What is not there is not set aside")
  func missing() throws {
    try withStore { store, _ in
      #expect { try FileStorage().setAside(store + ".other") } throws: {
        ($0 as? StorageError)?.code == .notFound
      }
    }
  }
}
