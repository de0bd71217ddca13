/// Which prefixes have a stored list in a group: those of at least two terms whose lists there have
/// together more postings than this.
///
/// So whoever looks for a prefix reads either the head of one list or the lists of few postings.
enum PrefixThreshold {
  static func postingCount(documentCount: Int) -> UInt64 {
    UInt64(max(1024, documentCount / 128))
  }
}
