import CommandKit
import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelCommands

@Suite("The database of dpkg")
struct PackageTests {
  private let status = """
    Package: bash
    Status: install ok installed
    Section: shells
    Installed-Size: 7164
    Maintainer: Matthias Klose <doko@debian.org>
    Architecture: amd64
    Version: 5.2.15-2
    Description: GNU Bourne Again SHell
     Bash is an sh-compatible command language
     interpreter.
     .
     Second paragraph:
       * a list
       * of two
    Homepage: http://tiswww.case.edu/php/chet/bash/bashtop.html

    Package: gone
    Status: deinstall ok config-files
    Version: 1

    Package: libc6
    Status: install ok installed
    Architecture: amd64
    Version: 2

    Package: libc6
    Status: install ok installed
    Architecture: i386
    Version: 2
    """

  @Test("installed packages are read with their descriptions")
  func installed() throws {
    let packages = Package.installed(in: Array(status.utf8))
    #expect(packages.map(\.name) == ["bash", "libc6", "libc6"])
    let bash = try #require(packages.first)
    #expect(bash.summary == "GNU Bourne Again SHell")
    #expect(
      bash.text == """
        Bash is an sh-compatible command language interpreter.
        Second paragraph:
        * a list
        * of two
        """)
    #expect(bash.installedSize == 7_335_936)
    #expect(bash.homepage == "http://tiswww.case.edu/php/chet/bash/bashtop.html")
  }

  @Test("a package becomes an item; two architectures of one package stay apart")
  func items() throws {
    let packages = Package.installed(in: Array(status.utf8))
    let bash = packages[0].item(isOnly: true)
    #expect(bash.uniqueIdentifier == "bash")
    #expect(bash.domainIdentifier == "packages.shells")
    #expect(bash.attributes[.title] == .string("bash"))
    #expect(bash.attributes[.contentDescription] == .string("GNU Bourne Again SHell"))
    #expect(bash.attributes[.fileSize] == .integer(7164 * 1024))
    #expect(packages[1].item(isOnly: false).uniqueIdentifier == "libc6:amd64")
    #expect(packages[2].item(isOnly: false).uniqueIdentifier == "libc6:i386")
  }

  @Test("any bytes parse", arguments: 0..<40 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for package in Package.installed(in: generator.mutate(Array(status.utf8))) {
      #expect(!package.item(isOnly: true).uniqueIdentifier.isEmpty, "seed \(seed)")
    }
  }
}
