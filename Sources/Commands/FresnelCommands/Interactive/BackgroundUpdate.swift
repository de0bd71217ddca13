internal import CommandKit
internal import Dispatch
internal import FresnelEngine

/// Imports what changed on the machine while the search is open already.
struct BackgroundUpdate: Sendable {
  /// Where the store is that is brought up to date.
  let locations: StoreLocations
  /// Who shows the news, and looks into the store again afterwards.
  let worker: SearchWorker
  /// The world; nothing is written to its console.
  let context: CommandContext

  /// Begins once the stores are open. A process that ends meanwhile leaves a sound store, and the
  /// sources that were not finished are read again next time.
  func start() {
    DispatchQueue.global(qos: .utility).async {
      worker.waitForFirstResults()
      do {
        try update()
      } catch let error as CommandError {
        worker.post(.notice(error.message))
      } catch {
        worker.post(.notice("the store is not up to date: \(error)"))
      }
    }
  }

  private func update() throws {
    var quiet = context
    quiet.console = .silent
    guard let stores = worker.stores else { return }
    let changed = try ImportSource.changed(in: stores, at: locations.own, quiet)
    guard !changed.isEmpty else { return }
    let names = changed.map(\.rawValue).joined(separator: ", ")
    worker.post(.notice("reading what changed: \(names)…"))
    let library = try StoreWriter.opened(locations, for: quiet)
    defer { library.close() }
    var sentences: [String] = []
    for source in changed {
      let result = try SourceImport(source: source, isForced: false).run(into: library, quiet)
      sentences.append(result.sentence(source))
    }
    worker.refresh()
    worker.post(.notice(sentences.joined(separator: "; ")))
  }
}
