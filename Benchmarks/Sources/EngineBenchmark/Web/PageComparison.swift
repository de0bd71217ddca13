import FresnelModel
import FresnelPlatform
import WebAddresses
import WebMarkup

/// Reads real pages, and has extruct read them in the same run.
struct PageComparison {
  private let pages: [[UInt8]]
  private let file: String
  private let repetitions: Int
  private let python: String?

  /// Takes the pages of a file with a JSON object to a line.
  init(_ arguments: some Sequence<String>) throws {
    let options = try OptionReader(
      arguments, valued: ["--pages", "--reps", "--python"], bare: ["--alone"])
    let file = options["--pages"] ?? "Tests/WebTestData/pages/real-pages.jsonl"
    self.file = file
    repetitions = max(1, try options.number("--reps") ?? 20)
    let installed = ".build/bench/peers/python/bin/python"
    python =
      options.has("--alone")
      ? nil : options["--python"] ?? (FileSystem.exists(installed) ? installed : "python3")
    pages = try FileSystem.contents(of: file).split(separator: UInt8(ascii: "\n")).map { line in
      guard case .string(let page)? = try JSONValue.parse(line)["html_text"] else {
        throw BenchmarkFailure("A line of \(file) has no page.")
      }
      return Array(page.utf8)
    }
    guard !pages.isEmpty else { throw BenchmarkFailure("\(file) has no pages.") }
  }

  /// Reads all pages, and prints a table.
  func run() throws {
    let ours = pages.map(read)
    var table = TextTable(["", "Fresnel", "extruct", "ratio"])
    guard let python else {
      print("median page \(format(median(ours))), slowest \(format(ours.max() ?? 0))")
      return
    }
    let theirs = try peer(python)
    let ratios = zip(ours, theirs).map { $1 / $0 }
    func add(_ name: String, _ figure: ([Double]) -> Double) {
      let (own, other) = (figure(ours), figure(theirs))
      table.add([name, format(own), format(other), ratio(other / own)])
    }
    add("median page", median)
    add("all pages", { $0.reduce(0, +) })
    add("slowest page", { $0.max() ?? 0 })
    table.add(["page with the smallest ratio", "", "", ratio(ratios.min() ?? 0)])
    print(table)
  }

  /// How long our reading of a page takes, in microseconds: the fastest of the repetitions, as other work on the
  /// machine makes none of them faster.
  private func read(_ page: [UInt8]) -> Double {
    guard let url = WebURL("https://www.example.com/page.html") else { return 0 }
    let durations = (0..<repetitions).map { _ in
      let watch = Stopwatch()
      _ = PageReading(page, url: url)
      return watch.nanoseconds
    }
    return Double(durations.min() ?? 0) / 1000
  }

  private func peer(_ python: String) throws -> [Double] {
    // The directory Benchmarks/Peers, seen from this file.
    let programs =
      ["Web", "EngineBenchmark", "Sources"].reduce(FileSystem.parent(of: #filePath)) { path, _ in
        FileSystem.parent(of: path)
      } + "/Peers"
    let result = try Worker.run(
      python, [programs + "/pages.py", file, "--reps", "\(max(1, repetitions / 2))"])
    guard case .array(let values)? = result["us"], values.count == pages.count else {
      throw BenchmarkFailure("pages.py gave no figures for \(file).")
    }
    return values.map { value in
      switch value {
      case .double(let number): number
      case .integer(let number): Double(number)
      default: 0
      }
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func format(_ microseconds: Double) -> String {
    microseconds < 1000
      ? "\(Int(microseconds.rounded())) µs" : "\((microseconds / 100).rounded() / 10) ms"
  }

  private func ratio(_ value: Double) -> String { "\(Int(value.rounded())) ×" }
}
