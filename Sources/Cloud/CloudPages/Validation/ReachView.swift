internal import CrawlRules
internal import SiteValidation
internal import WebAddresses
internal import WebMarkup

/// How a page was reached, and whether it may be fetched and shown.
struct ReachView {
  /// The report.
  let report: SiteReport

  /// The section.
  var html: HTML {
    .joined([hops, access])
  }

  // MARK: - Hops

  private var hops: HTML {
    element(.section, .set(.ariaLabelledBy, "reach")) {
      element(.h2, .set(.id, "reach")) { "How it is reached" }
      if report.hops.isEmpty {
        element(.p, .classes("muted")) { "Nothing was fetched." }
      } else {
        element(.ol, .classes("hops")) { for hop in report.hops { self.hop(hop) } }
      }
      if let page = report.page?.page { canonical(page) }
      resources
    }
  }

  private func hop(_ hop: SiteHop) -> HTML {
    element(.li) {
      element(.code) { hop.url.href }
      element(.p) {
        outcome(hop)
        element(.span, .classes("muted")) { facts(hop) }
      }
    }
  }

  private func outcome(_ hop: SiteHop) -> HTML {
    let status = hop.status.map { "Status \($0)" } ?? "No status"
    return switch hop.outcome {
    case .page: HTML("\(status): the page")
    case .redirection(let target):
      HTML.joined([HTML("\(status): leads to "), element(.code) { target.href }])
    case .refresh(let target):
      HTML.joined([HTML("\(status): sends browsers on to "), element(.code) { target.href }])
    case .refused: element(.strong, .classes("problem")) { "\(status): no page" }
    case .failure(let sentence): element(.strong, .classes("problem")) { sentence }
    }
  }

  private func facts(_ hop: SiteHop) -> String {
    let facts = [
      hop.version.map { "HTTP/\($0)" }, hop.contentType,
      hop.byteCount > 0 ? "\((hop.byteCount + 1_023) / 1_024) KB" : nil, hop.answering?.inWords,
    ].compactMap(\.self)
    return facts.isEmpty ? "" : " · " + facts.joined(separator: " · ")
  }

  private func canonical(_ page: PageReading) -> HTML {
    element(.dl, .classes("facts")) {
      element(.dt) { "Known by" }
      element(.dd) {
        element(.code) { page.canonical.url.href }
        element(.span, .classes("muted")) { " · \(source(page.canonical.source))" }
        if let elsewhere = page.canonical.claimedElsewhere {
          element(.p, .classes("muted")) {
            "It names "
            element(.code) { elsewhere.href }
            ", which counts once that page is found to be alike."
          }
        }
      }
      if let language = page.metadata.language?.text {
        element(.dt) { "Language" }
        element(.dd) { language }
      }
      if page.needsScript {
        element(.dt) { "Scripts" }
        element(.dd) { "The page shows nothing before its scripts have run." }
      }
    }
  }

  private func source(_ source: CanonicalLink.Source) -> String {
    switch source {
    case .link: "its canonical link"
    case .header: "its Link header"
    case .openGraph: "og:url"
    case .page: "where it is served"
    }
  }

  private var resources: HTML {
    guard !report.resources.isEmpty else { return HTML() }
    return element(.dl, .classes("facts")) {
      for resource in report.resources {
        element(.dt) { resource.role == .image ? "Picture" : "Recording" }
        element(.dd) {
          element(.code) { resource.url.href }
          element(.p) { state(resource) }
        }
      }
    }
  }

  private func state(_ resource: SiteResource) -> HTML {
    if case .unreachable(let sentence) = resource.outcome {
      return element(.strong, .classes("problem")) { sentence }
    }
    let facts = [
      "There", resource.contentType, resource.size.map { "\($0.width) × \($0.height) pixels" },
      resource.isBlockedByRobots ? "kept out by robots.txt" : nil,
    ].compactMap(\.self)
    return HTML(facts.joined(separator: " · "))
  }

  // MARK: - Robots

  private var access: HTML {
    element(.section, .set(.ariaLabelledBy, "robots")) {
      element(.h2, .set(.id, "robots")) { "What crawlers may do" }
      element(.dl, .classes("facts")) {
        if let access = report.access {
          robots(access)
        } else {
          element(.dt) { "robots.txt" }
          element(.dd) { "Nobody looked." }
        }
        if let page = report.page?.page { directives(page.directives) }
      }
    }
  }

  private func robots(_ access: SiteAccess) -> HTML {
    .joined([
      element(.dt) { "robots.txt" },
      element(.dd) {
        element(.strong, .classes(access.decision.isAllowed ? "good" : "problem")) {
          access.decision.isAllowed ? "The page may be fetched." : "The page may not be fetched."
        }
        " "
        element(.code) { access.robots.href }
        state(access)
      },
      element(.dt) { "Rule that decides" },
      element(.dd) {
        if let rule = access.decision.rule {
          element(.code) { "\(rule.isAllowing ? "Allow" : "Disallow"): \(rule.pattern)" }
          element(.span, .classes("muted")) { " · line \(rule.line)" }
        } else {
          "None fits, which allows it."
        }
      },
      element(.dt) { "Group" },
      element(.dd) {
        if let agent = access.decision.agent {
          element(.code) { "User-agent: \(agent)" }
          element(.span, .classes("muted")) {
            " · looked for: \((access.agents + ["*"]).joined(separator: ", "))"
          }
        } else {
          "None applies."
        }
      },
      access.crawlDelay.map { delay in
        .joined([
          element(.dt) { "Delay" },
          element(.dd) { "\(delay == delay.rounded() ? "\(Int(delay))" : "\(delay)") s" },
        ])
      } ?? HTML(),
      access.sitemaps.isEmpty
        ? HTML()
        : .joined([
          element(.dt) { "Sitemaps" },
          element(.dd) {
            element(.ul, .classes("plain")) {
              for sitemap in access.sitemaps.prefix(10) {
                element(.li) { element(.code) { sitemap.href } }
              }
            }
          },
        ]),
    ])
  }

  private func state(_ access: SiteAccess) -> HTML {
    switch access.state {
    case .read: HTML()
    case .absent:
      element(.p, .classes("muted")) { "There is none, so everything may be fetched." }
    case .unreachable(let sentence): element(.p, .classes("problem")) { sentence }
    }
  }

  private func directives(_ directives: PageDirectives) -> HTML {
    let limits = [
      directives.isIndexed ? nil : "not to be shown",
      directives.followsLinks ? nil : "links not to be followed",
      directives.allowsSnippet ? nil : "no description",
      directives.maximumSnippetLength.map { "descriptions of \($0) characters at most" },
      directives.allowsImage ? nil : "no picture",
    ].compactMap(\.self)
    return .joined([
      element(.dt) { "Directives of the page" },
      element(.dd) { limits.isEmpty ? "No limits." : limits.joined(separator: ", ") },
    ])
  }
}
