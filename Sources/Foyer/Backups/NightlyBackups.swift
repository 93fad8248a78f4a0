import Glibc
import Postgres

extension Database {
  /// Makes a backup in the folder each night, and at once when the last one is older than the last night, until the task
  /// is cancelled. Of several instances one makes it.
  /// - Parameter version: the program's.
  public func backUpNightly(into folder: BackupFolder, version: String, _ log: Log) async {
    var earliest = 0
    while !Task.isCancelled {
      let now = time(nil)
      let due = max(earliest, BackupSchedule.due(after: folder.moments(until: now).last, now: now))
      guard now >= due else {
        // In steps, since the clock may be set meanwhile.
        try? await Task.sleep(for: .seconds(min(due - now, 600)))
        continue
      }
      do throws(BackupError) {
        let file = folder.file(at: now)
        let manifest = try await backUp(to: file, version: version)
        folder.remember(nil, at: now)
        folder.clear(at: now)
        log.note("backed_up", ["file": file, "rows": "\(manifest.rows)", "bytes": "\(manifest.bytes)"])
      } catch  where error.isBusy {
        // Another instance is at it: if it has this folder as well, its backup is seen here.
        earliest = now + 60
      } catch {
        if Task.isCancelled { return }
        log.warn("backup_failed", ["error": "\(error)"])
        folder.remember("\(error)", at: now)
        earliest = now + 3600
      }
    }
  }
}
