internal import SiteAssociations
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments

/// How a site and apps go together, from both sides, and a form to try addresses.
struct AppsView {
  /// The report.
  let report: SiteReport
  /// What was asked for.
  let form: ValidationForm

  /// The section.
  var html: HTML {
    element(.section, .set(.ariaLabelledBy, "apps")) {
      element(.h2, .set(.id, "apps")) { "Site and app" }
      if let apps = report.apps {
        association(apps)
      } else {
        element(.p) {
          report.isReached
            ? "No association file was found, so no app opens the site's links." : "Nobody looked."
        }
      }
      if report.requested != nil { trial }
    }
  }

  private func association(_ apps: SiteApps) -> HTML {
    .joined([
      element(.p) {
        if let file = apps.file {
          element(.code) { file.href }
          apps.isUsable ? " is the site's file." : " can't be used."
        } else {
          "\(apps.host) has no association file."
        }
      },
      apps.isUsable && apps.members.isEmpty ? element(.p) { "It names no app." } : HTML(),
      .joined(apps.members.map(member)),
      android(apps.androidApps),
    ])
  }

  private func member(_ member: SiteApps.Member) -> HTML {
    element(.div, .classes("box")) {
      element(.h3) {
        if let name = member.name { "\(name) " }
        element(.code) { member.identifier }
      }
      element(.ul, .classes("points")) {
        side("Site", member.siteSays)
        side("App", member.appSays)
      }
      if !member.services.isEmpty {
        element(.p, .classes("muted")) {
          "The site names it for \(member.services.map(\.rawValue).joined(separator: ", "))."
        }
      }
      for link in member.links { self.link(link) }
    }
  }

  private func side(_ name: String, _ says: (words: String, isGood: Bool?)) -> HTML {
    element(
      .li, .set(.state, says.isGood.map { $0 ? "good" : "bad" } ?? "none")
    ) {
      element(.strong) { name }
      element(.span, .classes("muted")) { says.words }
    }
  }

  private func link(_ link: SiteApps.Link) -> HTML {
    let match = link.match
    return element(.details, .classes("trial"), .flag(.open, if: link.isTest)) {
      element(.summary) {
        element(.strong, .classes(match.outcome == .match ? "good" : "problem")) {
          switch match.outcome {
          case .match: "Opens in the app: "
          case .exclude: "Kept from the app: "
          case .noMatch: "No rule for it: "
          }
        }
        element(.code) { link.url.href }
      }
      if let obstacle = match.obstacle { element(.p) { "\(obstacle.words)." } }
      if let decision = match.decision {
        element(.p) {
          "Decided by "
          element(.code) { decision.rule }
          match.location.map { ", line \($0.line)" }
          decision.comment.map { " (\($0))" }
        }
      }
      if !match.misfits.isEmpty {
        element(.p) { "Rules that were looked at before, and why they don't fit:" }
        element(.ul, .classes("notices")) {
          for trial in match.misfits.prefix(20) {
            element(.li) {
              element(.code) { trial.rule }
              trial.misfit.map { ": \($0.words)" }
            }
          }
        }
      }
    }
  }

  private func android(_ apps: [SiteApps.AndroidApp]) -> HTML {
    guard !apps.isEmpty else { return HTML() }
    return element(.dl, .classes("facts")) {
      element(.dt) { "Apps for Android" }
      element(.dd) {
        element(.ul, .classes("plain")) {
          for app in apps.prefix(20) {
            element(.li) {
              element(.code) { app.package }
              app.isListed ? " · assetlinks.json lets it open links" : " · not in assetlinks.json"
              if app.isNamedByPage { " · named by the page" }
            }
          }
        }
      }
    }
  }

  /// A form that tries further addresses.
  private var trial: HTML {
    element(
      .form, .classes("box"), .action("/validate"), .set(.method, "get"), .set(.enhance, "check")
    ) {
      for (name, value) in [("url", form.url), ("app", form.app)] where !value.isEmpty {
        element(.input, .set(.type, "hidden"), .set(.name, name), .set(.value, value))
      }
      element(.label, .set(.labelFor, "try-url")) { "Would an address open in the app?" }
      element(.div, .classes("with-button")) {
        element(
          .input, .set(.id, "try-url"), .set(.name, "test-url"), .set(.type, "text"),
          .set(.inputmode, "url"), .set(.autocapitalize, "none"), .set(.spellcheck, "false"),
          .set(.maxlength, "2048"), .flag(.required))
        element(.button, .set(.type, "submit")) { "Try it" }
      }
    }
  }
}

extension SiteApps.Member {
  /// What the site says of the app.
  fileprivate var siteSays: (words: String, isGood: Bool?) {
    switch standing {
    case .verified, .siteOnly, .entitlementMissing: ("names the app", true)
    case .appNotListed: ("doesn't name the app", false)
    case .fileUnusable: ("has no file that can be used", false)
    }
  }

  /// What the app says of the site.
  fileprivate var appSays: (words: String, isGood: Bool?) {
    switch standing {
    case .verified: ("names the site" + (entry.map { " as \($0.description)" } ?? ""), true)
    case .siteOnly: ("its manifest isn't known here", nil)
    case .entitlementMissing: ("doesn't name the site", false)
    case .appNotListed, .fileUnusable:
      entry.map { ("names the site as \($0.description)", true) }
        ?? ("its manifest isn't known here", nil)
    }
  }
}
