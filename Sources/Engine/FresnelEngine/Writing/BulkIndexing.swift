/// When the items of programs that write much go straight to files; tests choose sizes that they reach soon.
///
/// Elsewhere items become images in memory, soon after their commit, and images become a file once there are many bytes
/// of them. Whoever hands over large batches, faster than they are indexed, does not watch each item show. So more of
/// them wait together, and each share of them is written as a file at once, by the thread that would have built an image.
/// That leaves out the merge of images, which takes a quarter of the time.
///
/// Such a file is an image in all that concerns durability: the journal has its items, and no manifest names it. After a
/// crash it is removed, and its items are read from the journal. Once there are many bytes of such files, or nobody waits
/// any more, a manifest lists them, and a journal begins that lacks their items (`Committer+Files.swift`).
///
/// Alternatives. Images of more items are merged as slowly as smaller ones: a merge costs as much for each posting. A
/// file that its own manifest lists at once needs no second kind of image; but then the journal is begun anew for each,
/// with all that waits, and a build has to wait for the disk with the committer's lock.
package struct BulkIndexing: Sendable {
  /// A batch of so many bytes is a large one.
  package var batchByteCount = 256 << 10
  /// As many bytes of items may wait to be indexed while large batches come.
  package var waitingByteCount = 8 << 20
  /// About as many bytes of items go to one file: larger ones take more memory, and smaller ones make more files to merge.
  package var fileByteCount = 3 << 20

  package init() {}

  func isLarge(_ batchByteCount: Int) -> Bool { batchByteCount >= self.batchByteCount }
}
