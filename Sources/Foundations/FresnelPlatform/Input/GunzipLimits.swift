/// What bounds the unpacking of a document.
package struct GunzipLimits: Sendable {
  /// The most bytes that come out.
  package var byteCount: Int
  /// How many times as many bytes may come out as went in, once that is more than 1 MiB.
  package var ratio: Int

  /// Sets the limits.
  package init(byteCount: Int, ratio: Int) {
    self.byteCount = byteCount
    self.ratio = ratio
  }

  /// What the protocol of sitemaps allows, 50 MB, packed two hundred to one: lists of addresses reach forty.
  package static let sitemap = GunzipLimits(byteCount: 50_000_000, ratio: 200)
}
