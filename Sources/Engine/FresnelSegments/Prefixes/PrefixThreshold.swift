/// Which prefixes have stored lists, one in each group in which they have postings: those of many
/// terms, and those of at least two terms whose lists in some group have together many postings.
///
/// So whoever looks for a prefix reads either the heads of lists, or few terms and few postings.
enum PrefixThreshold {
  /// Prefixes of more terms than this have stored lists.
  static let termCount: UInt32 = 128

  /// Prefixes of more postings in a group than this have stored lists.
  static func postingCount(documentCount: Int) -> UInt64 {
    UInt64(max(1024, documentCount / 128))
  }
}
