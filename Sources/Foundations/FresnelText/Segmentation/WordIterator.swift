import CICU
import Synchronization

/// ICU's word iterators, kept for reuse: opening one takes longer than reading a short text.
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
        body(Int(boundary), endsWord)
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
}
