internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

extension ContentSources {
  /// Finds items in the daemon's stores, and asks apps over their connections or their extensions.
  init(core: ServiceCore, extensions: any ExtensionHosting) {
    self.init(
      find: { app, index, item, done in
        core.findItem(item, of: app, in: index) { found in
          guard case .success(nil) = found else { return done(found) }
          let classes = core.classesElsewhere(of: app, index: index)
          done(
            classes.isEmpty ? found : .failure(ServiceError(elsewhere: classes, item: item)))
        }
      },
      ask: { hit, method, question, answer in
        let app = AppIdentity(identifier: hit.scope.app)
        let reason = "The content of an item is wanted."
        guard let session = core.session(taking: method, for: hit.scope.index, of: app) else {
          return extensions.ask(app, .index, reason, question, of: core, answer)
        }
        session.ask(question, deadline: PromiseService.patience) { result in
          // A delegate need not have all methods; what it lacks the extension may have.
          if case .failure(let error) = result, error.code == .unsupported {
            return extensions.ask(app, .index, reason, question, of: core, answer)
          }
          answer(result)
        }
      },
      importFile: { app, request, file, answer in
        extensions.ask(
          app, .importer, "A file is to be read.", .importFile(request), [file], of: core, answer)
      })
  }
}

extension ExtensionHosting {
  /// Asks an app's extension, which is started if it does not run. How long it may take is the host's
  /// business.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - point: What the extension is for.
  ///   - reason: Why it is wanted, in English; for the log.
  ///   - question: What it is asked.
  ///   - descriptors: What goes with that.
  ///   - core: Serves the extension.
  ///   - answer: Told the answer, once.
  func ask(
    _ app: AppIdentity, _ point: ExtensionPoint, _ reason: String, _ question: DaemonMessage,
    _ descriptors: [SharedDescriptor] = [], of core: ServiceCore,
    _ answer: @escaping ContentSources.Answer
  ) {
    start(app, point, reason: reason) { error in
      if let error { return answer(.failure(error)) }
      guard let session = core.extensionSession(of: app) else {
        return answer(
          .failure(
            ServiceError(.unavailable, "The extension of \(app.identifier) has just ended.")))
      }
      session.ask(question, descriptors: descriptors, answer)
    }
  }
}
