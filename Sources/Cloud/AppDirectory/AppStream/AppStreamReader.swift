internal import FresnelModel
internal import WebDocuments

/// Reads the components of an AppStream document from the events of its XML: of a catalogue or of one metainfo file.
struct AppStreamReader {
  /// An element of a component whose text is wanted.
  private enum Field {
    case id, name(isTranslated: Bool), url(type: String), icon(width: Int), otherID, mediaType
    case custom(key: String)
  }

  /// The name of the catalogue, as it says itself.
  private(set) var origin: String?
  /// What addresses of pictures are relative to.
  private(set) var mediaBase: String?
  /// Whether the document is one of AppStream.
  private(set) var isAppStream = false
  /// Whether the document is one component, and not a catalogue.
  var isSingle: Bool { componentDepth == 1 }
  /// How deep components lie: in a catalogue, or as the root.
  private var componentDepth = 2
  private var depth = 0
  private var component: AppStreamComponent?
  /// The elements of the component that are open.
  private var path: [String] = []
  private var field: Field?
  private var text = ""
  private var place = SourceLocation(line: 1, column: 1)

  /// What bounds the XML: a component's texts are short, and of a longer one this much is enough to say so.
  static var limits: XMLLimits {
    var limits = XMLLimits.standard
    limits.depth = 64
    limits.textByteCount = 1 << 14
    return limits
  }

  private static let language = XMLName(
    "lang", namespace: "http://www.w3.org/XML/1998/namespace")

  /// Takes what comes next.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - location: Where it begins.
  /// - Returns: The component that ends with it and where it began; `nil` when none does.
  mutating func take(
    _ event: XMLEvent, at location: SourceLocation
  ) -> (component: AppStreamComponent, place: SourceLocation)? {
    switch event {
    case .start(let name, let attributes):
      depth += 1
      start(name.local, attributes, at: location)
    case .text(let more, _):
      if field != nil { text += more }
    case .end:
      depth -= 1
      if let ended = component, depth == componentDepth - 1 {
        component = nil
        return (ended, place)
      }
      if component != nil {
        finishField()
        if !path.isEmpty { path.removeLast() }
      }
    }
    return nil
  }

  private mutating func start(
    _ name: String, _ attributes: [XMLAttribute], at location: SourceLocation
  ) {
    func value(_ name: String) -> String? {
      attributes.first { $0.name.local == name && $0.name.namespace.isEmpty }?.value
    }
    if depth == 1 {
      isAppStream = name == "components" || name == "component"
      componentDepth = name == "component" ? 1 : 2
      origin = value("origin").flatMap { $0.isEmpty ? nil : $0 }
      mediaBase = value("media_baseurl")
    }
    if isAppStream, depth == componentDepth, name == "component" {
      component = AppStreamComponent(type: value("type") ?? "generic", merge: value("merge"))
      place = location
      path = []
    } else if component != nil {
      path.append(name)
      field = wanted(value, isTranslated: Self.isTranslated(attributes))
      text = ""
    }
  }

  private func wanted(_ value: (String) -> String?, isTranslated: Bool) -> Field? {
    switch path {
    case ["id"]: .id
    case ["name"]: .name(isTranslated: isTranslated)
    case ["url"]: value("type").map { .url(type: $0) }
    case ["icon"] where value("type") == "remote":
      .icon(width: value("width").flatMap { Int($0) } ?? 0)
    case ["launchable"] where value("type") == "desktop-id": .otherID
    case ["provides", "id"]: .otherID
    case ["provides", "mediatype"], ["provides", "mimetype"], ["mimetypes", "mimetype"]: .mediaType
    case ["custom", "value"]: value("key").map { .custom(key: $0) }
    default: nil
    }
  }

  private static func isTranslated(_ attributes: [XMLAttribute]) -> Bool {
    guard let language = attributes.first(where: { $0.name == language })?.value else {
      return false
    }
    return !["C", "en"].contains(language)
  }

  private mutating func finishField() {
    guard let field else { return }
    self.field = nil
    let text = Self.tidied(self.text)
    let limit = AppStreamComponent.maximumListCount
    guard !text.isEmpty, var component else { return }
    // Held by one place only, so that lists are not copied for each entry.
    self.component = nil
    defer { self.component = component }
    // Of what is there once the first counts.
    switch field {
    case .id: component.id = component.id ?? text
    case .name(isTranslated: false): component.name = component.name ?? text
    case .name: component.translatedName = component.translatedName ?? text
    case .url(let type):
      if component.urls.count < limit, component.urls[type] == nil { component.urls[type] = text }
    case .icon(let width):
      if component.icons.count < limit {
        component.icons.append(AppStreamComponent.Icon(address: text, width: width))
      }
    case .otherID: if component.otherIDs.count < limit { component.otherIDs.append(text) }
    case .mediaType:
      // Apps name hundreds of types of files; wanted are the schemes.
      if component.mediaTypes.count < limit, text.hasPrefix(Self.schemePrefix) {
        component.mediaTypes.append(text)
      }
    case .custom(let key):
      if component.custom.count < limit, component.custom[key] == nil {
        component.custom[key] = text
      }
    }
  }

  /// What stands before a scheme where types of files stand.
  static let schemePrefix = "x-scheme-handler/"

  /// A text on one line, without what doesn't show.
  private static func tidied(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
      .filter { character in
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      }
  }
}
