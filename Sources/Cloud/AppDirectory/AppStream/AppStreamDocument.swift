internal import FresnelModel
internal import FresnelPlatform
package import WebDocuments

/// Reads an AppStream document that comes in pieces, packed by gzip or not: a catalogue or one metainfo file.
///
/// No more of it than some pieces and one component is in memory. It is used by one thread at a time.
package final class AppStreamDocument {
  /// What bounds the reading.
  package struct Limits: Sendable {
    /// The most bytes of the document, unpacked.
    package var byteCount = 1 << 30
    /// How many times as large as it came it may be, once that is more than 1 MiB.
    package var ratio = 200
    /// The most components.
    package var componentCount = 500_000

    /// More than the largest catalogues have.
    package static let standard = Limits()
  }

  /// What is known when it has ended.
  package struct Summary: Sendable {
    /// The name that the catalogue gives itself.
    package var origin: String?
    /// Whether it is one component, and not a catalogue.
    package var isSingle = false
    /// How many components there are.
    package var componentCount = 0
    /// How many of them are no apps: add-ons, fonts, drivers and the like.
    package var otherCount = 0
    /// How many only add to components of other catalogues.
    package var mergeCount = 0
    /// Whether it was read to its end.
    package var isWhole = false
    /// What is wrong with it.
    package var findings = FindingList()
  }

  private let limits: Limits
  private let take: (ListedApp, SourceLocation) -> Bool
  private var stream: XMLStream?
  private var unpacker: Gunzip?
  private let state = State()

  /// What the parser's handler changes; apart, so that parser and document don't hold each other.
  private final class State {
    var reader = AppStreamReader()
    var summary = Summary()
    var byteCount = 0
    var hasEnded = false
  }

  /// Makes a document of which nothing is read yet.
  ///
  /// - Parameters:
  ///   - limits: What bounds the reading.
  ///   - take: Is given each app and where it stands, and returns whether to go on.
  package init(
    limits: Limits = .standard, _ take: @escaping (ListedApp, SourceLocation) -> Bool
  ) {
    self.limits = limits
    self.take = take
  }

  /// The name that the catalogue gives itself; known before the first app is given.
  package var origin: String? { state.reader.origin }

  /// Reads a piece.
  ///
  /// - Parameter piece: What comes next of the file. The first one holds at least two bytes.
  /// - Returns: Whether more is wanted.
  package func read(_ piece: [UInt8]) -> Bool {
    guard !state.hasEnded, !piece.isEmpty else { return !state.hasEnded }
    if stream == nil { begin(piece) }
    guard unpacker != nil else {
      readXML(piece[...])
      return !state.hasEnded
    }
    var packed = piece[...]
    do throws(GunzipError) {
      while !state.hasEnded, let unpacked = try unpacker?.next(from: &packed) {
        readXML(unpacked[...])
      }
    } catch {
      fail(error)
    }
    return !state.hasEnded
  }

  /// Says that the file has ended.
  ///
  /// - Returns: What was read.
  package func finish() -> Summary {
    if !state.hasEnded {
      do throws(GunzipError) { try unpacker?.finish() } catch { fail(error) }
    }
    if !state.hasEnded { feed([], isLast: true) }
    state.summary.origin = state.reader.origin
    state.summary.isSingle = state.reader.isSingle
    return state.summary
  }

  /// Reads a whole document that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: What bounds the reading.
  /// - Returns: Its apps, and what else is known.
  package static func read(
    _ bytes: [UInt8], limits: Limits = .standard
  ) -> (apps: [ListedApp], summary: Summary) {
    var apps: [ListedApp] = []
    let document = AppStreamDocument(limits: limits) { app, _ in
      apps.append(app)
      return true
    }
    _ = document.read(bytes)
    return (apps, document.finish())
  }

  // MARK: - Pieces

  private func begin(_ piece: [UInt8]) {
    if Gunzip.isPacked(piece) {
      do throws(GunzipError) {
        unpacker = try Gunzip(
          limits: GunzipLimits(byteCount: limits.byteCount, ratio: limits.ratio))
      } catch {
        fail(error)
      }
    }
    stream = XMLStream(limits: AppStreamReader.limits) { [state, limits, take] event, place in
      Self.take(event, at: SourceLocation(place), state, limits, take)
    }
  }

  private func readXML(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if state.byteCount == 0 {
      // A byte-order mark is no part of the text.
      if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
      if bytes.starts(with: "---".utf8) || bytes.starts(with: "File: DEP-11".utf8) {
        state.summary.findings.add(
          .appStreamYAML, "This is a catalogue in YAML (DEP-11), which isn't read.")
        state.hasEnded = true
        return
      }
    }
    state.byteCount += bytes.count
    guard state.byteCount <= limits.byteCount else {
      return fail(.tooLarge(byteCount: limits.byteCount))
    }
    feed(bytes, isLast: false)
  }

  private func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) {
    do throws(XMLError) {
      if stream == nil { begin([]) }
      let isMore = try stream?.read(bytes, isLast: isLast) ?? false
      if isLast, !state.hasEnded { state.summary.isWhole = true }
      if !isMore { state.hasEnded = true }
    } catch {
      state.hasEnded = true
      let isHTML = !state.reader.isAppStream && error.kind == .documentType
      state.summary.findings.add(
        isHTML ? .appStreamRoot : .appStreamSyntax,
        "The XML can't be read on: \(error.reason).", at: SourceLocation(error.place))
    }
  }

  private func fail(_ error: GunzipError) {
    state.hasEnded = true
    let rule: DiagnosticRule =
      switch error {
      case .tooLarge, .tooDense: .appStreamTooLarge
      default: .appStreamSyntax
      }
    state.summary.findings.add(rule, error.description)
  }

  // MARK: - Components

  private static func take(
    _ event: XMLEvent, at place: SourceLocation, _ state: State, _ limits: Limits,
    _ take: (ListedApp, SourceLocation) -> Bool
  ) -> Bool {
    let ended = state.reader.take(event, at: place)
    if case .start = event, !state.reader.isAppStream {
      state.summary.findings.add(
        .appStreamRoot, "The root of the document is none of AppStream.", at: place)
      state.hasEnded = true
      return false
    }
    guard let (component, start) = ended else { return true }
    state.summary.componentCount += 1
    guard state.summary.componentCount <= limits.componentCount else {
      state.summary.componentCount -= 1
      state.summary.findings.add(
        .appStreamTooLarge,
        "There are more than \(limits.componentCount) components; the rest isn't read.", at: start)
      state.hasEnded = true
      return false
    }
    if component.merge != nil {
      state.summary.mergeCount += 1
      return true
    }
    guard AppStreamComponent.appTypes.contains(component.type) else {
      state.summary.otherCount += 1
      return true
    }
    guard
      let app = ListedApp(
        component, at: start, mediaBase: state.reader.mediaBase, &state.summary.findings)
    else { return true }
    if take(app, start) { return true }
    state.hasEnded = true
    return false
  }
}
