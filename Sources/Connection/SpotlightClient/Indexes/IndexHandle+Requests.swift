internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension IndexHandle {
  /// Sends a request after those made before.
  ///
  /// - Parameters:
  ///   - content: What is asked.
  ///   - parts: What is asked behind it, as one request with it.
  ///   - finish: Told the answer, once, on any thread, after those of the requests made before.
  func send(
    _ content: IndexRequest.Content, followedBy parts: [IndexRequest.Content] = [],
    finish: @escaping IndexRequest.Finish
  ) {
    connection.noticeFork()
    let isMine = line.withLock { line in
      line.append(IndexRequest(content, followedBy: parts, finish: finish))
      return line.begin()
    }
    if isMine { takeSteps() }
  }

  /// Tells what needs nobody to be asked, after the answers of the requests made before.
  func tell(_ answer: IndexRequest.Answer, finish: @escaping IndexRequest.Finish) {
    connection.noticeFork()
    line.withLock { $0.append(RequestLine.Answered(answer: answer, finish: finish)) }
    proceed()
  }

  /// Does what is to be done, unless another thread does.
  func proceed() {
    if line.withLock({ $0.begin() }) { takeSteps() }
  }

  /// Forgets a connection that was lost. What waited for it is sent again over the next.
  func disconnected(from link: Link) {
    line.withLock { $0.disconnected(from: link) }
  }

  /// Forgets all requests, without telling who made them: they are another process's, from which this
  /// one was forked.
  func forget() {
    line.withLock { $0 = RequestLine() }
  }

  /// Has the index opened on the next connection if the service is to ask somebody about it.
  func restoreDelegate() {
    let methods = settings.withLock { $0.methods }
    if methods.isEmpty { proceed() } else { send(.setDelegate(methods)) { _, _ in } }
  }

  /// Looks anew where the index can be reached, as its class was locked or unlocked.
  func reopen() {
    line.withLock { $0.close() }
    restoreDelegate()
  }

  /// The class of some indexes was locked or unlocked.
  func classChanged(_ condition: ClassCondition, closing link: Link?) {
    if let link { disconnected(from: link) }
    guard settings.withLock({ $0.protection }) == condition.protection else { return }
    reopen()
  }

  private func takeSteps() {
    while let step = line.withLock({ $0.nextStep() }) {
      switch step {
      case .open(let number): connection.withLink { self.open(number, over: $0) }
      case .finish(let answered): answered.finish(answered.answer, answered.link)
      case .send(let order, let message, let link):
        link.request(message) { self.received($0, to: order, over: link) }
      }
    }
  }

  // MARK: - Opening

  private func open(_ number: Int, over link: Result<Link, ServiceError>) {
    guard line.withLock({ $0.isOpening(number) }) else { return }
    switch link {
    case .failure(let error): failAll(with: error)
    case .success(let link):
      let settings = settings.withLock { $0 }
      let changeCount = connection.classChangeCount
      let request = OpenIndex(
        name: name, protection: settings.protection,
        flags: settings.isPrivate ? [.isPrivate, .takesCallbacks] : .takesCallbacks,
        methods: settings.methods, app: app)
      link.request(.openIndex(request)) { reply in
        guard self.line.withLock({ $0.isOpening(number) }) else { return }
        self.received(
          reply, toOpening: number, settings.methods, after: changeCount, over: link)
      }
    }
  }

  private func received(
    _ reply: Reply, toOpening number: Int, _ methods: DelegateMethods, after changeCount: Int,
    over link: Link
  ) {
    switch reply {
    case .lost:
      line.withLock { $0.close() }
      proceed()
    case .message(.indexOpened(let opened), let descriptors, _):
      settings.withLock { $0.protection = opened.protection }
      switch opened.place {
      case .here:
        line.withLock { $0.opened(opened.handle, over: link, announcing: methods) }
        proceed()
      case .locked where connection.isOpen(opened.protection, changedSince: changeCount):
        // It was unlocked while the answer was on its way.
        reopen()
      case .locked:
        let locked = LockedIndex(
          handle: opened.handle, name: name, protection: opened.protection,
          publicKey: opened.publicKey)
        line.withLock { $0.found(locked, over: link) }
        proceed()
      case .channel:
        connection.withChannel(to: opened.protection, offered: descriptors.first) { channel in
          self.open(number, over: channel)
        }
      }
    case .message(.failed(let error), _, _): failAll(with: error)
    case .message(let message, _, _): failAll(with: .unexpected(message))
    }
  }

  private func failAll(with error: ServiceError) {
    line.withLock { $0.failAll(with: error) }
    proceed()
  }

  // MARK: - Answers

  private func received(_ reply: Reply, to order: UInt64, over link: Link) {
    switch reply {
    case .lost:
      line.withLock { $0.lost(order, over: link) }
      proceed()
    case .message(.failed(let error), _, _)
    where error.code == .mismatchedClientState && line.withLock({ $0.isRepeated(order) }):
      compareState(order, after: error, over: link)
    case .message(.failed(let error), _, _): finish(order, .failure(error), over: link)
    case .message(let message, _, _): finish(order, .success(message), over: link)
    }
  }

  private func finish(
    _ order: UInt64, _ answer: IndexRequest.Answer, over link: Link
  ) {
    line.withLock { $0.answered(order, answer, over: link) }
    proceed()
  }

  /// A change was sent twice, and found another client state than it expected: the first attempt may
  /// have changed it.
  private func compareState(_ order: UInt64, after error: ServiceError, over link: Link) {
    guard let handle = line.withLock({ $0.handle(over: link) }) else {
      return finish(order, .failure(error), over: link)
    }
    link.request(.clientState(handle)) { reply in
      switch reply {
      case .lost: self.received(reply, to: order, over: link)
      case .message(.clientStateStored(let stored), _, _)
      where self.line.withLock({ $0.wasDone(order, leaving: stored) }):
        self.finish(order, .success(.done), over: link)
      case .message: self.finish(order, .failure(error), over: link)
      }
    }
  }
}
