/// What the daemon is told of an app's current activity: enough to offer it, and nothing of what it carries.
package struct ActivitySummary: Hashable, Sendable {
  /// The activity's number in its process, from 1.
  package var number: UInt64
  /// The type, in reverse-DNS form.
  package var type: String
  /// What a person reads; empty without a title, and while it is not to be told.
  package var title: String
  /// What it is eligible for.
  package var flags: ActivityFlags
  /// Whether the app has something to save before it is handed over.
  package var needsSaving: Bool
  /// The page that shows the same on the web.
  package var webpage: String?
  /// What tells a scene of the app whether the state is its.
  package var targetContentIdentifier: String?

  /// Puts the parts together.
  package init(
    number: UInt64, type: String, title: String = "", flags: ActivityFlags = [],
    needsSaving: Bool = false, webpage: String? = nil, targetContentIdentifier: String? = nil
  ) {
    self.number = number
    self.type = type
    self.title = title
    self.flags = flags
    self.needsSaving = needsSaving
    self.webpage = webpage
    self.targetContentIdentifier = targetContentIdentifier
  }

  /// Sums an activity up.
  package init(of activity: WireActivity, number: UInt64, needsSaving: Bool) {
    self.init(
      number: number, type: activity.type, title: activity.title ?? "", flags: activity.flags,
      needsSaving: needsSaving, webpage: activity.webpage,
      targetContentIdentifier: activity.targetContentIdentifier)
  }
}

extension ActivitySummary: WireValue {
  /// Stands among the flags for something to save.
  private static let savingFlag = ActivityFlags(rawValue: 64)

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(number)
    writer.append(string: type)
    writer.append(string: title)
    writer.append((needsSaving ? flags.union(Self.savingFlag) : flags).rawValue)
    writer.append(optional: webpage)
    writer.append(optional: targetContentIdentifier)
  }

  /// Reads a summary that is within the ``ActivityLimits``.
  package init(from reader: inout WireReader) throws(WireError) {
    number = try reader.integer()
    type = try reader.string()
    title = try reader.string()
    let bits = try reader.flags(ActivityFlags.all.union(Self.savingFlag))
    needsSaving = bits.contains(Self.savingFlag)
    flags = bits.subtracting(Self.savingFlag)
    webpage = try reader.optional()
    targetContentIdentifier = try reader.optional()
    let problem = WireActivity.problem(
      type: type, title: title, addresses: [targetContentIdentifier], webpage: webpage)
    if let problem { throw WireError(.malformed, problem.message) }
  }
}
