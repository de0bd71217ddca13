import FresnelPlatform
import Testing

@Suite("MachineName")
struct MachineNameTests {
  @Test("The owner's name for the machine is taken where there is one")
  func pretty() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/etc")
      for (text, name) in [
        ("DEPLOYMENT=x\nPRETTY_HOSTNAME=\"My desk\"\n", "My desk"),
        ("PRETTY_HOSTNAME='Tisch'", "Tisch"), ("PRETTY_HOSTNAME=Tisch\n", "Tisch"),
        ("PRETTY_HOSTNAME=\"a \\\"b\\\"\"", "a \"b\""),
      ] {
        try FileSystem.write(Array(text.utf8), to: directory + "/etc/machine-info")
        #expect(MachineName.current(below: directory) == name)
      }
      for text in ["", "PRETTY_HOSTNAME=\"\"", "PRETTY_HOSTNAME", "=x"] {
        try FileSystem.write(Array(text.utf8), to: directory + "/etc/machine-info")
        #expect(MachineName.current(below: directory) == MachineName.current(below: "/nowhere"))
      }
      #expect(!MachineName.current(below: "/nowhere").contains("."))
    }
  }
}
