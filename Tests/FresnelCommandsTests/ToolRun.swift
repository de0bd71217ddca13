import CommandKit
import FresnelPlatform
import Synchronization
import Testing
import WireTestSupport

@testable import FresnelCommands

/// Runs the tool against a store of its own and keeps what it writes.
struct ToolRun {
  let status: CommandKit.ExitStatus
  let output: String
  let errors: String

  /// Runs the tool with a directory for its store.
  ///
  /// - Parameters:
  ///   - arguments: The words after the tool's name.
  ///   - directory: The directory of everything that the tool may see.
  ///   - readsEverything: Whether to read the person's own store and those of the apps, not one store.
  init(_ arguments: String..., in directory: String, readsEverything: Bool = false) {
    self.init(arguments, in: directory, readsEverything: readsEverything)
  }

  /// Runs the tool with the words in a list.
  ///
  /// - Parameters:
  ///   - arguments: The words after the tool's name.
  ///   - directory: The directory of everything that the tool may see.
  ///   - readsEverything: Whether to read the person's own store and those of the apps, not one store.
  ///   - worker: The program that fetches and reads; `nil` for the one that was built.
  init(
    _ arguments: [String], in directory: String, readsEverything: Bool, worker: String? = nil
  ) {
    let captured = Capture()
    let console = Console(
      write: { captured.append($0, toErrors: false) },
      writeError: { captured.append($0, toErrors: true) }, flush: {}, outputIsTerminal: false,
      errorIsTerminal: false, inputIsTerminal: false, columns: 80, usesColor: false)
    var environment = ["MANPATH": directory + "/man"]
    if !readsEverything { environment["FRESNEL_STORE"] = directory + "/store" }
    var context = CommandContext(
      tool: FresnelTool.tool, console: console, environment: environment,
      directories: BaseDirectories(
        environment: [
          "XDG_DATA_HOME": directory + "/data", "XDG_DATA_DIRS": directory + "/share",
          "FLATPAK_SYSTEM_DIR": directory + "/flatpak",
        ],
        home: directory))
    // As the built program does: not in the process of the commands.
    context.fetchWorker = worker ?? (try? TestProgram.path("fresnel"))
    status = FresnelTool.tool.run(arguments, in: context)
    output = captured.output
    errors = captured.errors
  }

  private final class Capture: Sendable {
    private let texts = Mutex((output: "", errors: ""))

    var output: String { texts.withLock { $0.output } }
    var errors: String { texts.withLock { $0.errors } }

    func append(_ text: String, toErrors: Bool) {
      texts.withLock { if toErrors { $0.errors += text } else { $0.output += text } }
    }
  }
}

/// Runs a body with a directory whose store has the films of a file, two of whose lines hold no item.
func withFilms(_ body: (String) throws -> Void) throws {
  try FileSystem.withTemporaryDirectory { (directory: String) throws in
    let lines = """
      {"id":"1","domain":"films.drama","title":"The Third Man","year":1949,"cast":["Orson Welles"]}
      not json
      {"id":"2","domain":"films","title":"Metropolis","text":"A city of the future"}
      {"title":"no identifier"}
      {"id":"3","title":"東京物語","kind":"Film"}
      """
    try FileSystem.write(Array(lines.utf8), to: directory + "/films.jsonl")
    let run = ToolRun(
      "index", directory + "/films.jsonl", "--map", "text=textContent", "--app", "films",
      in: directory)
    #expect(run.status == .incomplete)
    #expect(run.output.hasPrefix("3 items indexed for films"))
    #expect(run.errors.contains("films.jsonl:2: "))
    #expect(run.errors.contains("films.jsonl:4: "))
    try body(directory)
  }
}
