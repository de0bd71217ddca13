package import WebDocuments

extension DiagnosticRule {
  private static let catalogues =
    "https://www.freedesktop.org/software/appstream/docs/chap-CatalogData.html"
  private static let metainfo =
    "https://www.freedesktop.org/software/appstream/docs/chap-Metadata.html"

  /// The document is none of AppStream.
  package static let appStreamRoot = DiagnosticRule(
    code: "appstream-root", severity: .error,
    remedy: "Give a catalogue (components) or a metainfo file (component).",
    reference: catalogues)

  /// The catalogue is in YAML.
  package static let appStreamYAML = DiagnosticRule(
    code: "appstream-yaml", severity: .error,
    remedy: "Turn it into XML before: appstreamcli convert FILE.yml.gz FILE.xml.",
    reference: catalogues)

  /// The document can't be unpacked or read to its end; what stands before the fault counts.
  package static let appStreamSyntax = DiagnosticRule(
    code: "appstream-syntax", severity: .error, remedy: "Mend the file, or fetch it again.",
    reference: catalogues)

  /// The document is larger than is read.
  package static let appStreamTooLarge = DiagnosticRule(
    code: "appstream-too-large", severity: .error,
    remedy: "Split the catalogue into some of different origins, and import these.")

  /// A component has no identifier.
  package static let appStreamIDMissing = DiagnosticRule(
    code: "appstream-id-missing", severity: .error,
    remedy: "Give the component an id.", reference: metainfo)

  /// An identifier is of another form.
  package static let appStreamIDInvalid = DiagnosticRule(
    code: "appstream-id-invalid", severity: .error,
    remedy: "Write letters, digits, hyphens and underscores with single dots between them, such as "
      + "org.example.App.", reference: metainfo)

  /// A component has no name.
  package static let appStreamNameMissing = DiagnosticRule(
    code: "appstream-name-missing", severity: .error, remedy: "Give the component a name.",
    reference: metainfo)

  /// An app is in the document more than once.
  package static let appStreamDuplicate = DiagnosticRule(
    code: "appstream-duplicate", severity: .warning, remedy: "Keep one component of an id.",
    reference: catalogues)

  /// An address of an app is none of the web.
  package static let appStreamURLInvalid = DiagnosticRule(
    code: "appstream-url-invalid", severity: .warning,
    remedy: "Write a whole address with https://.", reference: metainfo)

  /// A value that is meant for the directory is of another form.
  package static let appStreamCustomInvalid = DiagnosticRule(
    code: "appstream-custom-invalid", severity: .warning,
    remedy: "Mend the value, or take it out.")

  /// An app has identifiers of several apps of the directory.
  package static let appStreamConflict = DiagnosticRule(
    code: "appstream-conflict", severity: .warning,
    remedy: "Mend the identifiers that the component claims, or remove one of the apps.")

  /// The rules of AppStream documents.
  package static let appStream: [DiagnosticRule] = [
    .appStreamRoot, .appStreamYAML, .appStreamSyntax, .appStreamTooLarge, .appStreamIDMissing,
    .appStreamIDInvalid, .appStreamNameMissing, .appStreamDuplicate, .appStreamURLInvalid,
    .appStreamCustomInvalid, .appStreamConflict,
  ]
}
