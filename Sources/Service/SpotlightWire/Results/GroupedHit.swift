/// A hit, and who else knows the entity that it stands for.
package struct GroupedHit: Hashable, Sendable {
  /// What is shown.
  package var hit: WireHit
  /// From whom the entity is known, each once; the first is that of ``hit``.
  package var sources: [ResultSource]
  /// By what it is known to be the same entity; of kind ``EntityKey/Kind/item`` at most one.
  package var keys: [EntityKey]
  /// How the entity was used, over all sources.
  package var signals: EntitySignals

  /// Puts the parts together.
  package init(
    hit: WireHit, sources: [ResultSource], keys: [EntityKey] = [],
    signals: EntitySignals = EntitySignals()
  ) {
    self.hit = hit
    self.sources = sources
    self.keys = keys
    self.signals = signals
  }
}
