internal import StructuredData
internal import WebDocuments

extension AppLinks {
  /// The most entries of one kind of device that are read.
  private static let entryLimit = 16
  private static let fieldNames: Set<String> = [
    "url", "app_store_id", "app_id", "app_name", "package", "class", "should_fallback",
  ]

  /// Reads the App Links of a page.
  ///
  /// A bare `al:DEVICE`, or a field that the entry of the device already has, begins a new entry.
  static func read(_ tags: [PageTag], _ diagnostics: inout [Diagnostic]) -> AppLinks {
    var building: [Platform: [(entry: Entry, place: SourceLocation)]] = [:]
    for tag in tags {
      for key in tag.keys where key.hasPrefix("al:") {
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let platform = Platform(rawValue: String(parts[1])) else {
          continue
        }
        if parts.count == 2 {
          // An entry without a field gives way to the next one.
          if building[platform]?.last?.entry.fields.isEmpty != true {
            building[platform, default: []].append((Entry(), tag.location))
          }
          continue
        }
        let field = String(parts[2])
        guard fieldNames.contains(field), let value = tag.value else { continue }
        if tag.tag.name == key {
          diagnostics.append(
            Diagnostic(
              .propertyInNameAttribute, "\(quoted(key)) stands in name, and belongs into property.",
              at: tag.location, subject: key))
        }
        if building[platform]?.last.map({ $0.entry.fields[field] == nil }) != true {
          building[platform, default: []].append((Entry(), tag.location))
        }
        let last = building[platform, default: []].count - 1
        building[platform]?[last].entry.fields[field] = value
      }
    }
    var links = AppLinks()
    for platform in Platform.allCases {
      let entries = (building[platform] ?? []).filter { !$0.entry.fields.isEmpty }
      guard !entries.isEmpty else { continue }
      for (entry, place) in entries.prefix(entryLimit) {
        check(entry, platform, place, &diagnostics)
      }
      links.entries[platform] = entries.prefix(entryLimit).map(\.entry)
    }
    return links
  }

  private static func check(
    _ entry: Entry, _ platform: Platform, _ place: SourceLocation,
    _ diagnostics: inout [Diagnostic]
  ) {
    let name = "al:\(platform.rawValue)"
    switch platform {
    case .iOS, .iPhone, .iPad:
      guard entry.url.map(AppURL.isValid) != true else { return }
      let found = entry.url.map { "has the url \(quoted($0)), which is no whole address" }
      diagnostics.append(
        Diagnostic(
          .appLinksIOSURLMissing, "This entry \(found ?? "has no url"), so it opens nothing.",
          at: place, subject: "\(name):url"))
    case .android:
      guard entry.package == nil else { return }
      diagnostics.append(
        Diagnostic(
          .appLinksAndroidPackageMissing, "This entry has no package, so it opens nothing.",
          at: place, subject: "\(name):package"))
    case .linux, .windows, .windowsPhone, .windowsUniversal, .web: break
    }
  }
}
