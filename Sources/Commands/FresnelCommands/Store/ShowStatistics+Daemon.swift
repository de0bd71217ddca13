internal import CommandKit
internal import FresnelEngine
internal import FresnelModel

/// What `fresnel stats` tells of the items that the daemon keeps.
extension ShowStatistics {
  /// Tells what the daemon keeps, in the classes that can be read now.
  ///
  /// - Returns: Whether nothing is missing.
  func printIndexes(
    of daemon: DaemonLibrary, _ context: CommandContext
  ) throws -> Bool {
    let report = try daemon.readableReport()
    let unreadable = StoreSet.warn(of: DaemonLibrary.omissions(in: report, .everything), context)
    // The stores that apps keep themselves are shown as files.
    var indexes = report.list("indexes").filter { !$0.flag("embedded") }
    let kept = Set(report.list("indexes").filter { $0.flag("embedded") }.map(Self.scope(of:)))
    let digests = showsDigests ? try self.digests(of: indexes, besides: kept, in: daemon) : nil
    if let digests {
      indexes = indexes.map { Self.withDigest($0, digests.values[Self.scope(of: $0)]) }
      for scope in digests.mixed {
        let name = withoutControls(Self.name(scope.app, scope.index))
        context.warn("there is no digest of \(name), as the app keeps items of it in a file, too")
      }
    }
    guard !asJSON else {
      let members = [
        JSONMember("daemon", .boolean(true)), JSONMember("indexes", .array(indexes)),
        JSONMember("unreadable", .array(unreadable.map { .string($0) })),
      ]
      context.console.writeLine(JSONValue.object(members).printed())
      return unreadable.isEmpty && digests?.isWhole != false
    }
    let itemCount = indexes.reduce(0) { $0 + $1.count("items") }
    let byteCount = indexes.reduce(0) { $0 + $1.count("bytes") }
    context.console.writeLine(context.style.strong("the daemon"))
    context.console.writeLine(
      "  \(counted(itemCount, "item")), \(formatted(byteCount: byteCount)); "
        + "fresnel status shows its stores")
    // The name of an index stays known after its last item has gone.
    let filled = indexes.filter { $0.count("items") > 0 }
    let names = filled.map { Self.name($0.text("app"), $0.text("index")) }
    let width = Self.width(of: names)
    for (name, index) in zip(names, filled) {
      context.console.writeLine(
        Self.line(name, width, items: index.count("items"), bytes: index.count("bytes"))
          + "  \(index.text("class"))")
      if index["digest"] != nil {
        context.console.writeLine("    digest \(index.text("digest"))")
      }
    }
    return unreadable.isEmpty && digests?.isWhole != false
  }

  /// What the digests of the daemon's indexes are.
  private struct Digests {
    /// The digests; of an index without items there may be none.
    var values: [IndexScope: IndexDigest] = [:]
    /// The indexes of which there are none, as the daemon lists what is in files of apps with them.
    var mixed: [IndexScope] = []
    /// Whether all items were read.
    var isWhole = true
  }

  /// Reads all items that the daemon keeps. An index of several classes has one digest, of the items of all of them.
  private func digests(
    of indexes: [JSONValue], besides kept: Set<IndexScope>, in daemon: DaemonLibrary
  ) throws -> Digests {
    var digests = Digests()
    let scopes = Set(indexes.map(Self.scope(of:)))
    digests.mixed = scopes.intersection(kept).sorted()
    for scope in scopes.subtracting(kept) { digests.values[scope] = IndexDigest() }
    // What cannot be read was named already.
    let omissions = try daemon.forEachItem(in: .scopes(scopes.subtracting(kept))) { scope, item in
      digests.values[scope]?.add(item)
      return true
    }
    digests.isWhole = omissions.isEmpty && digests.mixed.isEmpty
    return digests
  }

  /// The index that an entry is about, by its names as they are, and not as they are shown.
  private static func scope(of entry: JSONValue) -> IndexScope {
    func name(_ member: String) -> String {
      if case .string(let name)? = entry[member] { name } else { "" }
    }
    return IndexScope(app: name("app"), index: name("index"))
  }

  /// An entry of the daemon's report with its digest, if it has one.
  private static func withDigest(_ entry: JSONValue, _ digest: IndexDigest?) -> JSONValue {
    guard let digest, case .object(let members) = entry else { return entry }
    return .object(members + [JSONMember("digest", .string(digest.hexadecimal))])
  }
}
