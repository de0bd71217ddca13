import FresnelTestSupport
import Testing

@testable import DesktopWindow

@Suite("Keys of the search window")
struct KeyTests {
  private func meaning(_ value: UInt32, _ flags: KeyPress.Flags = []) -> KeyMeaning {
    KeyPress(value: value, flags: flags).meaning
  }

  @Test(
    "Arrows, pages, Tab, Enter and Escape mean the same in the field, in a row and on the keypad")
  func everywhere() {
    for place: KeyPress.Flags in [[], .inRows] {
      for (value, expected) in [
        (0xFF54, .move(1)), (0xFF99, .move(1)), (0xFF09, .move(1)), (0xFF52, .move(-1)),
        (0xFF97, .move(-1)), (0xFF56, .page(1)), (0xFF9B, .page(1)), (0xFF55, .page(-1)),
        (0xFF9A, .page(-1)), (0xFF0D, .open), (0xFF8D, .open), (0xFF1B, .escape),
      ] as [(UInt32, KeyMeaning)] {
        #expect(meaning(value, place) == expected, "\(value)")
      }
      #expect(meaning(0xFE20, [.shift, place]) == .move(-1))
      for digit in 1...9 {
        let flags: KeyPress.Flags = [.control, place]
        #expect(meaning(UInt32(0x30 + digit), flags) == .openPlace(digit - 1))
        #expect(meaning(UInt32(0xFFB0 + digit), flags) == .openPlace(digit - 1))
      }
      #expect(meaning(0x30, [.control, place]) != .openPlace(-1))
      #expect(meaning(0x31, [.control, .alt, place]) == .ignored)
      #expect(meaning(0x31, place) != .openPlace(0))
    }
  }

  @Test("What changes text goes to the field from a row, and is the field's own in it")
  func text() {
    for value: UInt32 in [0x61, 0x41, 0x20, 0x1000_5317, 0xFF08, 0xFFFF, 0xFF51, 0xFF53, 0xFFB5] {
      #expect(meaning(value, .inRows) == .toField, "\(value)")
      #expect(meaning(value) == .ignored, "\(value)")
    }
    // Settings, from everywhere.
    #expect(
      meaning(0x2C, .control) == .settings && meaning(0x2C, [.control, .inRows]) == .settings)
    #expect(meaning(0x2C, .inRows) == .toField && meaning(0x2C, [.control, .alt]) == .ignored)
    // Actions of a row.
    for value: UInt32 in [0xFF0D, 0xFF8D] {
      #expect(meaning(value, .control) == .actions)
      #expect(meaning(value, [.control, .inRows]) == .actions)
    }
    // What was typed is searched for, also with Caps Lock.
    for place: KeyPress.Flags in [[], .inRows] {
      for value: UInt32 in [0x65, 0x45] {
        #expect(meaning(value, [.control, place]) == .exactly && meaning(value, place) != .exactly)
      }
    }
    // Paste, from either.
    #expect(meaning(0x76, [.control, .inRows]) == .toField)
    #expect(meaning(0x76, .control) == .ignored)
    #expect(meaning(0xFF50, .inRows) == .first && meaning(0xFF57, .inRows) == .last)
    #expect(meaning(0xFF50) == .ignored && meaning(0xFF57) == .ignored)
  }

  @Test(
    "Keys that are held, of functions, or with Alt and Super are nobody's; any value has a meaning")
  func others() {
    for value: UInt32 in [0xFFE1, 0xFFE3, 0xFFEB, 0xFFBE, 0xFE03, 0xFF7F] {
      #expect(meaning(value, .inRows) == .ignored, "\(value)")
    }
    #expect(meaning(0xFF0D, .alt) == .ignored && meaning(0xFF54, .alt) == .ignored)
    #expect(meaning(0x61, [.superKey, .inRows]) == .ignored)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<10_000 {
      let value = UInt32.random(in: 0...UInt32.max, using: &generator)
      _ = meaning(value, KeyPress.Flags(rawValue: generator.next()))
    }
  }
}
