/// A language, with an optional region, whose customs decide how text folds and where words end.
public struct TextLocale: Hashable, Sendable {
  /// The canonical identifier, such as `sv_SE`; empty for ``root``.
  public let identifier: String

  /// Makes the locale that an identifier names.
  ///
  /// - Parameter identifier: A BCP 47 tag (`sv-SE`), an ICU identifier (`sv_SE`) or a POSIX name
  ///   (`sv_SE.UTF-8`). `C`, `POSIX` and the empty string name ``root``; an unknown language
  ///   behaves like it.
  public init(identifier: String) {
    self.identifier = identifier
  }

  /// The locale of no language in particular.
  public static let root = TextLocale(identifier: "")

  /// The locale of this process: the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG`.
  public static var session: TextLocale { root }
}
