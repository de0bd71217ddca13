import FresnelTestSupport
import Testing

@testable import SpotlightDaemon

@Suite("SafeFileName")
struct SafeFileNameTests {
  @Test("A name is the last component, without what hides or disguises it")
  func names() {
    let cases = [
      "photo.jpg": "photo.jpg", "../../.ssh/id_rsa": "id_rsa", "/etc/passwd": "passwd", "": "item",
      "..": "item", "...": "item", "/": "item", "a/": "a", ".bashrc": "bashrc", " . x": "x",
      "a\u{0}b\nc\u{7F}": "abc", "invoice\u{202E}fdp.exe": "invoicefdp.exe",
      "\u{200B}.hidden": "hidden", "Grüße 🎉.txt": "Grüße 🎉.txt",
    ]
    for (name, expected) in cases {
      #expect(SafeFileName.of(name) == expected, "\(name.debugDescription)")
    }
  }

  @Test("A long name is cut between characters and keeps its extension")
  func length() {
    let long = SafeFileName.of(String(repeating: "é", count: 300) + ".jpeg")
    #expect(long.utf8.count <= 255 && long.utf8.count > 250)
    #expect(long.hasSuffix("é.jpeg"))
    #expect(SafeFileName.of(String(repeating: "x", count: 300)).utf8.count == 255)
    let noExtension = SafeFileName.of("a." + String(repeating: "b", count: 300))
    #expect(noExtension.utf8.count == 255)
  }

  @Test("Whatever the name, the result is a name of one file")
  func random() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let pieces = ["/", ".", "..", "\u{0}", "a", "é", "\u{202E}", "👩‍👩‍👧", " ", "\n", "x.y", "\u{301}"]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...12, using: &random)
      let name = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let safe = SafeFileName.of(name)
      #expect(
        !safe.isEmpty && safe.utf8.count <= 255 && !safe.hasPrefix(".") && !safe.contains("/")
          && !safe.utf8.contains(where: { $0 < 32 }), "seed \(seed), name \(name.debugDescription)")
      #expect(SafeFileName.of(safe) == safe, "seed \(seed), name \(name.debugDescription)")
    }
  }
}
