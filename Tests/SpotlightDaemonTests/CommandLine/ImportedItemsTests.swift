import FresnelModel
import FresnelPlatform
import Glibc
import SpotlightWire
import Testing
import WireTestSupport

/// Items of the person's own and those of the importers do not come into each other's way.
@Suite("Items that imports wrote, and others", .serialized, .timeLimit(.minutes(30)))
struct ImportedItemsTests {
  private func install(_ name: String, in fresnel: FresnelProgram) throws {
    _ = try fresnel.file(
      "system/applications/\(name).desktop",
      "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
  }

  @Test("--app does not name the apps of the importers, and the way out is told")
  func refusal() throws {
    try FresnelProgram.withBoth { fresnel in
      let lines = try fresnel.file("mine.jsonl", #"{"id":"mine","title":"x"}"# + "\n")
      for source in ["applications", "manuals", "packages"] {
        for app in [source, "org.fresnel." + source] {
          let run = try fresnel("index", lines, "--app", app)
          #expect(run.status == 2, "\(run.output)")
          #expect(run.errors.contains("\"\(app)\" is the app of fresnel import \(source)"))
          #expect(run.errors.contains("--app my-\(source)"), "\(run.errors)")
          #expect(!run.errors.contains("removes"), "\(run.errors)")
        }
        #expect(try fresnel.items(of: source) == [])
      }
      #expect(try fresnel("index", lines, "--app", "my-packages").status == 0)
    }
  }

  @Test("an import remembers many files that it could not read")
  func unreadFiles() throws {
    try FresnelProgram.withBoth { fresnel in
      let applications = fresnel.directory + "/system/applications"
      let disk = fresnel.directory + "/disk"
      let names = (0..<40).map { "an-application-on-another-disk-\($0).desktop" }
      try FileSystem.createDirectory(applications)
      try FileSystem.createDirectory(disk)
      for name in names {
        _ = try fresnel.file(
          "disk/\(name)", "[Desktop Entry]\nType=Application\nName=x\nExec=true\n")
        #expect(symlink("\(disk)/\(name)", "\(applications)/\(name)") == 0)
      }
      #expect(try fresnel("import", "applications").status == 0)
      try FileSystem.rename(disk, to: disk + ".away")
      for _ in 0..<2 {
        let run = try fresnel("import", "applications")
        #expect(run.status == 1 && run.output.contains("40 items"), "\(run)")
      }
      // The second one knew what the first one could not read.
      #expect(try fresnel("import", "applications").output.contains("unchanged"))
      #expect(try fresnel.items(of: "applications") == Set(names))
    }
  }

  @Test("what is gone makes room at the limit for what takes its place, and no more")
  func limited() throws {
    try FresnelProgram.withBoth { fresnel in
      let names = (0..<6).map { "name\($0)" }
      for name in names[..<4] { try install(name, in: fresnel) }
      #expect(try fresnel("import", "applications").status == 0)
      #expect(try fresnel("settings", "applications", "--items", "4").status == 0)
      for name in names[..<2] {
        try FileSystem.removeFile("\(fresnel.directory)/system/applications/\(name).desktop")
      }
      for name in names[4...] { try install(name, in: fresnel) }
      let run = try fresnel("import", "applications")
      #expect(run.status == 0, "\(run)")
      #expect(run.output.contains("2 written, 2 removed"), "\(run)")
      let left = Set(names[2...].map { $0 + ".desktop" })
      #expect(try fresnel.items(of: "applications") == left)
      // What does not fit all the same is refused, each time.
      try FileSystem.removeFile("\(fresnel.directory)/system/applications/\(names[5]).desktop")
      for name in names[..<2] { try install(name, in: fresnel) }
      for _ in 0..<2 {
        let refused = try fresnel("import", "applications")
        #expect(refused.status == 3 && refused.errors.contains("may store"), "\(refused)")
      }
      #expect(try fresnel("settings", "applications", "--items", "5").status == 0)
      #expect(try fresnel("import", "applications").status == 0)
      #expect(try fresnel.items(of: "applications").count == 5)
    }
  }

  @Test("an export comes back whatever its apps are called, and imports leave it alone")
  func named() throws {
    try FresnelProgram.withBoth { fresnel in
      try install("one", in: fresnel)
      for name in ["applications", "manuals", "packages"] {
        for app in [name, "org.fresnel." + name] {
          let line = #"{"id":"of \#(app)","title":"x","$app":"\#(app)"}"# + "\n"
          let run = try fresnel("index", try fresnel.file("mine.jsonl", line))
          #expect(run.status == 0, "\(app): \(run.errors)")
        }
      }
      #expect(try fresnel("import", "applications").status == 0)
      let exported = try fresnel.file("all.jsonl", try fresnel("export").output)
      let all = try fresnel.items(of: "applications").union(fresnel.items(of: "packages"))
      #expect(
        all == [
          "one.desktop", "of applications", "of org.fresnel.applications", "of packages",
          "of org.fresnel.packages",
        ])
      let run = try fresnel("index", exported)
      #expect(run.status == 0 && run.output.hasPrefix("7 items"), "\(run.output)\(run.errors)")
      // The import takes away its own alone.
      try FileSystem.removeFile(fresnel.directory + "/system/applications/one.desktop")
      #expect(try fresnel("import", "applications", "--force").output.contains("1 removed"))
      #expect(
        try fresnel.items(of: "applications") == ["of applications", "of org.fresnel.applications"])
    }
  }

  @Test("items that only their apps change are told of once for each app, with their number")
  func foreign() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let lines = ["com.example.one", "com.example.two", "com.example.one", "mine"].enumerated().map
      {
        #"{"id":"\#($0)","title":"x","$app":"\#($1)"}"#
      }
      let run = try fresnel(
        "index", try fresnel.file("all.jsonl", lines.joined(separator: "\n")))
      #expect(run.status == 1 && run.output.hasPrefix("1 item indexed"), "\(run)")
      let told = run.errors.split(separator: "\n").filter { $0.contains("by that app alone") }
      #expect(told.count == 2, "\(run.errors)")
      #expect(told.first?.contains("all.jsonl:1: The items of com.example.one") == true)
      #expect(told.first?.hasSuffix("2 items were skipped") == true)
      #expect(told.last?.hasSuffix("1 item was skipped") == true)
      // Where the command names such an app, nothing is read.
      let named = try fresnel("index", "/none.jsonl", "--app", "com.example.one")
      #expect(named.status == 3 && named.output.isEmpty, "\(named)")
      #expect(named.errors.contains("The items of com.example.one are changed"), "\(named)")
      #expect(named.errors.contains("nothing was indexed"), "\(named)")
    }
  }

  @Test("an item of an index that can't be is skipped, and the others are stored")
  func impossibleIndexes() throws {
    try FresnelProgram.withBoth { fresnel in
      let long = String(repeating: "x", count: 1025)
      let lines = [
        #"{"id":"1","title":"fox"}"#, #"{"id":"2","title":"fox","$index":"a\u0000b"}"#,
        #"{"id":"3","title":"fox","$index":"\#(long)"}"#,
        #"{"id":"4","title":"fox","$app":"a\u0000b"}"#,
        #"{"id":"5","title":"fox","$index":"a\tb"}"#,
      ]
      let run = try fresnel("index", try fresnel.file("all.jsonl", lines.joined(separator: "\n")))
      #expect(run.status == 1 && run.output.hasPrefix("2 items indexed"), "\(run)")
      for line in 2...4 { #expect(run.errors.contains("all.jsonl:\(line): "), "\(run)") }
      #expect(try fresnel("search", "fox", "-c").output == "2\n")
      // A digest is that of the items, whatever is in the name of their index.
      let digests = try fresnel("stats", "--digest").output
      #expect(!digests.contains(String(repeating: "0", count: 16)), "\(digests)")
    }
  }

  @Test("what an import wrote comes back from an export")
  func restored() throws {
    try FresnelProgram.withBoth { fresnel in
      for name in ["one", "two"] { try install(name, in: fresnel) }
      #expect(try fresnel("import", "applications").status == 0)
      let exported = try fresnel.file("all.jsonl", try fresnel("export").output)
      #expect(try fresnel("delete", "--all", "--app", "applications").status == 0)
      let run = try fresnel("index", exported)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try fresnel.items(of: "applications") == ["one.desktop", "two.desktop"])
      // They are the import's again.
      try FileSystem.removeFile(fresnel.directory + "/system/applications/two.desktop")
      #expect(try fresnel("import", "applications", "--force").output.contains("1 removed"))
    }
  }

  @Test("an import neither removes nor replaces items of the person's own")
  func kept() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      // As earlier versions of fresnel index stored them.
      let client = try daemon.client(claiming: "org.fresnel.applications")
      try client.put(["mine", "writer.desktop"], into: try client.open("", ProtectionClass.none))
      for name in ["writer", "reader"] { try install(name, in: fresnel) }
      for _ in 0..<2 {
        let run = try fresnel("import", "applications")
        #expect(run.status == 1, "\(run.output)")
        #expect(!run.output.contains("removed"), "\(run.output)")
        #expect(
          run.errors.contains("1 item of applications is left out")
            && run.errors.contains("fresnel delete --app applications \"writer.desktop\""),
          "\(run.errors)")
        #expect(
          try fresnel.items(of: "applications") == ["mine", "writer.desktop", "reader.desktop"])
      }
      let shown = try fresnel("show", "writer.desktop", "--json")
      #expect(!shown.output.contains("com.apple.application"), "\(shown.output)")
      #expect(try fresnel("delete", "--app", "applications", "writer.desktop").status == 0)
      let whole = try fresnel("import", "applications", "--json")
      #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
      #expect(
        whole.output.contains(#""items":2,"written":1,"removed":0,"kept":0"#), "\(whole.output)")
    }
  }
}
