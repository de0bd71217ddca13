internal import FresnelPlatform
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// Asks sites for their association files.
package struct LinkVerifier: Sendable {
  /// How long a site may take to answer one request.
  private static let patience = Duration.seconds(20)

  private let userAgent: String
  private let certificates: String?
  private let worker: String?

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - userAgent: What it calls itself.
  ///   - certificates: A file of certificates in PEM that sites under development are trusted by; `nil` for those
  ///     of the system.
  ///   - worker: The program that fetches in a confined process of its own; see ``FetchPolicy/worker``.
  package init(userAgent: String, certificates: String? = nil, worker: String? = nil) {
    self.worker = worker
    self.userAgent = userAgent
    self.certificates = certificates
  }

  /// Asks a site for its file.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - last: What was known of it.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: What is known of it now.
  package func verify(_ site: LinkSite, last: LinkCopy?, now: Int64) async -> LinkCopy {
    var search = AssociationSearch(host: site.host, port: site.port)
    do throws(FetchError) {
      let fetcher = try WebFetcher(policy(for: site))
      defer { fetcher.close() }
      while let url = search.next { search.take(await Self.answer(from: fetcher, url)) }
    } catch {
      search.take(.failure(.notReached(error.message)))
    }
    let ended = search
    return await Self.onThread { [worker] in
      Self.copy(of: site, ended, last: last, now: now) { bytes throws(SystemError) in
        guard let worker else { return SignedFile(bytes, host: site.host, now: now) }
        return try ConfinedSignatures(worker).open(bytes, host: site.host, now: now)
      }
    }
  }

  /// Does something that waits for a process, on a thread that no task needs.
  private static func onThread(_ body: @escaping @Sendable () -> LinkCopy) async -> LinkCopy {
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = { continuation.resume(returning: body()) }
      if !DetachedThread.start(work) { work() }
    }
  }

  /// Where the files of a site may be fetched from. A site under development is asked wherever it is.
  private func policy(for site: LinkSite) -> FetchPolicy {
    var policy = FetchPolicy(userAgent: userAgent)
    policy.worker = worker
    policy.limits.whole = Self.patience
    policy.limits.body = AssociationReading.sizeLimit
    policy.limits.sentBody = AssociationReading.sizeLimit
    if site.port != nil { policy.ports = nil }
    if site.isDeveloper {
      policy.addresses = [.global, .loopback, .privateNetwork, .linkLocal]
      policy.certificates = certificates
    }
    return policy
  }

  private static func answer(from fetcher: WebFetcher, _ url: WebURL) async -> AssociationAnswer {
    do throws(FetchError) {
      let response = try await fetcher.fetch(FetchRequest(url))
      return .response(
        status: response.status, contentType: response.fields["content-type"],
        location: response.fields["location"], body: response.body)
    } catch {
      return .failure(failure(error))
    }
  }

  private static func failure(_ error: FetchError) -> AssociationAnswer.Failure {
    switch error.code {
    case .dns: .hostUnknown
    case .timeout: .timeout
    case .certificate, .tls: .certificate(error.message)
    case .tooLarge: .tooLarge
    default: .notReached(error.message)
    }
  }

  /// What an ended search makes of what was known.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - search: The search.
  ///   - last: What was known.
  ///   - now: The time, in seconds since 1970.
  ///   - open: Checks a signed file; throws where nobody can.
  /// - Returns: What is known now.
  static func copy(
    of site: LinkSite, _ search: AssociationSearch, last: LinkCopy?, now: Int64,
    opening open: ([UInt8]) throws(SystemError) -> SignedFile
  ) -> LinkCopy {
    var copy = LinkCopy(site: site, checked: now)
    var findings = search.diagnostics
    switch search.result {
    case .found(let bytes, _)?:
      let signed: SignedFile?
      do throws(SystemError) {
        let isSigned =
          SignedAssociation.isSigned(bytes) && bytes.count <= AssociationReading.sizeLimit
        signed = isSigned ? try open(bytes) : nil
      } catch {
        // It says nothing of the site.
        (copy.file, copy.fetched) = (last?.file, last?.fetched ?? 0)
        copy.problems = [error.message]
        return copy
      }
      let reading = signed.map { AssociationReading($0) } ?? AssociationReading(bytes)
      findings += reading.diagnostics
      if reading.association != nil {
        copy.fetched = now
        copy.file = signed.map { try? $0.content.get() } ?? bytes
        return copy
      }
    case .failed(keepsLastCopy: true)?:
      copy.file = last?.file
      copy.fetched = last?.fetched ?? 0
    case .failed, nil: break
    }
    copy.problems = findings.filter { $0.severity == .error }.map(\.message)
    return copy
  }
}
