import SpotlightWire
import FresnelModel
import FresnelPlatform
import SpotlightService
import Testing

@Suite("IndexService")
struct IndexServiceTests {
  @Test("an app finds its own items only, in all of its indexes")
  func isolation() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1")]))
      _ = await service.index(named: "b", of: mail).apply(.addItems([item("2")]))
      _ = await service.index(named: "", of: notes).apply(.addItems([item("3")]))
      #expect(try service.identifiers(of: mail) == ["1", "2"])
      #expect(try service.identifiers(of: notes) == ["3"])
      _ = await service.index(named: "", of: notes).apply(.deleteAll)
      #expect(try service.identifiers(of: mail) == ["1", "2"])
    }
  }

  @Test("deleting a domain takes the domains below it, not those with a longer name")
  func domains() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      let items = [
        item("1", domain: "a"), item("2", domain: "a.b"), item("3", domain: "ab"), item("4"),
      ]
      _ = await index.apply(.addItems(items))
      #expect(await index.apply(.deleteDomains(["a"])) == nil)
      #expect(try service.identifiers(of: mail) == ["3", "4"])
    }
  }

  @Test("what was acknowledged is there after the store is closed and opened again")
  func reopening() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      index.beginBatch()
      index.apply(.success(.addItems([item("1"), item("2")]))) { _ in }
      #expect(await index.endBatch([5, 6]) == nil)
      service.close()
      #expect(try service.identifiers(of: mail) == ["1", "2"])
      #expect(try await index.clientState() == [5, 6])
    }
  }

  @Test("filters must match too, and only the attributes asked for are fetched")
  func filtersAndAttributes() async throws {
    try await withService { (service) async throws in
      var letter = item("1", title: "Letter")
      letter.attributes[.pageCount] = .integer(3)
      _ = await service.index(named: "", of: mail).apply(.addItems([letter, item("2")]))
      let search = try ItemSearch(
        query: "title == \"*\"", filters: ["pageCount > 2", "pageCount < 4"],
        attributes: ["kMDItemNumberOfPages", "no_such_attribute"])
      var found: [Item] = []
      try service.forEachItem(of: mail, matching: search) { item in
        found.append(item)
        return true
      }
      #expect(found.map(\.uniqueIdentifier) == ["1"])
      #expect(found.first?.attributes == Attributes([.builtIn(.pageCount): .integer(3)]))
    }
  }

  @Test("a malformed query or filter is refused with its column")
  func malformedQueries() {
    #expect(throws: ServiceError.self) { try ItemSearch(query: "title = \"x\"") }
    do {
      _ = try ItemSearch(query: "title == \"x\"", filters: ["a == \"b\"", "title =="])
      Issue.record("the filter was taken")
    } catch {
      #expect(error.code == .invalidQuery)
      #expect(error.column != nil)
      #expect(error.message.contains("filter query 2"))
    }
  }

  @Test("the keyboard language decides which letters count as different")
  func keyboardLanguage() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1", title: "Öl")]))
      func count(_ language: String) throws -> Int {
        let search = try ItemSearch(query: "title == \"ol\"cd", keyboardLanguage: language)
        var count = 0
        try service.forEachItem(of: mail, matching: search) { _ in
          count += 1
          return true
        }
        return count
      }
      #expect(try count("en") == 1)
      #expect(try count("sv") == 0)
    }
  }

  @Test("a second writer is refused by name, and can still read", .timeLimit(.minutes(10)))
  func secondWriter() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1")]))
      let directory: String = service.directory
      let holder: Int32 = CurrentProcess.identifier
      await #expect(processExitsWith: .success) {
        [directory = directory as String, holder = holder as Int32] in
        let other = IndexService.service(at: directory)
        let error = await other.index(named: "", of: mail).apply(.addItems([item("2")]))
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("\(holder)") == true, "\(error?.message ?? "no error")")
        let found = try other.identifiers(of: mail)
        #expect(found == ["1"])
      }
    }
  }
}
