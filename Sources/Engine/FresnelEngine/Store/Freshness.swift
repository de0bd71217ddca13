/// How much of what was acknowledged a snapshot has to show.
///
/// What is durable is indexed a little later, together with what else came by then.
public enum Freshness: Sendable {
  /// Everything that was acknowledged before the snapshot is taken: what is not indexed yet is indexed
  /// first.
  case acknowledged
  /// What can be searched already, without waiting: the state that some batch left within the last
  /// tenth of a second or so. For searches that are made anew at each keystroke.
  case published
}
