import FresnelApps
import FresnelModel
import SpotlightWire

extension GrowthCase {
  /// Messages between processes, manifests and desktop files of apps.
  static var service: [GrowthCase] {
    [
      bytes(
        "message: a batch of items",
        {
          try frame(
            .apply(
              ApplyBatch(
                handle: 1, expected: .equal([1]), clientState: [2],
                operations: [.put(try items($0))])
            ))
        }, client),
      bytes(
        "message: identifiers to delete",
        {
          try frame(
            .apply(
              ApplyBatch(
                handle: 1, expected: .equal([1]), clientState: nil,
                operations: [.deleteIdentifiers(names($0))])))
        }, client),
      bytes(
        "message: many operations",
        { count in
          try frame(
            .apply(
              ApplyBatch(
                handle: 1, expected: .equal([1]), clientState: nil,
                operations: (0..<count).map { _ in .deleteAll })))
        }, client),
      bytes(
        "message: a query of many attributes",
        {
          try frame(
            .query(
              QueryRequest(
                query: "*", filters: names($0), attributes: names($0), reach: .apps(names($0)))))
        }, client),
      bytes(
        "message: results",
        { count in
          try daemonFrame(
            .results(
              try items(count).map {
                WireHit(
                  scope: IndexScope(app: "app", index: "notes"), protection: .none, score: 1,
                  item: $0
                )
              }))
        }, daemon),
      bytes(
        "message: items to index again",
        { try daemonFrame(.reindexItems(WantedItems(index: "notes", identifiers: names($0)))) },
        daemon),
      bytes(
        "messages: many small ones in a stream",
        { count in Array(repeating: try frame(.cancel(1)), count: count).flatMap(\.self) }, client),
      bytes("activity: what it carries", { activity($0).encoded }, state),
      bytes("activity: required keys", { activity($0, isRequired: true).encoded }, state),
      bytes("activity: keywords", { activity(keywords: $0).encoded }, state),
      text(
        "app manifest: URL schemes",
        list(
          "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleURLTypes</key><array>",
          "</array></dict></plist>"
        ) { "<dict><key>CFBundleURLSchemes</key><array><string>s\($0)</string></array></dict>" },
        manifest),
      text(
        "app manifest: activity types",
        list(
          "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string><key>NSUserActivityTypes</key><array>",
          "</array></dict></plist>"
        ) { "<string>a.b.t\($0)</string>" }, manifest),
      text(
        "app manifest: content types",
        list(
          "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string><key>UTExportedTypeDeclarations</key><array>",
          "</array></dict></plist>"
        ) {
          "<dict><key>UTTypeIdentifier</key><string>a.b.t\($0)</string><key>UTTypeConformsTo</key><string>public.data</string></dict>"
        }, manifest),
      text(
        "app manifest: domains",
        list(
          "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string><key>com.apple.developer.associated-domains</key><array>",
          "</array></dict></plist>"
        ) { "<string>applinks:d\($0).example.com</string>" }, manifest),
      text(
        "app manifest: unknown keys",
        list("{\"CFBundleIdentifier\":\"a.b\",", "}", separator: ",") { "\"k\($0)\":\($0)" },
        manifest
      ),
      text(
        "desktop file: keys", list("[Desktop Entry]\nType=Application\n") { "Key\($0)=v\\s\n" },
        desktop),
      text(
        "desktop file: names by language", list("[Desktop Entry]\n") { "Name[l\($0)]=v\n" }, desktop
      ),
      text("desktop file: groups", list { "[Group \($0)]\nKey=v\n" }, desktop),
      text("Exec line: words", list("sh", separator: "") { " \"a\($0)\"" }, exec),
      text("Exec line: one word", list("sh --a=", separator: "") { "a\\\\\($0)%%" }, exec),
      text("Exec line: programs", list("browser", " %u") { _ in " vim" }, exec),
      text("Exec line: programs that run others", list("", "browser %u") { _ in "env " }, exec),
      text("Exec line: field codes", list("browser", "") { _ in " git %u" }, exec),
    ].flatMap { $0 }
  }

  private static func activity(
    _ count: Int = 0, isRequired: Bool = false, keywords: Int = 0
  ) -> StateRecord {
    let activity = WireActivity(
      type: "a.b.view", keywords: names(keywords),
      userInfo: ActivityDictionary(names(count).map { (.text($0), .text($0)) }),
      requiredKeys: isRequired ? names(count) : nil)
    return StateRecord(activity: activity, firstVisit: Timestamp(secondsSinceReferenceDate: 1))
  }

  private static func state(_ bytes: [UInt8]) {
    guard let record = try? StateRecord(encoded: bytes) else { return }
    use(StateKey.of(record.activity, nil))
    use(record.encoded)
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { "name-\($0)" } }

  private static func items(_ count: Int) throws -> [EncodedItem] {
    try (0..<count).map { number in
      var item = Item(uniqueIdentifier: "id-\(number)")
      item.attributes[.title] = .string("Item number \(number)")
      return try EncodedItem(validating: try ItemCodec.encode(item))
    }
  }

  private static func frame(_ message: ClientMessage) throws -> [UInt8] {
    try FrameEncoder.frame(
      Envelope(message, request: message.kind.belongsToRequest ? 1 : 0)
    ).bytes
  }

  private static func daemonFrame(_ message: DaemonMessage) throws -> [UInt8] {
    try FrameEncoder.frame(
      Envelope(message, request: message.kind.belongsToRequest ? 1 : 0)
    ).bytes
  }

  private static func client(_ bytes: [UInt8]) { read(bytes, as: ClientMessage.self) }

  private static func daemon(_ bytes: [UInt8]) { read(bytes, as: DaemonMessage.self) }

  /// Reads a stream in the pieces in which a socket may bring it.
  private static func read<Message: WireMessage>(_ bytes: [UInt8], as type: Message.Type) {
    var decoder = FrameDecoder()
    var start = 0
    while start < bytes.count {
      let end = min(start + 4096, bytes.count)
      bytes.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
      start = end
      while let frame = try? decoder.next() {
        let envelope: Envelope<Message>? = try? FrameParser.envelope(of: frame)
        use(envelope as Any)
      }
    }
  }

  private static func manifest(_ text: String) {
    use(AppManifest.read(Array(text.utf8), at: "/usr/share/fresnel/apps/a.plist"))
  }

  private static func exec(_ line: String) {
    guard var exec = ExecLine(line) else { return }
    exec.followLinks { _ in nil }
    let fields = ExecLine.Fields(
      targets: ["https://example.com/"], name: "name", path: "/usr/share/applications/a.desktop")
    use(try? exec.arguments(fields))
  }

  private static func desktop(_ text: String) {
    use(DesktopEntry(parsing: Array(text.utf8)))
  }
}
