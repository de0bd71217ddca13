/// What bounds the reading of a page. What goes beyond is left out and said in the document's findings.
package struct HTMLLimits: Sendable {
  /// The most bytes of a page that are read, in the encoding it came in.
  package var byteCount: Int
  /// How deeply elements nest; what is deeper stands beside them.
  package var depth: Int
  /// How many attributes one tag has, give or take sixteen; a tag with more and what follows it are left out.
  package var attributeCount: Int
  /// How many bytes the parser may use while it reads: at least this, and
  package var memory: Int
  /// so many more for every byte of the page.
  package var memoryPerByte: Int
  /// How many steps the parser may take, each about as long as looking at one open element: at least this, and
  package var work: Int
  /// so many more for every byte of the page.
  package var workPerByte: Int

  /// 5 MiB, 512 levels, 2,000 attributes, and memory and steps that no page meets which somebody wrote.
  package static let standard = HTMLLimits(
    byteCount: 5 << 20, depth: 512, attributeCount: 2_000, memory: 8 << 20, memoryPerByte: 32,
    work: 20_000_000, workPerByte: 64)
}
