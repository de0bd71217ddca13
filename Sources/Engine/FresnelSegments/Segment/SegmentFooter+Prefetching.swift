import FresnelStorage

extension SegmentFooter {
  /// Lets the system begin to read all that opening a segment reads, so that it waits for the disk
  /// once and not for one part after the other.
  func prefetchIndexes(of source: ByteSource) {
    for dictionary in [terms, prefixes, keys] {
      Self.prefetchIndex(dictionary.terms, of: source)
      if let grams = dictionary.grams { Self.prefetchIndex(grams, of: source) }
    }
    source.prefetch(documents.symbolsOffset, Int(documents.symbolsByteCount))
    source.prefetch(documents.pageIndexOffset, 8 * Int(documents.pageCount))
    source.prefetch(columns.offset, Int(columns.byteCount))
  }

  private static func prefetchIndex(_ blocks: TermBlocksLocation, of source: ByteSource) {
    // The numbers were not compared with the segment's length yet.
    let (offset, overflow) = blocks.offset.addingReportingOverflow(blocks.byteCount)
    if !overflow { source.prefetch(offset, Int(blocks.indexByteCount)) }
  }
}
