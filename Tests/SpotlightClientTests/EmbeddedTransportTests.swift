import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

@testable import SpotlightClient

@Suite("A service in the same process", .timeLimit(.minutes(30)))
struct EmbeddedTransportTests {
  @Test("a query for classes finds the items of indexes that were made with one of them")
  func classes() async throws {
    try await withService { (service) async throws in
      let connection = service.connection(of: mail)
      let secret = connection.index(named: "secret", protection: .complete)
      #expect(await secret.apply(.addItems([item("a")])) == nil)
      #expect(await connection.index(named: "usual").apply(.addItems([item("b")])) == nil)
      func identifiers(_ classes: [ProtectionClass]?) async throws -> [String] {
        let request = QueryRequest(query: "title == \"*\"", classes: classes)
        return try await service.hits(of: mail, request).map(\.item.uniqueIdentifier).sorted()
      }
      #expect(try await identifiers([.complete]) == ["a"])
      #expect(try await identifiers([.firstUnlock]) == ["b"])
      #expect(try await identifiers([.none]) == [])
      #expect(try await identifiers([.firstUnlock, .complete]) == ["a", "b"])
      #expect(try await identifiers(nil) == ["a", "b"])
    }
  }

  @Test("an app finds its own items only, in all of its indexes")
  func isolation() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1")]))
      _ = await service.index(named: "b", of: mail).apply(.addItems([item("2")]))
      _ = await service.index(named: "", of: notes).apply(.addItems([item("3")]))
      #expect(try await service.identifiers(of: mail) == ["1", "2"])
      #expect(try await service.identifiers(of: notes) == ["3"])
      _ = await service.index(named: "", of: notes).apply(.deleteAll)
      #expect(try await service.identifiers(of: mail) == ["1", "2"])
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
      #expect(try await service.identifiers(of: mail) == ["3", "4"])
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
      #expect(try await service.identifiers(of: mail) == ["1", "2"])
      #expect(try await index.clientState() == [5, 6])
    }
  }

  @Test("filters must match too, and only the attributes asked for are fetched")
  func filtersAndAttributes() async throws {
    try await withService { (service) async throws in
      var letter = item("1", title: "Letter")
      letter.attributes[.pageCount] = .integer(3)
      _ = await service.index(named: "", of: mail).apply(.addItems([letter, item("2")]))
      let names = ["kMDItemNumberOfPages", "no_such_attribute"]
      let request = QueryRequest(
        query: "title == \"*\"", filters: ["pageCount > 2", "pageCount < 4"], attributes: names)
      let attributes = FetchedAttributes(names: names)
      let found = try await service.hits(of: mail, request).map { try attributes.item(of: $0.item) }
      #expect(found.map(\.uniqueIdentifier) == ["1"])
      #expect(found.first?.attributes == Attributes([.builtIn(.pageCount): .integer(3)]))
    }
  }

  @Test("a malformed query or filter is refused with its column")
  func malformedQueries() async throws {
    try await withService { (service) async throws in
      let queries = [
        QueryRequest(query: "title like \"x\""),
        QueryRequest(query: "title == \"x\"", filters: ["a == \"b\"", "title =="]),
      ]
      for query in queries {
        let error = await #expect(throws: ServiceError.self) {
          try await service.hits(of: mail, query)
        }
        #expect(error?.code == .invalidQuery && error?.column != nil)
        #expect(query.filters.isEmpty || error?.message.contains("filter query 2") == true)
      }
    }
  }

  @Test("the keyboard language decides which letters count as different")
  func keyboardLanguage() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1", title: "Öl")]))
      func count(_ language: String) async throws -> Int {
        let queryContext = QueryContext(keyboardLanguage: language)
        return try await service.hits(
          of: mail, QueryRequest(query: "title == \"ol\"cd", queryContext: queryContext)
        ).count
      }
      #expect(try await count("en") == 1)
      #expect(try await count("sv") == 0)
    }
  }

  @Test("a second writer is refused by name, and can still read", .timeLimit(.minutes(30)))
  func secondWriter() async throws {
    try await withService { (service) async throws in
      _ = await service.index(named: "", of: mail).apply(.addItems([item("1")]))
      let directory: String = service.directory
      let holder: Int32 = CurrentProcess.identifier
      await #expect(processExitsWith: .success) {
        [directory = directory as String, holder = holder as Int32] in
        let other = TestService(directory: directory)
        let error = await other.index(named: "", of: mail).apply(.addItems([item("2")]))
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("\(holder)") == true, "\(error?.message ?? "no error")")
        let found = try await other.identifiers(of: mail)
        #expect(found == ["1"])
      }
    }
  }
}
