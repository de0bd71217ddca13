import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

/// What commands say to somebody who misspells a query, an order or a field.
@Suite("Hints about queries and orders", .serialized)
struct QueryHintTests {
  private func withFilms(_ body: (FresnelProgram) throws -> Void) throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file(
        "films.jsonl",
        """
        {"id":"a","title":"Alien film","contentCreationDate":"1979-05-25T00:00:00Z"}
        {"id":"b","title":"Brazil film","contentCreationDate":"1985-02-20T00:00:00Z"}
        """)
      #expect(try fresnel("index", films).status == 0)
      try body(fresnel)
    }
  }

  private func identifiers(_ run: FresnelProgram.Run) throws -> [JSONValue?] {
    try run.objects().map { $0["id"] }
  }

  @Test("a minus before the name of an attribute sorts by it backwards")
  func backwards() throws {
    try withFilms { fresnel in
      let order: [([String], [JSONValue?])] = [
        (["--sort", "title"], [.string("a"), .string("b")]),
        (["--sort", "-title"], [.string("b"), .string("a")]),
        (["-s", "-title"], [.string("b"), .string("a")]),
        (["--sort=-title", "--descending"], [.string("b"), .string("a")]),
      ]
      for (words, expected) in order {
        for command in [["search", "film"], ["query", "title == \"*film\""]] {
          let run = try fresnel.run(command + words + ["--json"])
          let found = try identifiers(run)
          #expect(run.status == 0 && found == expected, "\(words): \(run)")
        }
      }
    }
  }

  @Test("an order by what can be no attribute is refused as such, and the query is not blamed")
  func noAttribute() throws {
    try withFilms { fresnel in
      for name in ["-", "--title", "", "a b", "title,year", "-\"x"] {
        let run = try fresnel.run(["search", "film", "--sort=\(name)"])
        #expect(run.status == 2, "\(name): \(run)")
        #expect(run.errors.contains("--sort takes the name of an attribute"), "\(name): \(run)")
      }
      let near = try fresnel("search", "film", "--sort", "-titel")
      #expect(near.status == 2 && near.errors.contains("did you mean title?"), "\(near)")
    }
  }

  @Test("an empty index is sorted by any attribute, and said to be empty")
  func emptyIndex() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      for name in ["title", "-title", "nothingSuch", "-contentCreationDate"] {
        for command in [["search", "film"], ["query", "title == \"*\""]] {
          let run = try fresnel.run(command + ["--sort", name])
          #expect(run.status == 1, "\(name): \(run)")
          #expect(run.errors.contains("0 items match"), "\(name): \(run)")
          #expect(run.errors.contains("nothing is indexed yet"), "\(name): \(run)")
        }
      }
    }
  }

  @Test("a date that stands in a query as in a calendar is shown as it is to be written")
  func dates() throws {
    try withFilms { fresnel in
      let queries = [
        ("contentCreationDate > 1980-01-01", "$time.iso(1980-01-01)"),
        ("contentCreationDate>=1980-01-01T12:00:00Z", "$time.iso(1980-01-01T12:00:00Z)"),
        ("contentCreationDate > \"1980-01-01\"", "$time.iso(1980-01-01)"),
        ("InRange(contentCreationDate, 1980-01, 1990-01)", "$time.iso(1980-01)"),
      ]
      for (query, form) in queries {
        let run = try fresnel("query", query)
        #expect(run.status == 2 && run.errors.contains(form), "\(query): \(run)")
      }
      let right = try fresnel("query", "contentCreationDate > $time.iso(1980-01-01)", "--json")
      #expect(try identifiers(right) == [.string("b")], "\(right)")
      // Other mistakes are told as before.
      let other = try fresnel("query", "title == \"1980-01-01\" &")
      #expect(other.status == 2 && !other.errors.contains("$time"), "\(other)")
    }
  }

  @Test("explain names the attribute that is nearly spelled so")
  func explain() throws {
    try withFilms { fresnel in
      let run = try fresnel("explain", "titel == \"Alien film\"", "a")
      #expect(run.status == 1 && run.errors.contains("did you mean title?"), "\(run)")
      let right = try fresnel("explain", "title == \"Alien film\"", "a")
      #expect(right.status == 0 && right.errors.isEmpty, "\(right)")
    }
  }

  @Test(
    "--map names the attribute that is nearly spelled so, and takes an app's own names in silence")
  func map() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file(
        "films.jsonl", "{\"id\":\"a\",\"name\":\"Alien\",\"body\":\"x\"}\n")
      let run = try fresnel("index", films, "--map", "name=titel,body=textContnt")
      #expect(run.status == 0, "\(run)")
      #expect(run.errors.contains("did you mean title?"), "\(run)")
      #expect(run.errors.contains("did you mean textContent?"), "\(run)")
      for names in ["name=title,body=textContent", "name=com_example_label", "name=id"] {
        let quiet = try fresnel("index", films, "--map", names)
        #expect(!quiet.errors.contains("did you mean"), "\(names): \(quiet)")
      }
    }
  }
}
