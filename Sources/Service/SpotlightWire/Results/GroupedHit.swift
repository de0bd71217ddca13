/// A hit, and who else knows the thing that it stands for.
package struct GroupedHit: Hashable, Sendable {
  /// What is shown.
  package var hit: WireHit
  /// From whom the thing is known, each once; the first is that of ``hit``.
  package var sources: [ResultSource]
  /// By what it is known to be the same thing; of kind ``ThingKey/Kind/item`` at most one.
  package var keys: [ThingKey]
  /// How the thing was used, over all sources.
  package var signals: ThingSignals

  /// Puts the parts together.
  package init(
    hit: WireHit, sources: [ResultSource], keys: [ThingKey] = [],
    signals: ThingSignals = ThingSignals()
  ) {
    self.hit = hit
    self.sources = sources
    self.keys = keys
    self.signals = signals
  }
}
