import FresnelModel
import SpotlightWire
import Testing

@Suite("ResultActions")
struct ResultActionsTests {
  private static let declared = [
    ResultActions.Declared(identifier: "print", title: "Print"),
    ResultActions.Declared(identifier: "share", title: "Share"),
  ]

  private func actions(
    _ values: [AttributeID: AttributeValue], kind: ResultSource.Kind = .item,
    page: String? = nil, types: ContentTypeTree = .builtIn
  ) throws -> [ResultAction] {
    var attributes = Attributes()
    for (id, value) in values { attributes[id] = value }
    let item = Item(uniqueIdentifier: "x", attributes: attributes)
    var sources = [ResultSource(app: "com.example", index: "main", identifier: "x", kind: kind)]
    if let page { sources.append(ResultSource(app: "web", identifier: page, kind: .page)) }
    return ResultActions.of(
      item, in: IndexScope(app: "com.example", index: "main"), sources: sources,
      declared: Self.declared, types: types)
  }

  /// What an action is in one line: its kind, its title, its URL.
  private func lines(_ actions: [ResultAction]) -> [String] {
    actions.map { action in
      ["\(action.kind)", action.title, action.url].compactMap(\.self).joined(separator: " | ")
    }
  }

  @Test("Each action is there when its attributes are, and only then")
  func cases() throws {
    let numbers = AttributeValue.array([.string("+49 30 1234-5")])
    let (berlin, east) = (AttributeValue.double(52.5), AttributeValue.integer(13))
    let song = AttributeValue.string("public.mp3")
    let table: [(values: [AttributeID: AttributeValue], expected: [String])] = [
      ([:], []),
      ([.phoneNumbers: numbers], []),
      ([.supportsPhoneCall: .boolean(true)], []),
      ([.supportsPhoneCall: .boolean(false), .phoneNumbers: numbers], []),
      ([.supportsPhoneCall: .integer(0), .phoneNumbers: numbers], []),
      (
        [.supportsPhoneCall: .boolean(true), .phoneNumbers: numbers],
        ["call | Call +49 30 1234-5 | tel:+493012345"]
      ),
      (
        [.supportsPhoneCall: .integer(1), .phoneNumbers: .string("112")],
        ["call | Call 112 | tel:112"]
      ),
      (
        [
          .supportsPhoneCall: .double(1),
          .phoneNumbers: .array([.string("11-0"), .string("110"), .integer(3), .string("none")]),
        ],
        ["call | Call 11-0 | tel:110"]
      ),
      ([.latitude: berlin, .longitude: east], []),
      ([.supportsNavigation: .boolean(true), .latitude: berlin], []),
      ([.supportsNavigation: .boolean(false), .latitude: berlin, .longitude: east], []),
      (
        [.supportsNavigation: .boolean(true), .latitude: berlin, .longitude: east],
        ["directions | Directions | geo:52.5,13"]
      ),
      (
        [
          .supportsNavigation: .boolean(true), .latitude: berlin, .longitude: east,
          .title: .string("Title"), .namedLocation: .string("Café & Bar (Mitte)"),
        ],
        [
          "directions | Directions to Café & Bar (Mitte) | "
            + "geo:52.5,13?q=52.5,13(Caf%C3%A9%20%26%20Bar%20%28Mitte%29)"
        ]
      ),
      (
        [
          .supportsNavigation: .boolean(true), .latitude: .double(90.5), .longitude: east,
        ], []
      ),
      (
        [
          .supportsNavigation: .boolean(true), .latitude: berlin, .longitude: .double(-.infinity),
        ], []
      ),
      ([.contentType: song], []),
      (
        [.contentType: song, .url: .url("https://example.com/a.mp3")],
        [
          "play | Play | https://example.com/a.mp3",
          "openURL | Open example.com | https://example.com/a.mp3",
        ]
      ),
      (
        [
          .contentType: song, .contentURL: .url("file:///m/a.mp3"),
          .url: .url("https://example.com/a.mp3"),
        ],
        [
          "play | Play | file:///m/a.mp3",
          "openURL | Open example.com | https://example.com/a.mp3",
          "openFolder | Show in Folder | file:///m/a.mp3",
        ]
      ),
      (
        [.contentType: .string("public.plain-text"), .contentURL: .url("file:///a.txt")],
        ["openFolder | Show in Folder | file:///a.txt"]
      ),
      (
        [
          .contentType: .string("com.example.tape"),
          .contentTypeTree: .array([.string("public.audio")]), .contentURL: .url("tape:7"),
        ],
        ["play | Play | tape:7"]
      ),
      ([.url: .url("notes:7")], ["openURL | Open Link | notes:7"]),
      ([.url: .url("")], []),
      ([.contentURL: .url("https://example.com/")], []),
      (
        [
          .actionIdentifiers: .array([
            .string("share"), .string("shout"), .string("print"), .string("share"),
          ])
        ],
        ["app | Share", "app | Print"]
      ),
    ]
    for (values, expected) in table {
      let found = lines(try actions(values))
      #expect(found == expected, "\(values)")
    }
  }

  @Test("Five numbers can be called at most")
  func manyNumbers() throws {
    let numbers = (10..<20).map { AttributeValue.string("\($0)") }
    let found = try actions([.supportsPhoneCall: .boolean(true), .phoneNumbers: .array(numbers)])
    #expect(found.map(\.url) == ["tel:10", "tel:11", "tel:12", "tel:13", "tel:14"])
  }

  @Test(
    "A number is called by its digits, and what is no number is not called",
    arguments: [
      ("+1 (555) 010-9999", "+15550109999"), ("tel:+1-555", "+1555"), ("*100#", "*100%23"),
      ("030/123 ext. 7", "030123"), ("030 123 x7", "030123"), ("030123;ext=7", "030123"),
      ("030,123", "030"), ("٠٣٠١", "0301"), ("Office: 030 1", "0301"), ("0049+30", "004930"),
      ("1-800-FLOWERS", nil), ("", nil), ("#", nil), ("+", nil), ("none", nil),
    ] as [(String, String?)])
  func telephone(number: String, dialled: String?) throws {
    let found = try actions([.supportsPhoneCall: .boolean(true), .phoneNumbers: .string(number)])
    let urls: [String?] = dialled.map { ["tel:" + $0] } ?? []
    #expect(found.map(\.url) == urls)
  }

  @Test(
    "Coordinates have no exponent, and seven decimals at most",
    arguments: [
      (0.00001, -0.00001, "0.00001,-0.00001"), (-0.0, 1e-9, "0,0"), (-90, 180, "-90,180"),
      (51.50135796, -0.14188, "51.501358,-0.14188"), (1.00000004, -1.99999996, "1,-2"),
    ] as [(Double, Double, String)])
  func coordinates(latitude: Double, longitude: Double, text: String) throws {
    let found = try actions([
      .supportsNavigation: .boolean(true), .latitude: .double(latitude),
      .longitude: .double(longitude),
    ])
    #expect(found.map(\.url) == ["geo:" + text])
  }

  @Test(
    "The folder of a local file is what lies above it",
    arguments: [
      ("file:///home/me/a.txt", "file:///home/me/"), ("FILE:///a", "file:///"),
      ("file:///home/me/", "file:///home/"), ("file:/a/b?c#d/e", "file:///a/"),
      ("file://localhost/a/b", "file:///a/"), ("file:///", "file:///"),
      ("file://server/a", nil), ("file:", nil), ("file:a", nil), ("https://a/b", nil),
    ] as [(String, String?)])
  func folders(file: String, folder: String?) throws {
    let found = try actions([.contentURL: .url(file)])
    let targets: [WireTarget] = folder.map { [.url($0, app: nil)] } ?? []
    #expect(found.map(\.target) == targets)
    #expect(found.allSatisfy { $0.url == file })
  }

  @Test("The page that is known from another source can be opened")
  func pages() throws {
    let found = try actions([:], page: "https://example.com/")
    #expect(lines(found) == ["openURL | Open example.com | https://example.com/"])
    #expect(found.map(\.target) == [.url("https://example.com/", app: "web")])
    let own = try actions([.url: .url("notes:7")], page: "https://example.com/")
    #expect(own.map(\.target) == [.url("notes:7", app: "com.example")])
  }

  @Test("An action of the app opens the item with it; an activity has none")
  func own() throws {
    let values: [AttributeID: AttributeValue] = [.actionIdentifiers: .string("print")]
    #expect(
      try actions(values).map(\.target) == [
        .item(
          scope: IndexScope(app: "com.example", index: "main"), identifier: "x", action: "print")
      ])
    #expect(try actions(values, kind: .activity).isEmpty)
  }
}
