import FresnelPlatform
import Glibc
import Testing

@testable import FresnelStorage

@Suite("What is said of a storage failure")
struct StorageErrorTests {
  private func advice(_ path: String) -> String? {
    let explanation = StorageError(.denied, "It failed", path: path).explanation
    return explanation.split(separator: "chmod -R u+rwX ").last.map(String.init)
  }

  @Test("where permissions are missing, the highest directory that is closed is named")
  func closedDirectory() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/open/keys")
      #expect(advice(directory + "/open/keys/key") == directory + "/open/keys")
      #expect(advice(directory + "/open/none/key") == directory + "/open/none")
      // A link that leads to itself fails like a directory without permission, also for root.
      #expect(symlink(directory + "/closed", directory + "/closed") == 0)
      #expect(advice(directory + "/closed/keys/key") == directory + "/closed")
    }
  }

  @Test("other failures get no advice about permissions")
  func others() {
    for code in [StorageError.Code.full, .corrupted, .busy, .inputOutput] {
      #expect(StorageError(code, "It failed.", path: "/x/y").explanation == "It failed.")
    }
    #expect(StorageError(.denied, "It failed").explanation.hasSuffix("with its directory"))
  }
}
