import CICU
import Synchronization

/// A language, with an optional region, whose customs decide how text folds and where words end.
public struct TextLocale: Hashable, Sendable {
  /// The canonical identifier, such as `sv_SE`; empty for ``root``.
  public let identifier: String
  /// Whether capital `I` is the letter `ı` here.
  let isTurkic: Bool
  /// Whether a colon joins the letters around it into a word, as Swedish and Finnish write endings.
  let joinsAtColon: Bool

  /// Makes the locale that an identifier names.
  ///
  /// - Parameter identifier: A BCP 47 tag (`sv-SE`), an ICU identifier (`sv_SE`) or a POSIX name
  ///   (`sv_SE.UTF-8`). `C`, `POSIX` and the empty string name ``root``; an unknown language
  ///   behaves like it.
  public init(identifier: String) {
    // Strings of other characters may be equal and have different bytes.
    guard identifier.utf8.count <= Self.maximumLength, identifier.utf8.allSatisfy({ $0 < 0x80 })
    else {
      self.init(named: identifier)
      return
    }
    if let known = Self.known.withLock({ $0[identifier] }) {
      self = known
      return
    }
    self.init(named: identifier)
    let locale = self
    Self.known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[identifier] = locale
    }
  }

  /// The locales by the names that were asked for. ICU takes a microsecond to understand a name, and each keystroke
  /// names the same one several times.
  private static let known = Mutex<[String: TextLocale]>([:])
  /// More names than any process needs that does not invent locales.
  private static let mostKnown = 64

  private init(named identifier: String) {
    self.identifier = Self.canonical(identifier)
    let language = self.identifier.prefix { $0 != "_" && $0 != "@" }
    isTurkic = language == "tr" || language == "az"
    joinsAtColon = language == "sv" || language == "fi"
  }

  /// The locale of no language in particular.
  public static let root = TextLocale(identifier: "")

  /// The locale of this process: the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG`.
  public static var session: TextLocale {
    guard let name = fresnel_locale_session() else { return root }
    return TextLocale(identifier: String(cString: name))
  }

  /// Identifiers longer than this are no locale's.
  private static let maximumLength = 157

  private static func canonical(_ name: String) -> String {
    let language = name.prefix { $0 != "." && $0 != "@" }
    if ["", "C", "POSIX", "root", "und"].contains(language) || name.utf8.count > maximumLength {
      return ""
    }
    let capacity = 2 * maximumLength
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress,
        fresnel_locale_canonical(name, start, Int32(capacity))
      else { return "" }
      return String(cString: start)
    }
  }
}
