internal import WebDocuments
internal import WebFetching

extension FetchError {
  /// What keeps something from being fetched, in a sentence without its full stop, and the rule behind it. Of addresses
  /// that aren't asked nothing is told that only this machine knows.
  var sentence: String {
    switch code {
    case .addressRefused: "The host is on no public network"
    default: message.hasSuffix(".") ? String(message.dropLast()) : message
    }
  }

  /// The rule that is broken.
  var rule: DiagnosticRule {
    switch code {
    case .dns: .fetchDNS
    case .timeout: .fetchTimeout
    case .certificate: .tlsCertificate
    case .url, .portRefused, .addressRefused: .fetchRefused
    case .tooLarge, .headTooLarge: .pageTooLarge
    case .connect, .tls, .httpProtocol, .cutOff, .encoding, .field, .cancelled, .unavailable:
      .fetchConnect
    }
  }

  /// The finding that a page can't be fetched.
  var finding: Diagnostic {
    Diagnostic(rule, Diagnostic.excerpt(sentence) + ".", subject: "url", severity: .error)
  }
}
