import CICU

/// The order in which people of a locale expect to find texts in a list.
///
/// It is the locale's collation of CLDR, with digits compared as the numbers that they write, so that
/// "chapter 10" follows "chapter 9". For one thread.
public struct TextOrder: ~Copyable {
  /// `nil` where ICU has no data; then texts are in the order of their bytes.
  private let order: OpaquePointer?
  private var buffer = [UInt8](repeating: 0, count: 256)

  /// Opens the order of a locale.
  public init(_ locale: TextLocale) {
    order = fresnel_text_order_open(locale.identifier)
  }

  deinit {
    if let order { fresnel_text_order_close(order) }
  }

  /// A key that compares with those of other texts as the texts do; texts that differ only after some
  /// hundred letters may have equal keys.
  ///
  /// - Complexity: O(1): the text's beginning counts.
  public mutating func key(of text: String) -> TextOrderKey {
    guard let order else { return TextOrderKey(bytes: Array(text.utf8)) }
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        var count = 0
        while true {
          count = Int(
            fresnel_sort_key(
              order, characters.baseAddress, Int32(clamping: characters.count), &buffer,
              Int32(buffer.count)))
          // The closing zero has to fit too.
          if count < buffer.count { break }
          buffer = [UInt8](repeating: 0, count: count + 1)
        }
        return TextOrderKey(bytes: Array(buffer[..<count]))
      }
    }
  }
}

/// Where a text stands in a ``TextOrder``.
public struct TextOrderKey: Hashable, Comparable, Sendable {
  /// What is compared, byte by byte.
  package let bytes: [UInt8]

  /// Orders as the texts are ordered.
  public static func < (left: TextOrderKey, right: TextOrderKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
