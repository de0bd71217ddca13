internal import CommandKit
internal import FresnelLaunching
internal import FresnelModel

/// Something on this machine that can be imported.
enum ImportSource: String, CaseIterable, Sendable {
  /// Installed applications, from desktop files.
  case applications
  /// Manual pages.
  case manuals
  /// Installed packages, from the database of dpkg.
  case packages

  /// The app that the source's items belong to in the store.
  var app: String {
    switch self {
    case .applications: ImportedItems.applications
    case .manuals: ImportedItems.manuals
    case .packages: ImportedItems.packages
    }
  }

  /// The content type that the source's items have.
  private var contentType: String {
    switch self {
    case .applications: "com.apple.application"
    case .manuals: "org.fresnel.manual-page"
    case .packages: "org.fresnel.package"
    }
  }

  /// The source whose app a name stands for, written with `org.fresnel.` or without; `nil` for any other app.
  init?(app: String) {
    guard let source = Self.allCases.first(where: { [$0.app, $0.rawValue].contains(app) }) else {
      return nil
    }
    self = source
  }

  /// Whether an item is one that an import of the source writes: it is in the source's domain and has its content type.
  ///
  /// A store may hold items of the person's own under the source's app, as earlier versions of `fresnel index` took them.
  ///
  /// - Parameters:
  ///   - domain: The item's domain.
  ///   - type: The item's content type.
  /// - Returns: Whether it is one.
  func writes(domain: String?, type: AttributeValue?) -> Bool {
    guard let domain, type == .string(contentType) else { return false }
    return domain == rawValue || domain.hasPrefix(rawValue + ".")
  }

  /// Reads what the source holds now, looking at files through `files`, which notes what cannot be read.
  func reader(in context: CommandContext, _ files: SourceFiles) -> any SourceReader {
    switch self {
    case .applications: ApplicationReader(context, files)
    case .manuals: ManualReader(context, files)
    case .packages: PackageReader(files)
    }
  }
}

extension ImportSource {
  /// The short names of the sources' apps, for people.
  static var appNames: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// That a person cannot choose the source's app for their items. What an export says is another matter: it comes
  /// back as it was written, and imports leave items alone that are not theirs.
  ///
  /// - Parameter app: The app's name as it was written.
  /// - Returns: The sentence, without a full stop.
  func refusal(of app: String) -> String {
    "\"\(app)\" is the app of fresnel import \(rawValue), and holds what that command finds"
  }
}

/// The app that items of `fresnel index` belong to unless `--app` says otherwise.
let fileApp = "org.fresnel.files"

/// Reads the items of a source.
protocol SourceReader {
  /// A number that changes when what the source holds changes; cheap to find out.
  func fingerprint() throws -> Fingerprint

  /// Hands over every item with the part of the work that is done, from 0 to 1.
  ///
  /// What cannot be read is left out and noted.
  func forEachItem(_ body: (Item, _ fraction: Double) throws -> Void) throws
}

/// A number that stands for everything it was given (FNV-1a, 64 bits). It tells change from no
/// change; it does not resist anybody who wants to fool it.
struct Fingerprint: Equatable, Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a text.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0)
  }

  /// Adds a number.
  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func add(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The number in a form that can be kept.
  var bytes: [UInt8] { Array("1:\(String(state, radix: 16))".utf8) }
}
