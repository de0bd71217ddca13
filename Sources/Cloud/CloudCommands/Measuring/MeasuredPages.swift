internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization

/// Fills the index of a data directory with pages that no site has, to measure searches.
struct MeasuredPages {
  /// The most items of a batch.
  private static let batchCount = 2_000
  /// Pages lie on so many sites.
  private static let siteCount = 400

  private let store: Store
  private var batch: [[UInt8]] = []
  /// How many pages were written.
  private(set) var count = 0

  /// Opens the index, which is made where there is none.
  ///
  /// - Throws: `StoreError`, `SystemError`.
  init(in data: CloudData) throws {
    try FileSystem.createDirectory(data.directory)
    store = try Store.open(at: data.index, options: PublicPages.writingOptions)
  }

  /// Adds the pages of a file: JSON objects, one on a line, with `id`, any of `title` (or `name`) and `text`, and, if
  /// known, `summary` and `reputation`, from 0 to 1. The file may be packed by gzip.
  ///
  /// - Throws: `CommandError` for a line that is none, `SystemError`, `StoreError`.
  mutating func add(_ path: String) throws {
    var lines = LineReader(try InputReader(path: path))
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line, let object = try? JSONValue.parse(Array(bytes)),
        let item = Self.item(object, number: count + batch.count)
      else {
        throw CommandError(
          .usage,
          "line \(lines.lineNumber) of \(withoutControls(path)) is no object with an id, and a title or a text"
        )
      }
      batch.append(try ItemCodec.encode(item))
      if batch.count == Self.batchCount { try put() }
    }
    try put()
  }

  /// Compacts the index to one segment, as merges leave one that is no longer written.
  ///
  /// - Throws: `StoreError`.
  func compact() throws { try store.compact() }

  /// Ends the writing.
  func close() { store.close() }

  private mutating func put() throws {
    guard !batch.isEmpty else { return }
    let failure = Mutex<StoreError?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    store.submit(Batch(scope: PublicPages.scope, operations: [.put(batch)])) { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    count += batch.count
    batch = []
  }

  private static func item(_ object: JSONValue, number: Int) -> Item? {
    func text(_ name: String) -> String? {
      if case .string(let text)? = object[name], !text.isEmpty { text } else { nil }
    }
    let title = text("title") ?? text("name")
    guard let id = text("id"), title != nil || text("text") != nil else { return nil }
    let site = "site\(number % siteCount).example"
    let path = id.utf8.map { byte in
      Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
        ? String(Unicode.Scalar(byte)) : "-"
    }
    let url = "https://\(site)/\(number)/\(path.joined())"
    var attributes = Attributes()
    attributes[.url] = .url(url)
    let name = text("name").flatMap { name in title.map { $0 == name ? name : "\(name): \($0)" } }
    attributes[.title] = (name ?? title).map { .string($0) }
    attributes[.contentDescription] = text("summary").map { .string($0) }
    attributes[.textContent] = text("text").map { .string($0) }
    // Somebody links to some pages, as on the web; which ones, makes no difference to the time.
    let linked = Double(number * 7_919 % 101) / 100
    let reputation = min(max(object["reputation"]?.number ?? linked, 0), 1)
    PageFacts(pageReputation: reputation, siteReputation: reputation, completeness: 0.4)
      .write(to: &attributes)
    attributes[.rankingHint] = .double((reputation * 100).rounded())
    PageCard(site: site).write(to: &attributes)
    var item = Item(uniqueIdentifier: url, attributes: attributes)
    CompoundWords.note(in: &item)
    return item
  }
}
