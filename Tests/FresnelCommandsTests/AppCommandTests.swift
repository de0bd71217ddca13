import CommandKit
import FresnelApps
import FresnelEngine
import FresnelModel
import FresnelPlatform
import Testing

@testable import FresnelCommands

@Suite("The commands about apps")
struct AppCommandTests {
  /// A directory with a program and a manifest for it.
  private func withManifest(_ body: (_ directory: String, _ manifest: String) throws -> Void) throws
  {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let manifest = directory + "/Info.plist"
      let list: PropertyList = [
        "CFBundleIdentifier": "com.example.notes", "CFBundleName": "Notes",
        "FresnelExecutable": .string(directory + "/notes"),
      ]
      try FileSystem.write(Array((list.xml ?? "").utf8), to: manifest)
      try FileSystem.write([0x7f], to: directory + "/notes", permissions: 0o755)
      try body(directory, manifest)
    }
  }

  /// Where the tool puts the manifest of the tests.
  private func installed(_ directory: String) -> String {
    directory + "/data/fresnel/apps/com.example.notes.plist"
  }

  @Test("manifests that cannot be read are not taken for none")
  func unreadable() throws {
    try withManifest { (directory: String, manifest: String) throws in
      try FileSystem.createDirectory(directory + "/data/fresnel")
      // Permissions would not keep root out; a circle of links does.
      let apps = directory + "/data/fresnel/apps"
      #expect(try FresnelPlatform.Command("/bin/ln", ["-s", "apps", apps]).run().isSuccess)
      for words in [["app", "list"], ["app", "show", "com.example.notes"]] {
        let run = ToolRun(words, in: directory, readsEverything: false)
        #expect(run.status == .incomplete)
        #expect(run.errors.contains("manifests in \(apps) cannot be read"), "\(run.errors)")
        #expect(!run.errors.contains("no app is registered"))
      }
    }
  }

  @Test("an app is installed, listed, shown, examined and removed")
  func life() throws {
    try withManifest { (directory: String, manifest: String) throws in
      #expect(ToolRun("app", "list", in: directory).status == .incomplete)
      let install = ToolRun("app", "install", manifest, in: directory)
      #expect(install.status == .success)
      #expect(install.output == "com.example.notes installed: \(installed(directory))\n")
      #expect(install.errors.contains("without a daemon"))
      #expect(
        try FileSystem.contents(of: installed(directory)) == FileSystem.contents(of: manifest))
      let list = ToolRun("app", "list", in: directory)
      #expect(list.status == .success && list.output == "com.example.notes  Notes   program\n")
      let show = ToolRun("app", "show", "com.example.notes", in: directory)
      #expect(show.output.contains("  programs        \(directory)/notes\n"))
      let doctor = ToolRun("app", "doctor", in: directory)
      #expect(doctor.status == .success && doctor.output.contains("nothing wrong"))
      let remove = ToolRun("app", "remove", "com.example.notes", in: directory)
      #expect(remove.status == .success)
      #expect(remove.output == "com.example.notes: removed its manifest\n")
      #expect(!FileSystem.exists(installed(directory)))
      #expect(
        ToolRun("app", "remove", "com.example.notes", in: directory).status == .incomplete)
    }
  }

  @Test("what programs read is JSON, one value per line")
  func json() throws {
    try withManifest { (directory: String, manifest: String) throws in
      func value(_ arguments: String...) throws -> JSONValue {
        let run = ToolRun(arguments + ["--json"], in: directory, readsEverything: false)
        return try JSONValue.parse(Array(run.output.utf8))
      }
      #expect(try value("app", "install", manifest)["replaced"] == .boolean(false))
      #expect(try value("app", "list")["recognisedBy"] == .array([.string("program")]))
      let shown = try value("app", "show", "com.example.notes")
      #expect(shown["content"]?["CFBundleName"] == .string("Notes"))
      #expect(try value("app", "doctor")["diagnostics"] == .array([]))
      #expect(
        try value("settings", "com.example.notes", "--search", "off")["search"] == .boolean(false))
      #expect(try value("app", "remove", "com.example.notes")["settings"] == .boolean(true))
    }
  }

  @Test("settings of an app of which nothing is known are neither shown nor changed")
  func unknownSettings() throws {
    try withManifest { (directory: String, manifest: String) throws in
      #expect(ToolRun("app", "install", manifest, in: directory).status == .success)
      for more in [[], ["--search", "off"], ["--json"]] {
        let run = ToolRun(
          ["settings", "com.example.nots"] + more, in: directory, readsEverything: false)
        #expect(run.status == .incomplete && run.output.isEmpty)
        #expect(run.errors.contains("com.example.nots"), "\(run.errors)")
        #expect(run.errors.contains("no manifest registers it"), "\(run.errors)")
        #expect(run.errors.contains("did you mean com.example.notes?"), "\(run.errors)")
      }
      #expect(!FileSystem.exists(directory + "/.config/fresnel/settings.json"))
      let permission = ToolRun(
        "settings", "com.example.notes", "--allow-data-of", "com.example.none", in: directory)
      #expect(
        permission.status == .success && permission.errors.contains("no app com.example.none"))
      // What was decided can be taken back when the app is gone.
      try FileSystem.removeFile(installed(directory))
      let taken = ToolRun(
        "settings", "com.example.notes", "--deny-data-of", "com.example.none", in: directory)
      #expect(taken.status == .success, "\(taken.errors)")
      #expect(ToolRun("settings", "com.example.notes", in: directory).status == .incomplete)
    }
  }

  @Test("how long items of uninstalled apps stay is shown where it was decided")
  func purging() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(["settings"] + arguments, in: directory, readsEverything: false)
      }
      #expect(run().output.isEmpty)
      #expect(
        run("--purge-after", "30").output
          == "what uninstalled apps indexed is removed after 30 days\n")
      #expect(run().output.contains("after 30 days"))
      #expect(run("--purge-after", "never", "--json").output == "{\"purgeAfterDays\":false}\n")
      #expect(run("--purge-after", "usual").output.contains("after 7 days"))
      #expect(run().output.isEmpty)
      for text in ["-1", "x", "99999", ""] { #expect(run("--purge-after", text).status == .usage) }
    }
  }

  @Test("whether filters are offered is shown where it was decided, and holds for all apps")
  func filters() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(["settings"] + arguments, in: directory, readsEverything: false)
      }
      #expect(run("--filters", "off").output.hasPrefix("no filters are offered"))
      #expect(run("--json").output == "{\"filters\":false}\n")
      #expect(
        run("--filters", "on").output == "filters are offered for parts of what you type\n")
      #expect(run().output.isEmpty)
      #expect(run("com.example.notes", "--filters", "off").status == .usage)
    }
  }

  @Test("what orders results is shown where it was decided, and holds for all apps")
  func ranking() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(["settings"] + arguments, in: directory, readsEverything: false)
      }
      #expect(run("--ranking", "fixed").output.contains("by the text alone"))
      #expect(run().output.contains("by the text alone"))
      #expect(run("--json").output == "{\"ranking\":\"fixed\"}\n")
      #expect(
        run("--ranking", "learned").output == "results are ordered by what you chose before\n")
      #expect(run().output.isEmpty)
      #expect(run("--ranking", "random").status == .usage)
      #expect(run("com.example.notes", "--ranking", "fixed").status == .usage)
    }
  }

  @Test("a script is registered by one command, without #! too, and keeps its identifier")
  func initializing() throws {
    try FileSystem.withTemporaryDirectory { (temporary: String) throws in
      let directory = try #require(FileSystem.resolved(temporary))
      let script = directory + "/Back Up.py"
      try FileSystem.write(Array("import os\n".utf8), to: script, permissions: 0o644)
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(["app"] + arguments, in: directory, readsEverything: false)
      }
      let made = run("init", script, "--install")
      let path = directory + "/data/fresnel/apps/local.back-up.plist"
      #expect(made.status == .success, "\(made.errors)")
      #expect(made.output.hasPrefix("local.back-up installed: \(path)\n"), "\(made.output)")
      let doctor = run("doctor", "local.back-up")
      #expect(
        doctor.status == .success && doctor.output.contains("nothing wrong"), "\(doctor.output)")
      #expect(run("list").output == "local.back-up  Back Up.py   script\n")
      let again = run("init", script, "--install")
      #expect(again.status == .usage && again.errors.contains("--replace"))
      #expect(run("init", script, "--install", "--replace").output.contains("replaced"))
      // Another file of the same name is another app.
      let other = directory + "/other/back-up.py"
      try FileSystem.createDirectory(FileSystem.parent(of: other))
      try FileSystem.write(Array("#!/usr/bin/python3\n".utf8), to: other, permissions: 0o755)
      #expect(run("init", other, "--install").output.contains("local.back-up-2 installed"))
      // Registered twice, a program would belong to neither.
      let arguments = ["--identifier", "com.example.backup", "--name", "Backup"]
      func rename() -> ToolRun {
        ToolRun(
          ["app", "init", other, "--install"] + arguments, in: directory, readsEverything: false)
      }
      let refused = rename()
      #expect(refused.status == .usage, "\(refused.errors)")
      #expect(
        refused.errors.contains("the program of local.back-up-2 already"), "\(refused.errors)")
      #expect(run("remove", "local.back-up-2").status == .success)
      #expect(rename().output.contains("com.example.backup installed"))
      #expect(run("show", "com.example.backup").output.contains("Backup"))
    }
  }

  @Test(
    "neither an interpreter nor what is no file becomes an app by it, and no reserved name is taken"
  )
  func notInitializing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(["app", "init", "--install"] + arguments, in: directory, readsEverything: false)
      }
      let interpreter = run("/bin/sh")
      #expect(interpreter.status == .usage && interpreter.errors.contains("the programs of others"))
      #expect(run(directory + "/none.py").status == .system)
      #expect(run(directory).status == .system)
      let script = directory + "/x.py"
      try FileSystem.write([], to: script)
      for identifier in ["", "a b", "../x", "org.fresnel.x", "unregistered.x"] {
        #expect(run(script, "--identifier", identifier).status == .usage, "\(identifier)")
      }
      #expect(run(script, "--name", "a\u{1}b").status == .usage)
      #expect(!FileSystem.exists(directory + "/data/fresnel/apps"))
    }
  }

  @Test("a manifest that is there is replaced only when asked, and a build comes beside it")
  func replacing() throws {
    try withManifest { (directory: String, manifest: String) throws in
      #expect(ToolRun("app", "install", manifest, in: directory).status == .success)
      let again = ToolRun("app", "install", manifest, in: directory)
      #expect(again.status == .usage && again.errors.contains("--replace"))
      #expect(
        ToolRun("app", "install", "--replace", manifest, in: directory).output.contains("replaced"))
      try FileSystem.write([0x7f], to: directory + "/debug,1", permissions: 0o755)
      let build = ToolRun(
        "app", "install", manifest, "--develop", "-x", directory + "/debug,1", in: directory)
      #expect(build.status == .success)
      let show = ToolRun("app", "show", "com.example.notes", in: directory).output
      #expect(show.contains("/debug,1\n") && show.contains("/notes\n"))
      #expect(show.contains("(in development)"))
      #expect(ToolRun("app", "install", manifest, "--develop", in: directory).status == .usage)
      #expect(
        ToolRun("app", "install", manifest, "--replace", "-x", "/none", in: directory).status
          == .system)
    }
  }

  @Test("a file that is no manifest is refused with its reasons, and nothing is written")
  func refusal() throws {
    try withManifest { (directory: String, manifest: String) throws in
      for (text, reason) in [
        ("", "the file is empty"), ("<plist></plist>", "plist holds no value"), ("[]", "an array"),
        (#"{"CFBundleIdentifier":"../../x"}"#, "can't name an app"),
        (#"{"CFBundleIdentifier":"org.fresnel.x"}"#, "No manifest may claim"),
      ] {
        try FileSystem.write(Array(text.utf8), to: manifest)
        let install = ToolRun("app", "install", manifest, in: directory)
        #expect(install.status == .usage && install.output.contains(reason), "\(text)")
        let doctor = ToolRun("app", "doctor", manifest, in: directory)
        #expect(doctor.status == .incomplete && doctor.output.contains(reason), "\(text)")
      }
      #expect(!FileSystem.exists(directory + "/data/fresnel"))
      #expect(ToolRun("app", "doctor", directory + "/none", in: directory).status == .system)
    }
  }

  @Test("removing an app removes its items and its own store, and leaves the others'")
  func removingItems() throws {
    try withManifest { (directory: String, manifest: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(arguments, in: directory, readsEverything: true)
      }
      let lines = directory + "/items.jsonl"
      try FileSystem.write(Array(#"{"id":"1","title":"One"}"#.utf8), to: lines)
      #expect(run("index", lines, "--app", "com.example.notes").status == .success)
      #expect(run("index", lines, "--app", "com.example.other").status == .success)
      let own = directory + "/data/fresnel/embedded/com.example.notes"
      #expect(
        run("index", lines, "--app", "com.example.notes", "--store", own).status == .success)
      #expect(run("app", "install", manifest).status == .success)
      #expect(run("app", "show", "com.example.notes").output.contains("2 items"))
      let kept = run("app", "remove", "--keep-items", "com.example.notes")
      #expect(kept.output == "com.example.notes: removed its manifest\n")
      let unregistered = run("app", "doctor", "com.example.notes")
      #expect(unregistered.status == .incomplete && unregistered.errors.contains("2 items"))
      let store = try Store.open(at: own, mode: .readWrite)
      let busy = run("app", "remove", "com.example.notes")
      #expect(busy.status == .incomplete && busy.errors.contains("in use"))
      store.close()
      let remove = run("app", "remove", "com.example.notes")
      #expect(remove.output == "com.example.notes: removed 1 item, its own store\n")
      #expect(!FileSystem.exists(own))
      #expect(run("items", "--json").output.contains("com.example.other"))
      #expect(!run("items", "--json").output.contains("com.example.notes"))
    }
  }

  @Test("an app that is switched off is left out of searches until it's named or switched on")
  func settings() throws {
    try withManifest { (directory: String, _: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(arguments, in: directory, readsEverything: false)
      }
      let lines = directory + "/items.jsonl"
      try FileSystem.write(Array(#"{"id":"1","title":"Unicorn"}"#.utf8), to: lines)
      #expect(run("index", lines, "--app", "com.example.notes").status == .success)
      #expect(run("search", "unicorn").status == .success)
      #expect(run("settings").errors == "every app has the default settings\n")
      #expect(
        run("settings", "com.example.notes", "--search", "off").output.contains("search       off"))
      let hidden = run("search", "unicorn")
      #expect(hidden.status == .incomplete && hidden.errors.contains("fresnel settings"))
      #expect(run("query", "title == \"Unicorn\"").status == .incomplete)
      #expect(run("search", "unicorn", "--app", "com.example.notes").status == .success)
      #expect(run("items").status == .success)
      #expect(run("settings").output.contains("com.example.notes"))
      #expect(run("settings", "com.example.notes", "--search", "on").status == .success)
      #expect(run("search", "unicorn").status == .success)
      #expect(run("settings", "--search", "off").status == .usage)
      #expect(run("settings", "com.example.notes", "--items", "-1").status == .usage)
      let limited = run("settings", "com.example.notes", "--items", "7", "--bytes", "usual")
      #expect(limited.output.contains("7 items"))
    }
  }

  @Test("what is off for one app or for all is shown by settings")
  func switches() throws {
    try withManifest { (directory: String, manifest: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(arguments, in: directory, readsEverything: false)
      }
      #expect(run("app", "install", manifest).status == .success)
      let file = SettingsFile(
        of: BaseDirectories(
          environment: ["XDG_DATA_HOME": directory + "/data"], home: directory))
      let app = "com.example.notes"
      func states(_ name: String) throws -> [JSONValue?] {
        let text = run("settings", app, "--json").output
        return [try JSONValue.parse(Array(text.utf8)[...])[name]]
      }
      #expect(try states("history") == [.boolean(true)])
      #expect(try states("handoff") == [.boolean(true)])
      _ = try file.update(app) { $0.handsOver = false }
      #expect(try states("handoff") == [.boolean(false)])
      #expect(run("settings").output.contains("handoff      off\n"))
      _ = try file.setKeepsHistory(false)
      #expect(try states("history") == [.boolean(false)])
      let all = run("settings")
      #expect(all.output.contains("history is kept of no app"), "\(all)")
      #expect(all.output.contains("history      off, as for all apps"), "\(all)")
      _ = try file.update(app) { $0 = AppSettings() }
      #expect(!run("settings").errors.contains("default settings"))
      #expect(run("settings", "--json").output == "{\"history\":false,\"handoff\":true}\n")
    }
  }

  @Test("a program of another app, and what a manifest takes for a build variable, are refused")
  func unfitPrograms() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(arguments, in: directory, readsEverything: false)
      }
      func script(_ name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try FileSystem.write(Array("#!/bin/sh\n".utf8), to: path, permissions: 0o755)
        return path
      }
      let end = try script("end")
      let first = run("app", "init", end, "--identifier", "com.example.end", "--install")
      #expect(first.status == .success, "\(first)")
      let again = run("app", "init", end, "--identifier", "com.example.other", "--install")
      #expect(again.status == .usage && again.output.isEmpty, "\(again)")
      #expect(again.errors.contains("the program of com.example.end already"), "\(again)")
      #expect(!run("app", "list").output.contains("com.example.other"))
      for name in ["my no'tes $(touch x).py", "${HOME}.py"] {
        let refused = run("app", "init", try script(name), "--install")
        #expect(refused.status == .usage && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.contains("begins a build variable"), "\(refused)")
      }
      let named = run("app", "init", try script("a.py"), "--name", "$(NAME)", "--install")
      #expect(named.status == .usage && named.errors.contains("another --name"), "\(named)")
      #expect(run("app", "init", try script("it's 5 $.py"), "--install").status == .success)
    }
  }

  @Test("removing what nobody knows is an error, for programs too")
  func removingNothing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let run = ToolRun("app", "remove", "com.example.nobody", "--json", in: directory)
      #expect(run.status == .incomplete)
      let last = try #require(run.errors.split(separator: "\n").last)
      let error = try JSONValue.parse(Array(last.utf8)[...])
      #expect(error["status"] == .integer(1), "\(run)")
      #expect(
        error["error"] == .string("nothing is known of com.example.nobody that could be removed"))
    }
  }

  @Test("damaged settings are told of and kept, not obeyed and not lost")
  func damagedSettings() throws {
    try withManifest { (directory: String, manifest: String) throws in
      #expect(ToolRun("app", "install", manifest, in: directory).status == .success)
      let path = directory + "/.config/fresnel/settings.json"
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array("{".utf8), to: path)
      #expect(ToolRun("settings", in: directory).status == .system)
      let change = ToolRun("settings", "com.example.notes", "--search", "off", in: directory)
      #expect(change.status == .success && change.errors.contains("settings.json.damaged-1"))
      #expect(try FileSystem.contents(of: path + ".damaged-1") == Array("{".utf8))
    }
  }

  @Test("words after app that are no command name the way on")
  func mistakes() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      #expect(ToolRun("app", in: directory).errors.contains("one of list, show"))
      #expect(ToolRun("app", "instal", in: directory).errors.contains("fresnel app install?"))
      #expect(ToolRun("app", "--help", in: directory).output.contains("doctor"))
      #expect(ToolRun("help", "app", "show", in: directory).output.contains("app show"))
      #expect(ToolRun("app", "show", "--help", in: directory).output.contains("app show"))
      #expect(ToolRun("app", "show", "com.none", in: directory).status == .incomplete)
      #expect(ToolRun("app", "remove", "../x", in: directory).status == .usage)
      #expect(ToolRun("ap", in: directory).errors.contains("did you mean fresnel app?"))
    }
  }
}
