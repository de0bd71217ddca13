import SpotlightWire

/// One decoder, and how it is tried.
protocol FuzzTarget: SendableMetatype {
  /// Inputs that are valid, or nearly so, for the fuzzer to start from.
  static func seeds() throws -> [[UInt8]]

  /// Reads an input in every way there is.
  ///
  /// Errors of the decoder are what is hoped for; a trap, a read out of bounds, an endless loop or a
  /// broken promise is what is looked for.
  static func examine(_ input: [UInt8])
}

/// All decoders by name.
let fuzzTargets: [(name: String, target: any FuzzTarget.Type)] = [
  ("activity", ActivityTarget.self),
  ("app-manifest", AppManifestTarget.self),
  ("appstream", AppStreamTarget.self),
  ("association", AssociationTarget.self),
  ("baseline", BaselineTarget.self),
  ("batch", BatchTarget.self),
  ("block-file", BlockFileTarget.self),
  ("bus-message", BusMessageTarget.self),
  ("call", CallTarget.self),
  ("cms", SignedAssociationTarget.self),
  ("columns", ColumnsTarget.self),
  ("desktop-file", DesktopFileTarget.self),
  ("device-book", DeviceBookTarget.self),
  ("dictionary", DictionaryTarget.self),
  ("documents", DocumentsTarget.self),
  ("dpkg-status", DpkgStatusTarget.self),
  ("encoding", EncodingTarget.self),
  ("exchange", ExchangeTarget.self),
  ("fetch-news", FetchNewsTarget.self),
  ("git-ignore", GitIgnoreTarget.self),
  ("html", HTMLTarget.self),
  ("icons", IconsTarget.self),
  ("item", ItemTarget.self),
  ("journal", JournalTarget.self),
  ("jsonld", JSONLDTarget.self),
  ("live-documents", LiveDocumentsTarget.self),
  ("local-answer", LocalAnswerTarget.self),
  ("located-json", LocatedJSONTarget.self),
  ("manifest", ManifestTarget.self),
  ("manual", ManualTarget.self),
  ("memory-record", MemoryRecordTarget.self),
  ("meta-tags", MetaTagsTarget.self),
  ("microdata", MicrodataTarget.self),
  ("page", PageTarget.self),
  ("pairing", PairingTarget.self),
  ("peer-message", PeerMessageTarget.self),
  ("positions", PositionsTarget.self),
  ("postings", PostingsTarget.self),
  ("property-list", PropertyListTarget.self),
  ("query", QueryTarget.self),
  ("rdfa", RDFaTarget.self),
  ("robots", RobotsTarget.self),
  ("search", SearchTarget.self),
  ("segment", SegmentTarget.self),
  ("segment-list", SegmentListTarget.self),
  ("sitemap", SitemapTarget.self),
  ("user-query", UserQueryTarget.self),
  ("web-answer", WebAnswerTarget.self),
  ("web-url", WebURLTarget.self),
  ("wire-client", WireTarget<ClientMessage>.self),
  ("wire-daemon", WireTarget<DaemonMessage>.self),
  ("xml", XMLTarget.self),
]

/// Ends the process, for the fuzzer to keep the input, unless the decoder kept its promise.
func expect(
  _ isKept: Bool, _ promise: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !isKept { fatalError(promise(), file: file, line: line) }
}
