/// A value that a path segment stands for, such as the id in `/items/{id}`.
public protocol PathParameter: Sendable {
  /// Nil when the segment is none: the path is then not found.
  /// - Parameter pathComponent: the decoded segment; never empty.
  init?(pathComponent: String)
}

extension String: PathParameter {
  public init?(pathComponent: String) { self = pathComponent }
}

extension Int: PathParameter {
  /// One to eighteen ASCII digits: no sign.
  public init?(pathComponent: String) {
    guard let number = ASCII.number(Array(pathComponent.utf8)[...]) else { return nil }
    self = number
  }
}

/// The table of what the program answers: data only.
///
/// A pattern is a path whose segments are literal or `{name}`, which stands for one segment of one byte or more.
/// Literals go before parameters: `/items/new` is not an item. A table with two equal routes, or a handler that takes
/// another number of parameters than its pattern has, is a mistake of the program and ends it at the start.
public struct Router<Context>: Sendable {
  public typealias Handler = @Sendable (Request, Context) async throws -> Response

  public struct Route: Sendable {
    public let method: Method
    public let pattern: String
  }

  public enum Match {
    /// The handler, with the path's parameters bound to it, what its form may hold, and the route's number in `routes`. HEAD
    /// finds what GET would.
    case found(Handler, FormLimits, route: Int)
    case notFound
    /// The path is there, the method is not: 405, with `Allow` (RFC 9110 §15.5.6).
    case methodNotAllowed(allow: [Method])
    /// OPTIONS on a path that is there: 204, with `Allow` (RFC 9110 §9.3.7).
    case options(allow: [Method])
  }

  /// Every route, in the order it was added.
  public private(set) var routes: [Route] = []
  private var nodes = [Node()]

  public init() {}

  public mutating func get(_ pattern: String, _ handler: @escaping Handler) { on(.get, pattern, handler) }
  /// Adds a route for POST.
  /// - Parameter limits: what its form may hold: 1 MiB and no uploads, unless it says otherwise.
  public mutating func post(_ pattern: String, limits: FormLimits = .fields, _ handler: @escaping Handler) {
    on(.post, pattern, limits: limits, handler)
  }

  public mutating func get<P: PathParameter>(
    _ pattern: String, _ handler: @escaping @Sendable (Request, Context, P) async throws -> Response
  ) { on(.get, pattern, handler) }

  public mutating func post<P: PathParameter>(
    _ pattern: String, limits: FormLimits = .fields,
    _ handler: @escaping @Sendable (Request, Context, P) async throws -> Response
  ) { on(.post, pattern, limits: limits, handler) }

  public mutating func get<P: PathParameter, Q: PathParameter>(
    _ pattern: String, _ handler: @escaping @Sendable (Request, Context, P, Q) async throws -> Response
  ) { on(.get, pattern, handler) }

  public mutating func post<P: PathParameter, Q: PathParameter>(
    _ pattern: String, limits: FormLimits = .fields,
    _ handler: @escaping @Sendable (Request, Context, P, Q) async throws -> Response
  ) { on(.post, pattern, limits: limits, handler) }

  /// Adds a route for any method.
  public mutating func on(
    _ method: Method, _ pattern: String, limits: FormLimits = .fields, _ handler: @escaping Handler
  ) {
    add(method, pattern, limits, parameters: 0) { _ in handler }
  }

  public mutating func on<P: PathParameter>(
    _ method: Method, _ pattern: String, limits: FormLimits = .fields,
    _ handler: @escaping @Sendable (Request, Context, P) async throws -> Response
  ) {
    add(method, pattern, limits, parameters: 1) { segments in
      guard let p = P(pathComponent: segments[0]) else { return nil }
      return { request, context in try await handler(request, context, p) }
    }
  }

  public mutating func on<P: PathParameter, Q: PathParameter>(
    _ method: Method, _ pattern: String, limits: FormLimits = .fields,
    _ handler: @escaping @Sendable (Request, Context, P, Q) async throws -> Response
  ) {
    add(method, pattern, limits, parameters: 2) { segments in
      guard let p = P(pathComponent: segments[0]), let q = Q(pathComponent: segments[1]) else { return nil }
      return { request, context in try await handler(request, context, p, q) }
    }
  }

  /// Finds the handler. A segment that its parameter's type does not take makes the path one that is not there.
  /// - Parameter path: decoded; a path that ends in `/` is another than the one without.
  public func match(_ method: Method, _ path: String) -> Match {
    var path = path
    return path.withUTF8 { bytes in
      guard bytes.first == Self.slash else { return .notFound }
      var search = Search(method: method, bytes: bytes)
      visit(0, 0, &search)
      if let (handler, limits, route) = search.found { return .found(handler, limits, route: route) }
      if search.allowed.isEmpty { return .notFound }
      if search.allowed.contains(.get), !search.allowed.contains(.head) { search.allowed.append(.head) }
      if !search.allowed.contains(.options) { search.allowed.append(.options) }
      return method == .options ? .options(allow: search.allowed) : .methodNotAllowed(allow: search.allowed)
    }
  }

  // MARK: - The tree of segments

  /// Gives the handler its parameters; nil when a segment is none.
  private typealias Binding = @Sendable ([String]) -> Handler?

  private struct Node: Sendable {
    var literals: [(label: [UInt8], node: Int)] = []
    var parameter: Int?
    var endpoints: [(method: Method, limits: FormLimits, bind: Binding, route: Int)] = []
  }

  private struct Search {
    let method: Method
    let bytes: UnsafeBufferPointer<UInt8>
    var parameters: [String] = []
    var found: (Handler, FormLimits, Int)?
    var allowed: [Method] = []
  }

  private static var slash: UInt8 { 0x2F }

  private mutating func add(
    _ method: Method, _ pattern: String, _ limits: FormLimits, parameters: Int, bind: @escaping Binding
  ) {
    guard pattern.utf8.first == Self.slash, pattern.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      fatalError("route \(pattern): a pattern is printable ASCII and begins with /")
    }
    var node = 0
    var names: [[UInt8]] = []
    let segments = Array(pattern.utf8).dropFirst().split(separator: Self.slash, omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      if segment.first == 0x7B, segment.last == 0x7D {  // { }
        let name = Array(segment.dropFirst().dropLast())
        if !ASCII.isToken(name) || names.contains(name) {
          fatalError("route \(pattern): parameters need names, each its own")
        }
        names.append(name)
        node = parameterChild(of: node)
      } else {
        if segment.contains(0x7B) || segment.contains(0x7D) || (segment.isEmpty && index < segments.count - 1) {
          fatalError("route \(pattern): a segment is literal or {name}, and only the last may be empty")
        }
        node = literalChild(of: node, Array(segment))
      }
    }
    if names.count != parameters { fatalError("route \(pattern): the handler takes \(parameters) parameters") }
    if nodes[node].endpoints.contains(where: { $0.method == method }) {
      fatalError("route \(method) \(pattern) is there already")
    }
    nodes[node].endpoints.append((method, limits, bind, routes.count))
    routes.append(Route(method: method, pattern: pattern))
  }

  private mutating func parameterChild(of node: Int) -> Int {
    if let child = nodes[node].parameter { return child }
    nodes.append(Node())
    nodes[node].parameter = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func literalChild(of node: Int, _ label: [UInt8]) -> Int {
    if let child = nodes[node].literals.first(where: { $0.label == label }) { return child.node }
    nodes.append(Node())
    nodes[node].literals.append((label, nodes.count - 1))
    return nodes.count - 1
  }

  /// Walks from the node along the path, whose next `/` is at `offset`. Each node is visited once at most, so the work
  /// is bounded by the table's size, whatever the path.
  private func visit(_ index: Int, _ offset: Int, _ search: inout Search) {
    guard offset < search.bytes.count else {
      finish(index, &search)
      return
    }
    let start = offset + 1
    var end = start
    while end < search.bytes.count, search.bytes[end] != Self.slash { end += 1 }
    let segment = search.bytes[start..<end]
    for literal in nodes[index].literals where literal.label.count == segment.count {
      if literal.label.elementsEqual(segment) {
        visit(literal.node, end, &search)
        break
      }
    }
    if search.found == nil, let parameter = nodes[index].parameter, !segment.isEmpty {
      search.parameters.append(String(decoding: segment, as: UTF8.self))
      visit(parameter, end, &search)
      search.parameters.removeLast()
    }
  }

  /// The path ends at this node: takes its handler, or notes what it would have allowed.
  private func finish(_ index: Int, _ search: inout Search) {
    let endpoints = nodes[index].endpoints
    func bound(_ method: Method) -> (Handler, FormLimits, Int)? {
      guard let endpoint = endpoints.first(where: { $0.method == method }) else { return nil }
      return endpoint.bind(search.parameters).map { ($0, endpoint.limits, endpoint.route) }
    }
    search.found = bound(search.method) ?? (search.method == .head ? bound(.get) : nil)
    guard search.found == nil else { return }
    for endpoint in endpoints where !search.allowed.contains(endpoint.method) {
      if endpoint.bind(search.parameters) != nil { search.allowed.append(endpoint.method) }
    }
  }
}
