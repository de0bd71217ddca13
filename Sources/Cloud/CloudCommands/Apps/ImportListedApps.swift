internal import AppDirectory
internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import WebDocuments
internal import WebMarkup

/// `fresnel-cloud app import`: takes over the apps of catalogues.
struct ImportListedApps: Subcommand {
  /// How many bytes of a file are read at a time.
  private static let pieceByteCount = 65_536

  private static let catalogue = Option.text(
    "catalogue", "NAME", "What to call the catalogue, where it gives itself no name")

  static let definition = CommandDefinition(
    name: "app import", summary: "Take over the apps of AppStream catalogues",
    discussion: """
      FILE is a catalogue in XML, packed by gzip or not, or one metainfo file. Its apps are added, or changed \
      where the catalogue has changed; those that it has no more are removed. A catalogue that gives itself no \
      name has that of --catalogue, which is for one file, else the path of its file. Apps that were added by hand \
      get what they lack. A file is taken over whole or not at all.

      Components may say in custom what AppStream has no element for: Fresnel::bundle-id, \
      Fresnel::team-id, Fresnel::associated-domains and, for stores, Fresnel::app-store, \
      Fresnel::google-play, Fresnel::microsoft-store, Fresnel::f-droid and Fresnel::snap-store. Catalogues in \
      YAML are turned into XML by appstreamcli convert. The exit status is 1 when something is wrong in a \
      file.
      """,
    operands: [
      OperandDefinition("FILE", "the catalogues", count: .oneOrMore, completion: .files)
    ],
    options: [catalogue.definition, CloudData.option.definition, SharedOptions.json.definition],
    examples: [
      Example(
        "a distribution's catalogue",
        "fresnel-cloud app import /var/lib/swcatalog/xml/debian-main.xml.gz"),
      Example(
        "an app's own file", "fresnel-cloud app import org.example.Recipes.metainfo.xml"),
    ])

  private let files: [String]
  private let name: String?
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    files = arguments.operands
    name = try arguments(Self.catalogue)
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
    if name != nil, files.count > 1 {
      throw .usage(
        "--catalogue names one catalogue, and \(files.count) files are given",
        advice: "import each file by itself: of one name the last one removes what it doesn't have")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let apps = try CloudApps(writing: CloudData(data, in: context))
    var status = ExitStatus.success
    for path in files {
      let input = try FileDescriptor(opening: path, for: .reading)
      let summary = try apps.directory.import(
        // Two files of one name in different folders are two catalogues.
        catalogue: name ?? FileSystem.resolved(path) ?? path
      ) {
        let piece = try input.read(count: Self.pieceByteCount)
        return piece.isEmpty ? nil : piece
      }
      if !summary.isWhole || summary.findings.contains(where: { $0.severity == .error }) {
        status = .incomplete
      }
      if asJSON {
        context.console.writeLine(Self.json(summary, path).printed())
      } else {
        print(summary, path, context)
      }
    }
    return status
  }

  private func print(
    _ summary: AppDirectory.ImportSummary, _ path: String, _ context: CommandContext
  ) {
    context.console.writeLine(
      "\(context.style.strong(withoutControls(summary.catalogue)))  "
        + "\(counted(summary.added, "app")) added, \(formatted(count: summary.changed)) changed, "
        + "\(formatted(count: summary.unchanged)) unchanged, "
        + "\(formatted(count: summary.removed)) removed")
    if summary.others + summary.merges > 0 {
      context.console.writeLine(
        context.style.faint(
          "  left out: \(counted(summary.others, "component")) that are no apps, "
            + "\(formatted(count: summary.merges)) that add to other catalogues"))
    }
    for finding in summary.findings {
      let place = finding.location.map { ":\($0.line):\($0.column)" } ?? ""
      context.console.writeLine(
        "  \(withoutControls(path))\(place): \(finding.severity.name) \(finding.code): "
          + withoutControls(finding.message))
      context.console.writeLine(context.style.faint("    \(finding.remedy)"))
    }
  }

  private static func json(_ summary: AppDirectory.ImportSummary, _ path: String) -> JSONValue {
    .present([
      "file": .string(path), "catalogue": .string(summary.catalogue),
      "added": .whole(summary.added), "changed": .whole(summary.changed),
      "unchanged": .whole(summary.unchanged), "removed": .whole(summary.removed),
      "others": .whole(summary.others), "merges": .whole(summary.merges),
      "whole": .boolean(summary.isWhole),
      "findings": .array(summary.findings.map(\.report)),
    ])
  }
}
