package import FresnelModel

/// A person decides something about one thing, or takes it back.
package struct ChangeMark: Hashable, Sendable, WireValue {
  /// What is decided.
  package enum Verb: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// The thing stands first for the text.
    case pin = 0
    /// It stands where it belongs again.
    case unpin = 1
    /// Surfaces leave it out.
    case hide = 2
    /// They show it again.
    case show = 3
    /// The text is one more name of it.
    case addAlias = 4
    /// The text is none of its names any more.
    case removeAlias = 5
    /// Nothing is decided any more.
    case clear = 6
    /// Searches forget that the thing was chosen. What is decided stays.
    case forget = 7
  }

  /// What is decided.
  package var verb: Verb
  /// The index that holds the thing.
  package var scope: IndexScope
  /// Its identifier there.
  package var identifier: String
  /// The text of a pin or an alias; else empty.
  package var text: String

  /// Puts the parts together.
  package init(_ verb: Verb, _ scope: IndexScope, _ identifier: String, text: String = "") {
    self.verb = verb
    self.scope = scope
    self.identifier = identifier
    self.text = text
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(verb)
    writer.append(string: scope.app)
    writer.append(string: scope.index)
    writer.append(string: identifier)
    writer.append(string: text)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    verb = try reader.value()
    scope = IndexScope(app: try reader.string(), index: try reader.string())
    identifier = try reader.string()
    text = try reader.string()
  }
}

/// A person asks what is decided about things.
package struct ListMarks: Hashable, Sendable, WireValue {
  /// Whose things; `nil` for everybody's.
  package var app: String?
  /// What they are called by; `nil` for all.
  package var identifier: String?

  /// Puts the parts together.
  package init(app: String? = nil, identifier: String? = nil) {
    self.app = app
    self.identifier = identifier
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optional: app)
    writer.append(optional: identifier)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.optional()
    identifier = try reader.optional()
  }
}

/// What is decided about things, as far as it can be read now.
package struct MarkList: Hashable, Sendable, WireValue {
  /// The marks, by app, index and identifier.
  package var marks: [PersonalMark]
  /// The classes that cannot be read now.
  package var unread: [ProtectionClass]

  /// Puts the parts together.
  package init(marks: [PersonalMark], unread: [ProtectionClass] = []) {
    self.marks = marks
    self.unread = unread
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(list: marks)
    writer.append(list: unread)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    marks = try reader.list()
    unread = try reader.list()
  }
}
