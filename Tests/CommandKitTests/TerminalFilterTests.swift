import FresnelPlatform
import Synchronization
import Testing

@testable import CommandKit

@Suite("What a terminal would obey does not pass")
struct TerminalFilterTests {
  private func filtered(
    _ text: String, passesStyles: Bool = true, passesProgress: Bool = true
  ) -> String {
    var filter = TerminalFilter(passesStyles: passesStyles, passesProgress: passesProgress)
    return filter.text(Array(text.utf8)) + filter.finish()
  }

  @Test("characters, lines and tabs pass")
  func text() {
    for text in ["", "a\tb\nc", "Sóup 漢字 🙂 │", "[1m", "a;b"] { #expect(filtered(text) == text) }
  }

  @Test("the clipboard, titles, links, reports and movements become spaces and text")
  func sequences() {
    for (text, result) in [
      ("\u{1B}]52;c;aGk=\u{7}x", " ]52;c;aGk= x"), ("\u{1B}]0;title\u{1B}\\", " ]0;title \\"),
      ("\u{1B}[6n", " [6n"), ("\u{1B}[2J", " [2J"), ("\u{1B}[A", " [A"), ("\u{1B}P$qm", " P$qm"),
      ("\u{9D}52;c;x\u{9C}", " 52;c;x "), ("\u{9B}6n", " 6n"), ("\u{8}\u{7F}\u{0}", "   "),
      ("\u{1B}\u{1B}[1K", "  [1K"), ("\u{1B}[?25l", " [?25l"), ("\u{1B}[", " ["), ("\u{1B}", " "),
    ] {
      #expect(filtered(text) == result, "\(text.debugDescription)")
    }
  }

  @Test("styles pass where they are welcome, and end with the text; no others do")
  func styles() {
    let style = Style(isActive: true)
    let all = [
      style.strong("a"), style.faint("b"), style.match("c"), style.kind("d"), style.failure("e"),
      style.success("f"),
    ].joined(separator: " ")
    #expect(filtered(all) == all)
    #expect(filtered(style.strong("a"), passesStyles: false) == " [1ma [0m")
    #expect(filtered("\u{1B}[31mred") == "\u{1B}[31mred\u{1B}[0m")
    // Hidden text, and a sequence without an end.
    #expect(filtered("\u{1B}[8m") == " [8m")
    #expect(filtered("\u{1B}[1;1;1;1;1m") == " [1;1;1;1;1m")
  }

  @Test("the line that tells progress passes where a person sees it")
  func progress() {
    let written = Mutex("")
    let console = Console(
      write: { _ in }, writeError: { text in written.withLock { $0 += text } }, flush: {},
      outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: false, columns: 80,
      usesColor: true)
    var line = ProgressLine("pages", on: console)
    line.update(count: 1, fraction: 0.5)
    line.finish()
    let text = written.withLock { $0 }
    #expect(!text.isEmpty && filtered(text) == text)
    #expect(filtered("\r\u{1B}[K", passesProgress: false) == "  [K")
  }

  @Test("what turns the direction of a text passes only where no person reads it")
  func directions() {
    let text = "a\u{202E}b\u{2066}c\u{2069} \u{200F}\u{202A}d\u{202F}\u{206A}"
    for passes in [true, false] {
      var filter = TerminalFilter(passesDirections: passes)
      let result = filter.text(Array(text.utf8)) + filter.finish()
      #expect(result == (passes ? text : "a b c  \u{200F} d\u{202F}\u{206A}"))
    }
  }

  @Test("pieces may end inside characters and sequences")
  func pieces() {
    let bytes =
      Array("é\u{1B}[1m漢\u{1B}[0m🙂\u{1B}]52;\u{9B}\u{1B}[1;33mx\u{1B}[".utf8) + [0xE2, 0x82]
    var whole = TerminalFilter(passesStyles: true)
    let expected = whole.text(bytes) + whole.finish()
    #expect(expected.hasPrefix("é\u{1B}[1m漢\u{1B}[0m🙂 ]52; \u{1B}[1;33mx ["))
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var filter = TerminalFilter(passesStyles: true)
        let texts = [bytes[..<first], bytes[first..<second], bytes[second...]].map {
          filter.text(Array($0))
        }
        #expect(texts.joined() + filter.finish() == expected, "\(first) \(second)")
      }
    }
  }

  @Test("whatever comes, only the sequences of styles and progress are left")
  func all() {
    let alphabet: [[UInt8]] = [
      [0x1B], [0x5B], [0x30], [0x31], [0x3B], [0x6D], [0x4B], [0x0D], [0x61], [0xC2], [0x9B],
    ]
    let passing = Style.codes.map { "\u{1B}[\($0)m" } + ["\u{1B}[K", "\r"]
    func check(_ bytes: [UInt8], _ lengthLeft: Int) {
      var filter = TerminalFilter(passesStyles: true, passesProgress: true)
      var text = filter.text(bytes) + filter.finish()
      for sequence in passing { text = text.split(separator: sequence).joined() }
      let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      if !isClean { Issue.record("\(bytes)") }
      guard lengthLeft > 0 else { return }
      for one in alphabet { check(bytes + one, lengthLeft - 1) }
    }
    check([], 4)
  }
}
