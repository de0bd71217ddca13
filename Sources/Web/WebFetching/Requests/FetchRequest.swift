package import WebAddresses

/// What is to be fetched, and how.
package struct FetchRequest: Sendable {
  /// What is asked for.
  package enum Method: Sendable {
    /// The head and the body.
    case get
    /// The head alone.
    case head
  }

  /// What an earlier answer said it can be recognised by; as it was sent.
  package struct Validators: Hashable, Sendable {
    /// The field `ETag`.
    package var entityTag: String?
    /// The field `Last-Modified`.
    package var lastModified: String?

    /// Makes validators; without any of them nothing is asked on condition.
    package init(entityTag: String? = nil, lastModified: String? = nil) {
      self.entityTag = entityTag
      self.lastModified = lastModified
    }
  }

  /// The address. Its user name, password and fragment are not sent.
  package var url: WebURL
  /// What is asked for.
  package var method: Method = .get
  /// Fields to be sent besides those that every request has.
  package var fields: [HTTPFields.Field] = []
  /// With validators an answer with status 304 comes where nothing has changed.
  package var validators = Validators()
  /// The limits; `nil` for those of the policy.
  package var limits: FetchLimits?
  /// Whether a body that is too large, or ends too early, is handed out as far as it came instead of an error.
  package var takesPartOfBody = false

  /// Asks for a page.
  package init(_ url: WebURL) {
    self.url = url
  }
}
