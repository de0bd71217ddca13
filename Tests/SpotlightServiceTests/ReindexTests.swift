import FresnelModel
import SpotlightService
import Testing

@Suite("Asking apps to index again")
struct ReindexTests {
  /// Asks if need be, and says whether the app was asked.
  private func isAsked(
    _ index: AppIndex, of service: IndexService, acknowledging: Bool, answering taken: Bool = true
  ) async -> Bool {
    let log = Log<Bool>()
    index.requestReindexIfNeeded { acknowledge in
      log.append(true)
      if acknowledging { acknowledge() }
      return taken
    }
    // The request stands in line before this change of another index, its callback before that of
    // the client state.
    _ = await service.index(named: "other", of: mail).apply(.deleteAll)
    _ = try? await index.clientState()
    return !log.values.isEmpty
  }

  @Test("the owner of an index that was never seen is asked once, until it acknowledges")
  func newIndex() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "new", of: mail)
      #expect(await isAsked(index, of: service, acknowledging: false))
      #expect(await !isAsked(index, of: service, acknowledging: false))
    }
  }

  @Test("when nobody was there to be asked, the next one is")
  func nobodyThere() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "new", of: mail)
      #expect(await isAsked(index, of: service, acknowledging: false, answering: false))
      #expect(await isAsked(index, of: service, acknowledging: true))
    }
  }

  @Test("the owner of an index with items that nothing was lost of is not asked")
  func soundIndex() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "sound", of: mail)
      _ = await index.apply(.addItems([item("1")]))
      #expect(await !isAsked(index, of: service, acknowledging: true))
    }
  }
}
