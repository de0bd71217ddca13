import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What people see of a search is the same wherever the items are kept.
@Suite("Searches of the command line", .serialized, .timeLimit(.minutes(30)))
struct SearchPathTests {
  private static let items = """
    {"id":"name","title":"Tomato soup","contentDescription":"Warm"}
    {"id":"long","title":"Stew","contentDescription":"\(String(repeating: "Slowly cooked. ", count: 20))With tomato."}
    {"id":"text","title":"Bread","textContent":"It goes well with many things, above all tomato soup."}
    {"id":"plain","title":"Tomato","textContent":"A fruit"}

    """

  @Test("A search prints the same with a daemon and without")
  func sameOutput() throws {
    var outputs: [[String]] = []
    try FresnelProgram.withBoth { fresnel in
      let file = try fresnel.file("items.jsonl", Self.items)
      #expect(try fresnel("index", file, "--app", "food").status == 0)
      outputs.append(
        try [
          ["search", "tomato"], ["search", "tomat", "--sort", "title"],
          ["search", "--json", "tomato"],
          ["search", "--attributes", "title,textContent", "tomato"],
          ["search", "--count", "tomato"], ["search", "--app", "food", "soup"],
          ["query", "title == \"tom*\"c"],
          ["query", "textContent == \"*soup*\" && title != \"x\""],
        ].map { words in
          // The daemon tells the whole identifier of an app, and its scores have room for what was chosen before.
          try fresnel.run(words).output.replacing("org.fresnel.food", with: "food")
            .replacing(/"score":[0-9.]+/, with: "")
        })
    }
    #expect(outputs[0] == outputs[1])
    let first = try #require(outputs[0].first)
    #expect(first.contains("… many things, above all tomato soup."), "\(first)")
    #expect(first.contains("    Slowly cooked. Slowly"), "\(first)")
    #expect(first.contains("    A fruit"), "\(first)")
  }

  @Test("A store that an app keeps itself is found once beside a daemon")
  func embeddedStores() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let app = "com.example.embedded"
      let file = try fresnel.file("items.jsonl", Self.items)
      let place =
        StoreLocation.apps(in: try #require(fresnel.environment["XDG_DATA_HOME"])) + "/" + app
      #expect(try fresnel("index", file, "--store", place, "--app", app).status == 0)
      for words in [["search", "tomato"], ["search", "--app", app, "tomato"]] {
        let run = try fresnel.run(words)
        #expect(run.errors.hasPrefix("4 items match"), "\(words): \(run.errors)")
        #expect(run.output.split(separator: "\n").filter { $0.contains("Tomato soup") }.count == 1)
      }
    }
  }
}
