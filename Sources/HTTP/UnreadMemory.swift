import EventLoop

/// The output that one loop keeps for clients that do not read it, and each client's share.
///
/// One address may hold half and one session a quarter, and an address a number of connections. When that, or all of it, is
/// held, the connection ends that reads slowest: of who holds too much, or else of the address that holds most.
struct UnreadMemory {
  /// The bytes that one connection holds, in whose name, and how fast they are read.
  struct Share {
    var address: IPAddress?
    /// Empty if it counts for no client; longer than an address.
    var session: [UInt8] = []
    fileprivate var names: (address: [UInt8], session: [UInt8])?
    fileprivate var count = 0
    fileprivate var since = Instant(nanoseconds: 0)
    fileprivate var written = 0
  }

  private let limit: Int
  private let connectionLimit: Int
  private var total = 0
  /// Bytes by address and by session, and connections by address.
  private var held: [[UInt8]: Int] = [:]
  private var connectionsOf: [[UInt8]: Int] = [:]
  private var connections: [ObjectIdentifier: Connection] = [:]

  init(_ limits: Limits) {
    limit = limits.unreadMemory
    connectionLimit = limits.unreadConnections
  }

  /// Counts what a connection holds from now on.
  mutating func hold(_ count: Int, _ connection: Connection, _ now: Instant) {
    if connection.unreadShare.names == nil {
      let share = connection.unreadShare
      let address = (share.address ?? connection.peer).network
      connection.unreadShare.names = (address, share.session)
      connection.unreadShare.since = now
      connection.unreadShare.written = connection.transport.written
      connections[ObjectIdentifier(connection)] = connection
      connectionsOf[address, default: 0] += 1
    }
    add(count - connection.unreadShare.count, connection)
    connection.unreadShare.count = count
  }

  /// The client has read everything, or is gone.
  mutating func release(_ connection: Connection) {
    guard let names = connection.unreadShare.names else { return }
    add(-connection.unreadShare.count, connection)
    connection.unreadShare.count = 0
    connection.unreadShare.names = nil
    connections[ObjectIdentifier(connection)] = nil
    Self.add(-1, names.address, &connectionsOf)
  }

  /// The connection that has to end because of what another one has come to hold; nil if nobody holds too much.
  func excess(after connection: Connection, _ now: Instant) -> Connection? {
    guard let names = connection.unreadShare.names else { return nil }
    if connectionsOf[names.address, default: 0] > connectionLimit || held[names.address, default: 0] > limit / 2 {
      return slowest(now) { $0.address == names.address }
    }
    if !names.session.isEmpty, held[names.session, default: 0] > limit / 4 {
      return slowest(now) { $0.session == names.session }
    }
    guard total > limit else { return nil }
    let greediest = connectionsOf.keys.max { held[$0, default: 0] < held[$1, default: 0] }
    return slowest(now) { $0.address == greediest }
  }

  private func slowest(
    _ now: Instant, where isMeant: ((address: [UInt8], session: [UInt8])) -> Bool
  ) -> Connection? {
    let meant = connections.values.filter { $0.unreadShare.names.map(isMeant) == true }
    return meant.min { Self.rate($0, now) < Self.rate($1, now) }
  }

  /// Bytes a second since the client began to be waited for. What the kernel has taken at once counts, so that of those that read
  /// nothing the one is slowest that has done so for longest.
  private static func rate(_ connection: Connection, _ now: Instant) -> Double {
    let share = connection.unreadShare
    let bytes = connection.transport.written - share.written + connection.worker.limits.sendBuffer
    return Double(bytes) / (Double((now - share.since).nanoseconds) + 1)
  }

  private mutating func add(_ count: Int, _ connection: Connection) {
    guard count != 0, let names = connection.unreadShare.names else { return }
    total += count
    Self.add(count, names.address, &held)
    if !names.session.isEmpty { Self.add(count, names.session, &held) }
  }

  private static func add(_ count: Int, _ key: [UInt8], _ table: inout [[UInt8]: Int]) {
    let sum = table[key, default: 0] + count
    table[key] = sum > 0 ? sum : nil
  }
}
