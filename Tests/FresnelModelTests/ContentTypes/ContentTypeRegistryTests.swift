import FresnelModel
import Synchronization
import Testing

@Suite("ContentTypeRegistry")
struct ContentTypeRegistryTests {
  private let registry = ContentTypeRegistry {
    MIMETypeDatabase(directories: [
      MIMETypeDatabase.Files(
        globs2: Array(
          """
          50:application/x-subrip:*.srt
          50:application/x-comic:*.cbz
          50:application/x-comic:*.comic
          50:image/x-odd:*.odd
          50:image/svg+xml:*.vectors
          50:image/x-jfif:*.jfif
          50:video/x-flick:*.flick
          50:application/vnd.thing+json:*.thing
          50:text/x-makefile:makefile
          50:chemical/x-molecule:*.mol
          """.utf8),
        subclasses: Array(
          """
          application/x-subrip text/plain
          application/x-comic application/x-zippy
          application/x-zippy application/zip
          application/x-loop application/x-loop2
          application/x-loop2 application/x-loop
          """.utf8),
        aliases: Array(
          """
          application/subrip application/x-subrip
          image/jpeg image/x-jfif
          """.utf8),
        types: Array(
          """
          application/x-subrip
          application/x-loop
          inode/directory
          inode/fifo
          """.utf8))
    ])
  }

  private func type(_ text: String, _ tagClass: ContentTagClass) throws -> ContentType {
    let tag = try #require(ContentTag(text, tagClass))
    return registry.type(tagged: tag, conformingTo: nil)
  }

  private func conforms(_ type: ContentType, _ supertypes: String...) -> Bool {
    supertypes.allSatisfy { registry.conforms(type.identifier, to: $0) }
  }

  @Test(
    "an extension that only the MIME database knows has its MIME type and its place in the tree")
  func extensionsOfTheDatabase() throws {
    let subtitles = try type("SRT", .filenameExtension)
    #expect(subtitles.origin == .dynamic)
    #expect(subtitles.tags[.mimeType] == ["application/x-subrip", "application/subrip"])
    #expect(subtitles.supertypes == ["public.plain-text"])
    #expect(conforms(try type("cbz", .filenameExtension), "public.zip-archive", "public.data"))
    #expect(conforms(try type("odd", .filenameExtension), "public.image", "public.data"))
    #expect(conforms(try type("flick", .filenameExtension), "public.movie"))
    #expect(conforms(try type("thing", .filenameExtension), "public.json"))
    #expect(try type("mol", .filenameExtension).supertypes == ["public.data"])
  }

  @Test(
    "extension, MIME type and alias lead to one type, also when the extension is not the preferred one"
  )
  func oneTypeForAllItsTags() throws {
    let type = try type("srt", .filenameExtension)
    #expect(try self.type("application/x-subrip", .mimeType) == type)
    #expect(try self.type("application/subrip", .mimeType) == type)
    let comic = try self.type("comic", .filenameExtension)
    #expect(try self.type("cbz", .filenameExtension) == comic)
    #expect(comic.tags[.filenameExtension] == ["cbz", "comic"])
  }

  @Test("a database type's identifier says the same on a machine without a database")
  func identifiersTravel() throws {
    let here = try type("srt", .filenameExtension)
    let there = try #require(ContentTypeRegistry().type(here.identifier))
    #expect(there.tags == [.filenameExtension: ["srt"], .mimeType: ["application/x-subrip"]])
    #expect(there.supertypes == here.supertypes)
    #expect(registry.type(here.identifier) == here)
  }

  @Test("an extension or alias that leads to a declared type gives the declared one")
  func declaredTypesWin() throws {
    #expect(try type("vectors", .filenameExtension).identifier == "public.svg-image")
    #expect(try type("jfif", .filenameExtension).identifier == "public.jpeg")
    #expect(try type("png", .filenameExtension).identifier == "public.png")
    #expect(registry.type(fileName: "Makefile")?.tags[.mimeType] == ["text/x-makefile"])
  }

  @Test("what is no stream of bytes is no data")
  func fileKinds() throws {
    #expect(try type("inode/directory", .mimeType).identifier == "public.directory")
    #expect(try type("inode/fifo", .mimeType).supertypes == ["public.item"])
  }

  @Test("types that are a kind of each other end the search")
  func circlesInTheDatabase() throws {
    #expect(try type("application/x-loop", .mimeType).supertypes == ["public.data"])
  }

  @Test("a supertype that the database's type does not conform to gives a plain dynamic type")
  func supertypesFilter() throws {
    let tag = try #require(ContentTag("srt", .filenameExtension))
    let type = registry.type(tagged: tag, conformingTo: "public.image")
    #expect(type.supertypes == ["public.image"])
    #expect(type.tags[.mimeType] == nil)
    #expect(registry.types(tagged: tag, conformingTo: "public.image").isEmpty)
  }

  @Test("the database is left alone while declared types answer")
  func databaseIsReadLate() throws {
    let reads = Mutex(0)
    let registry = ContentTypeRegistry {
      reads.withLock { $0 += 1 }
      return MIMETypeDatabase()
    }
    let tag = try #require(ContentTag("png", .filenameExtension))
    _ = registry.type(tagged: tag, conformingTo: "public.data")
    _ = registry.type("public.jpeg")
    #expect(reads.withLock { $0 } == 0)
  }

  @Test("many threads can declare and look up at once")
  func threads() async throws {
    let registry = registry
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<40 {
            let name = "org.worker\(worker).type\(number)"
            let errors = registry.declare([
              ContentType(identifier: name, origin: .exported, supertypes: ["public.text"])
            ])
            #expect(errors.isEmpty)
            #expect(registry.conforms(name, to: "public.data"))
          }
        }
      }
    }
    #expect(registry.snapshot.count == 481 + 320)
  }
}
