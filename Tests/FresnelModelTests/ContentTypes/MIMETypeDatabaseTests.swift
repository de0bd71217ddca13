import FresnelModel
import FresnelTestSupport
import Testing

@Suite("MIMETypeDatabase")
struct MIMETypeDatabaseTests {
  private static let files = MIMETypeDatabase.Files(
    globs2: Array(
      """
      # comment
      80:application/x-first:*.dual
      50:application/x-second:*.dual
      50:application/x-second:*.LongName
      50:text/x-c++src:*.C:cs
      50:text/x-csrc:*.c
      50:text/x-makefile:makefile
      10:text/x-readme:readme*
      50:application/x-so:*.so.[0-9]*
      50:application/x-tarball:*.tar.qq
      nonsense
      x:y/z:*.bad
      """.utf8),
    subclasses: Array(
      "application/x-first application/zip\ntext/x-c++src text/x-csrc\nbroken\n".utf8),
    aliases: Array("application/first application/x-first\n".utf8),
    types: Array("application/x-first\napplication/x-second\ntext/x-only-named\n".utf8))

  private let database = MIMETypeDatabase(directories: [files])

  @Test("of several types for an extension the heavier pattern's comes first")
  func weightsDecide() {
    #expect(
      database.mimeTypes(filenameExtension: "DUAL") == [
        "application/x-first", "application/x-second",
      ])
    #expect(database.filenameExtensions(mimeType: "application/x-second") == ["dual", "LongName"])
    #expect(database.mimeTypes(filenameExtension: "longname") == ["application/x-second"])
    #expect(database.mimeTypes(filenameExtension: "tar.qq") == ["application/x-tarball"])
    #expect(database.mimeTypes(filenameExtension: "bad").isEmpty)
  }

  @Test("where case counts the extension is taken as written")
  func caseCountsWhereSaid() {
    #expect(database.mimeTypes(filenameExtension: "C") == ["text/x-c++src", "text/x-csrc"])
    #expect(database.mimeTypes(filenameExtension: "c") == ["text/x-csrc"])
  }

  @Test("whole names answer, patterns with other wildcards do not")
  func wholeNames() {
    #expect(database.mimeType(fileName: "Makefile") == "text/x-makefile")
    #expect(database.mimeType(fileName: "readme.txt") == nil)
    #expect(database.mimeType(fileName: "lib.so.1") == nil)
  }

  @Test("an alias leads to its type, a name that is nowhere leads to nothing")
  func aliases() {
    #expect(database.canonicalName("Application/First") == "application/x-first")
    #expect(database.canonicalName("text/x-only-named") == "text/x-only-named")
    #expect(database.canonicalName("text/x-nowhere") == nil)
    #expect(database.aliases(mimeType: "application/x-first") == ["application/first"])
    #expect(database.parents(mimeType: "text/x-c++src") == ["text/x-csrc"])
  }

  @Test("a directory of higher precedence can take back patterns of the lower ones")
  func precedence() {
    let own = MIMETypeDatabase.Files(
      globs2: Array(
        "50:application/x-first:__NOGLOBS__\n50:application/x-mine:*.dual\n".utf8))
    let both = MIMETypeDatabase(directories: [own, Self.files])
    #expect(
      both.mimeTypes(filenameExtension: "dual") == ["application/x-mine", "application/x-second"])
    #expect(both.filenameExtensions(mimeType: "application/x-first").isEmpty)
  }

  @Test("a machine without a database knows nothing")
  func emptyDatabase() {
    let empty = MIMETypeDatabase()
    #expect(empty.isEmpty)
    #expect(!database.isEmpty)
    #expect(empty.mimeTypes(filenameExtension: "dual").isEmpty)
    #expect(empty.canonicalName("text/plain") == nil)
    #expect(MIMETypeDatabase(directories: [MIMETypeDatabase.Files()]).isEmpty)
  }

  @Test("damaged files never trap and leave a database that answers")
  func damagedFiles() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      let damaged = MIMETypeDatabase.Files(
        globs2: random.mutate(Self.files.globs2, changes: 12),
        subclasses: random.mutate(Self.files.subclasses),
        aliases: random.mutate(Self.files.aliases), types: random.mutate(Self.files.types))
      let database = MIMETypeDatabase(directories: [damaged])
      let registry = ContentTypeRegistry { database }
      for text in ["dual", "c", "longname", "tar.qq"] {
        guard let tag = ContentTag(text, .filenameExtension) else { continue }
        let type = registry.type(tagged: tag, conformingTo: nil)
        #expect(registry.type(type.identifier) != nil)
      }
    }
  }
}
