import CICU
import Synchronization

/// ICU's word iterators, kept for reuse: opening one takes longer than reading a short text.
///
/// ICU 72 departs from UAX #29 in two ways that a search would suffer from, undone here: it joins
/// words at `@`, and it breaks between a syllable of Hangul and a letter of Hangul that is none.
struct WordIterator {
  /// `@unchecked Sendable`: whoever takes an iterator out of the pool has it alone.
  private struct Idle: @unchecked Sendable {
    let iterator: OpaquePointer
  }

  // The rules for words are the same in all locales but for the colon.
  private static let idle = Mutex<[Idle]>([])
  private static let idleAtColon = Mutex<[Idle]>([])
  private static let maximumIdleCount = 8

  /// Calls `body` with each boundary after the start and whether a word ends there.
  ///
  /// Nothing is called when ICU cannot work: without its data, or past 2 GiB.
  static func forEachBoundary(
    in utf8: UnsafeBufferPointer<UInt8>, locale: TextLocale, _ body: (Int, Bool) -> Void
  ) {
    guard utf8.contains(at) else {
      return forEachHangulBoundary(in: utf8, locale: locale, body)
    }
    // A number sign takes as much room and breaks as UAX #29 has `@` break.
    let copy = utf8.map { $0 == at ? UInt8(ascii: "#") : $0 }
    copy.withUnsafeBufferPointer { forEachHangulBoundary(in: $0, locale: locale, body) }
  }

  private static let at = UInt8(ascii: "@")

  private static func forEachHangulBoundary(
    in utf8: UnsafeBufferPointer<UInt8>, locale: TextLocale, _ body: (Int, Bool) -> Void
  ) {
    locale.joinsAtColon
      ? forEachBoundary(in: utf8, pool: idleAtColon, name: "sv", body)
      : forEachBoundary(in: utf8, pool: idle, name: "root", body)
  }

  private static func forEachBoundary(
    in utf8: UnsafeBufferPointer<UInt8>, pool: borrowing Mutex<[Idle]>, name: String,
    _ body: (Int, Bool) -> Void
  ) {
    guard let base = utf8.baseAddress, !utf8.isEmpty,
      let iterator = pool.withLock({ $0.popLast() })?.iterator ?? fresnel_word_iterator_open(name)
    else { return }
    base.withMemoryRebound(to: CChar.self, capacity: utf8.count) { text in
      guard fresnel_word_iterator_start(iterator, text, Int64(utf8.count)) else { return }
      var endsWord = false
      while true {
        let boundary = fresnel_word_iterator_next(iterator, &endsWord)
        if boundary < 0 { break }
        if !isInsideHangul(utf8, Int(boundary)) { body(Int(boundary), endsWord) }
      }
    }
    // The text's memory is not the iterator's to look at any more.
    fresnel_word_iterator_stop(iterator)
    let returned = Idle(iterator: iterator)
    let isKept = pool.withLock { idle in
      guard idle.count < maximumIdleCount else { return false }
      idle.append(returned)
      return true
    }
    if !isKept { fresnel_word_iterator_close(iterator) }
  }

  /// Whether Hangul stands on both sides of a boundary, marks aside.
  private static func isInsideHangul(_ utf8: UnsafeBufferPointer<UInt8>, _ boundary: Int) -> Bool {
    guard boundary < utf8.count, utf8[boundary] >= 0xE1,
      ScalarTraits(of: decodeScalar(in: utf8, at: boundary).scalar).contains(.hangul)
    else { return false }
    var offset = boundary
    while offset > 0 {
      repeat { offset -= 1 } while offset > 0 && utf8[offset] & 0xC0 == 0x80
      let traits = ScalarTraits(of: decodeScalar(in: utf8, at: offset).scalar)
      if !traits.contains(.mark) { return traits.contains(.hangul) }
    }
    return false
  }
}
