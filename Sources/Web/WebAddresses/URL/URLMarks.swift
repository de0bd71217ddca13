/// Where the parts of an address stand in its serialised form, as offsets in bytes.
struct URLMarks: Sendable {
  /// The special scheme; `nil` when the scheme isn't special.
  var special: SpecialScheme?
  /// The colon behind the scheme.
  var schemeEnd: UInt32 = 0
  /// The end of the user's name, which begins behind `//`.
  var usernameEnd: UInt32 = 0
  /// The beginning of the host, behind the `@` if there is one.
  var hostStart: UInt32 = 0
  /// The end of the host.
  var hostEnd: UInt32 = 0
  /// The end of the scheme with its colon and of user, host and port, where there are any.
  var authorityEnd: UInt32 = 0
  /// The beginning of the path.
  var pathStart: UInt32 = 0
  /// The end of the path, where the query's `?` stands if there is one.
  var pathEnd: UInt32 = 0
  /// The end of the query, where the fragment's `#` stands if there is one.
  var queryEnd: UInt32 = 0
  /// The port, unless it is the default one.
  var port: UInt16?
  /// Whether there is a host, be it empty.
  var hasHost = false
  /// Whether the path is a text without segments, as in `mailto:`.
  var hasOpaquePath = false
}
