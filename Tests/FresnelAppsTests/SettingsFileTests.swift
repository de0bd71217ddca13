import FresnelApps
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing

@Suite("A person's settings of apps")
struct SettingsFileTests {
  private func withFile(_ body: (SettingsFile) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(SettingsFile(path: directory + "/fresnel/settings.json"))
    }
  }

  private func contents(_ file: SettingsFile) throws -> String {
    String(decoding: try FileSystem.contents(of: file.path), as: UTF8.self)
  }

  private func write(_ text: String, _ file: SettingsFile) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: file.path))
    try FileSystem.write(Array(text.utf8), to: file.path)
  }

  private func failure(_ file: SettingsFile) -> SettingsError.Code? {
    do throws(SettingsError) {
      _ = try file.all()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("what is decided is found again, also that it is as usual, until it is removed")
  func roundTrip() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.all() == [:])
      try file.update("a.one") {
        $0.isSearchable = false
        $0.itemLimit = 5
        $0.byteLimit = 7
        $0.mayFetchFrom = ["a.two", "a.three"]
      }
      try file.update("a.two") { $0.isSuggested = false }
      var expected = AppSettings()
      expected.isSearchable = false
      expected.itemLimit = 5
      expected.byteLimit = 7
      expected.mayFetchFrom = ["a.two", "a.three"]
      #expect(try file.settings(of: "a.one") == expected)
      #expect(try file.settings(of: "a.two").isSuggested == false)
      #expect(try file.settings(of: "a.none") == AppSettings())
      try file.update("a.one") { $0 = AppSettings() }
      #expect(try file.all()["a.one"] == AppSettings())
      #expect(try !contents(file).contains("items"))
      try file.remove(["a.one", "a.none"])
      #expect(try file.all()["a.one"] == nil && !contents(file).contains("a.one"))
    }
  }

  @Test("an app gets what was decided about an earlier name, once and unless it has its own")
  func carrying() throws {
    try withFile { (file: SettingsFile) throws in
      try file.carry(from: ["unregistered:/a"], to: "a.one")
      #expect(!FileSystem.exists(file.path))
      let names = ["unregistered:/c", "unregistered:/b", "unregistered:/a"]
      try file.update("unregistered:/c") { $0.itemLimit = 3 }
      try file.update("unregistered:/b") { $0.itemLimit = 2 }
      try file.carry(from: names, to: "a.one")
      #expect(try file.settings(of: "a.one").itemLimit == 2)
      #expect(try file.settings(of: "unregistered:/b").itemLimit == 2)
      // A limit that was taken away is a decision, too.
      try file.update("a.one") { $0.itemLimit = nil }
      try file.carry(from: names, to: "a.one")
      #expect(try file.settings(of: "a.one").itemLimit == nil)
      try file.remove(names)
      #expect(try Set(file.all().keys) == ["a.one"])
    }
  }

  @Test("history is kept until it is switched off, for an app or for all")
  func history() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.keepsHistory())
      try file.update("a.one") { $0.keepsHistory = false }
      #expect(try file.settings(of: "a.one").keepsHistory == false)
      #expect(try file.keepsHistory() && file.settings(of: "a.two").keepsHistory)
      try file.setKeepsHistory(false)
      #expect(try !file.keepsHistory() && !file.settings(of: "a.one").keepsHistory)
      try file.setKeepsHistory(true)
      #expect(try file.keepsHistory())
      #expect(try !contents(file).contains(#""history": true"#))
    }
  }

  @Test(
    "results are ordered by choices until that is decided; a ranking of a newer version is kept")
  func ranking() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.decisions().ranking == .learned)
      try file.setRanking(.fixed)
      try file.setKeepsHistory(false)
      #expect(try file.decisions().ranking == .fixed)
      try file.setRanking(.learned)
      #expect(try !contents(file).contains("ranking"))
      for ranking in [#""sometimes""#, "7", "true", #"{"by":"moon"}"#, "null"] {
        try write(#"{"version":1,"ranking":\#(ranking)}"#, file)
        #expect(try file.decisions().ranking == .learned)
        let bytes = try JSONValue.parse(FileSystem.contents(of: file.path))["ranking"]
        try file.set(try file.decisions())
        #expect(try JSONValue.parse(FileSystem.contents(of: file.path))["ranking"] == bytes)
      }
      try file.setRanking(.fixed)
      #expect(try contents(file).contains(#""ranking": "fixed""#))
    }
  }

  @Test("filters are offered until that is decided; a value of another type is off, and no damage")
  func filters() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.decisions().offersFilters)
      try file.setOffersFilters(false)
      try file.setKeepsHistory(false)
      #expect(try !file.decisions().offersFilters)
      #expect(try contents(file).contains(#""filters": false"#))
      try file.set(try file.decisions())
      #expect(try !file.decisions().offersFilters)
      try file.setOffersFilters(true)
      #expect(try !contents(file).contains("filters"))
      try write(#"{"version":1,"filters":"often"}"#, file)
      #expect(try !file.decisions().offersFilters)
    }
  }

  @Test("texts that were searched for are kept until that is decided")
  func searches() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.decisions().keepsSearches)
      try file.setKeepsSearches(false)
      #expect(try !file.decisions().keepsSearches)
      #expect(try contents(file).contains(#""searches": false"#))
      try file.set(try file.decisions())
      #expect(try !file.decisions().keepsSearches)
      try write(#"{"version":1,"searches":7,"apps":{"a":{"search":false}}}"#, file)
      #expect(try !file.decisions().keepsSearches && file.all()["a"]?.isSearchable == false)
      try file.setKeepsSearches(true)
      #expect(try !contents(file).contains("searches"))
    }
  }

  @Test("nobody is asked on the web until that is decided, and what is not known of it is kept")
  func webSearch() throws {
    try withFile { (file: SettingsFile) throws in
      #expect(try file.webSearch() == WebSearchSettings() && !file.webSearch().isOn)
      try write(#"{"version":1,"web":{"server":"https://a.example/","colour":"blue"}}"#, file)
      var settings = try file.webSearch()
      #expect(!settings.isOn && settings.server == "https://a.example/")
      #expect(settings.milliseconds == WebSearchSettings.usualMilliseconds)
      settings.isOn = true
      settings.milliseconds = 900
      try file.setWebSearch(settings)
      try file.update("a.one") { $0.isSearchable = false }
      #expect(try file.webSearch() == settings)
      #expect(try contents(file).contains(#""colour": "blue""#))
      for web in [
        #"{"search":1}"#, #"{"server":[]}"#, #"{"milliseconds":49}"#, #"{"milliseconds":1e9}"#,
        "7", #"{"milliseconds":9223372036854775807}"#,
      ] {
        try write(#"{"version":1,"web":\#(web)}"#, file)
        #expect(failure(file) == .damaged, "\(web)")
      }
    }
  }

  @Test("members of a newer version survive a change")
  func unknownMembers() throws {
    try withFile { (file: SettingsFile) throws in
      try write(
        #"{"version":1,"colour":"blue","apps":{"a.one":{"sound":true},"a.two":{"search":false}}}"#,
        file)
      try file.update("a.two") { $0.isSearchable = true }
      try file.update("a.one") { $0.isSuggested = false }
      let text = try contents(file)
      #expect(text.contains(#""colour": "blue""#) && text.contains(#""sound": true"#))
      #expect(text.contains(#""suggestions": false"#))
      #expect(try file.all()["a.two"] == AppSettings())
      try file.carry(from: ["a.one"], to: "a.new")
      try file.remove(["a.one"])
      let moved = try contents(file)
      #expect(moved.contains(#""sound": true"#) && !moved.contains("a.one"))
    }
  }

  @Test("a damaged file is an error to read, and is kept aside when something is changed")
  func damage() throws {
    for text in [
      "", "{", "[]", "{}", #"{"version":"1"}"#, #"{"version":1,"apps":[]}"#,
      #"{"version":1,"apps":{"a":1}}"#, #"{"version":1,"apps":{"a":{"search":1}}}"#,
      #"{"version":1,"apps":{"a":{"items":-1}}}"#, #"{"version":1,"history":1,"apps":{}}"#,
      #"{"version":1,"apps":{"a":{"history":"no"}}}"#,
      #"{"version":1,"apps":{"a":{"mayFetchFrom":[1]}}}"#,
    ] {
      try withFile { (file: SettingsFile) throws in
        try write(text, file)
        #expect(failure(file) == .damaged, "\(text)")
        let kept = try file.update("a.one") { $0.isSearchable = false }
        #expect(kept == file.path + ".damaged-1")
        #expect(try FileSystem.contents(of: file.path + ".damaged-1") == Array(text.utf8))
        #expect(try file.settings(of: "a.one").isSearchable == false)
        try write(text, file)
        #expect(try file.update("a.one") { _ in } == file.path + ".damaged-2")
      }
    }
  }

  @Test("a file of a newer version is not touched")
  func newerVersion() throws {
    try withFile { (file: SettingsFile) throws in
      let text = #"{"version":2,"apps":{}}"#
      try write(text, file)
      #expect(failure(file) == .newerVersion)
      #expect(throws: SettingsError.self) { try file.update("a") { $0.isSearchable = false } }
      #expect(try contents(file) == text)
    }
  }

  @Test("what is decided about an app of commands holds for both of its names, and goes with it")
  func otherName() throws {
    try withFile { (file: SettingsFile) throws in
      try file.update("films") { ($0.isSearchable, $0.itemLimit) = (false, 10) }
      #expect(try file.settings(of: "org.fresnel.films").itemLimit == 10)
      try file.update("org.fresnel.films") { $0.keepsHistory = false }
      let settings = try file.settings(of: "org.fresnel.films")
      #expect(!settings.isSearchable && settings.itemLimit == 10 && !settings.keepsHistory)
      #expect(try file.settings(of: "org.example.films") == AppSettings())
      try file.remove(["org.fresnel.films"])
      #expect(try file.settings(of: "films") == AppSettings())
    }
  }

  @Test("while another process changes the settings, a change is refused and none is lost")
  func locking() throws {
    try withFile { (file: SettingsFile) throws in
      try file.update("a") { $0.isSearchable = false }
      let lock = try LockFile(locking: file.path + ".lock")
      do throws(SettingsError) {
        try file.update("a") { $0.isSearchable = true }
        Issue.record("the lock was not heeded")
      } catch {
        #expect(error.code == .busy)
      }
      _ = consume lock
      try file.update("a") { $0.isSuggested = false }
      #expect(try file.settings(of: "a").isSearchable == false)
    }
  }

  @Test("damaged bytes never trap")
  func mutations() throws {
    try withFile { (file: SettingsFile) throws in
      try file.update("a.one") {
        $0.isSearchable = false
        $0.itemLimit = 5
        $0.mayFetchFrom = ["b"]
      }
      let good = try FileSystem.contents(of: file.path)
      for seed in 0..<(200 as UInt64) {
        var random = SeededGenerator(seed: seed)
        try FileSystem.write(random.mutate(good), to: file.path)
        _ = failure(file)
      }
    }
  }
}
