/// What a state of a store has changed of a segment: documents that are deleted, and patches.
package struct SegmentChanges: Equatable, Sendable {
  /// The documents that are not deleted.
  package var live: LiveDocuments
  /// The patches of live documents.
  package var patches: DocumentPatches

  /// Makes changes.
  package init(live: LiveDocuments, patches: DocumentPatches = DocumentPatches()) {
    self.live = live
    self.patches = patches
  }
}
