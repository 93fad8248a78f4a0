import EventLoop

extension Pool {
  /// Runs `body` with a pool of one connection on an event loop of its own, and closes both: for commands, and for work
  /// beside serving.
  /// - Parameters:
  ///   - database: where it is; it gets one connection.
  ///   - timeout: how long a batch may take. Nobody waits for a page meanwhile.
  public static func alone<Value: Sendable>(
    _ database: PoolConfiguration, timeout: Duration, _ body: @Sendable (Pool) async throws -> Value
  ) async throws -> Value {
    let loop = EventLoop(label: "alone")
    await loop.start()
    do {
      let value = try await loop.run { loop -> Value in
        var configuration = database
        (configuration.connections, configuration.timeout, configuration.patience) = (1, timeout, .seconds(10))
        let pool = Pool(configuration: configuration, poller: loop.poller)
        do {
          let value = try await body(pool)
          await pool.close()
          return value
        } catch {
          await pool.close()
          throw error
        }
      }
      await loop.stop()
      return value
    } catch {
      await loop.stop()
      throw error
    }
  }
}
