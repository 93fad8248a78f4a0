import Glibc
import Testing

@testable import Processes

@Suite struct ChildProcessTests {
  private static let soon = Duration.seconds(60)

  private static func run(
    _ command: [String], input: [UInt8]? = nil, environment: [String] = [], limits: ChildProcess.Limits? = nil,
    confinement: Confinement? = nil, room: Int = 1 << 20
  ) throws -> ChildProcess {
    try ChildProcess.run(
      command, input: input, environment: environment, limits: limits, confinement: confinement, deadline: .now + soon,
      room: room)
  }

  @Test func `A child gets its input, a folder and an environment of its own, and no other descriptor`() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let copy = try Self.run(["cat"], input: bytes)
    #expect(copy.status == 0 && copy.output == bytes)
    #expect(try Self.run(["cat"]).output.isEmpty)
    #expect(try Self.run(["pwd"]).text == "/\n")
    let environment = try Self.run(["env"], environment: ["A=1"]).text
    #expect(Set(environment.split(separator: "\n").map { $0.prefix { $0 != "=" } }) == ["PATH", "LC_ALL", "TZ", "A"])
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let descriptors = try Self.run([
      "perl", "-e", "opendir(D,'/proc/self/fd'); print join ' ', sort grep /\\d/, readdir D",
    ])
    #expect(descriptors.text == "0 1 2 3")
  }

  @Test func `How a child ended is told: by a status, a signal, too late, with too much, or not begun`() throws {
    #expect(try Self.run(["false"]).status == 1)
    #expect(try Self.run(["perl", "-e", "print STDERR 'no'; kill 15, $$"]).status == 128 + 15)
    #expect(throws: ChildProcess.Failure.missing(ENOENT)) { try Self.run(["no-such-program"]) }
    #expect(throws: ChildProcess.Failure.missing(ENOENT)) { try Self.run(["/no/such/program"]) }
    #expect(throws: ChildProcess.Failure.tooMuch) { try Self.run(["yes"], room: 1 << 16) }
    #expect(throws: ChildProcess.Failure.late) {
      try ChildProcess.run(["sleep", "1000"], deadline: .now + .milliseconds(100))
    }
    // Even when what it has started keeps its streams open.
    let orphan = try Self.run(["perl", "-e", "print 'parent'; $| = 1; if (fork == 0) { sleep 1000 }"])
    #expect(orphan.text == "parent")
  }

  @Test(arguments: Confinement.allCases)
  func `A child keeps to its limits of memory and processor time`(confinement: Confinement) throws {
    try #require(Self.allows(confinement))
    let limits = ChildProcess.Limits(memory: 256 << 20, processorTime: 1)
    let hungry = try Self.run(
      ["perl", "-e", "my $x = 'x' x (512 << 20); print length $x"], limits: limits, confinement: confinement)
    #expect(hungry.status != 0 && hungry.output.isEmpty)
    let busy = try Self.run(["perl", "-e", "1 while 1"], limits: limits, confinement: confinement)
    #expect(busy.status == 128 + SIGXCPU || busy.status == 128 + SIGKILL)
  }

  /// Prints a word for each thing that an intruder could do with a decoder's process.
  private static let intruder = """
    my ($dir, $port) = @ARGV;
    print "begun ";
    print "secret " if open(my $f, '<', "$dir/secret");
    print "passwd " if open(my $f, '<', '/etc/passwd');
    print "parent " if open(my $f, '<', '/proc/' . getppid() . '/environ');
    print "write " if open(my $f, '>', "$dir/new");
    print "append " if open(my $f, '>>', "$dir/secret");
    print "unlink " if unlink("$dir/other");
    print "mkdir " if mkdir("$dir/folder");
    print "chmod " if chmod(0777, "$dir/secret");
    print "list " if opendir(my $d, $dir);
    if (socket(my $s, 2, 1, 0)) {
      print "tcp ";
      print "connect " if connect($s, pack('S n a4 x8', 2, $port, "\\x7f\\0\\0\\x01"));
    }
    print "udp " if socket(my $s, 2, 2, 0);
    print "unix " if socket(my $s, 1, 1, 0);
    print "netlink " if socket(my $s, 16, 3, 0);
    print "kill " if kill 0, getppid();
    my $child = fork;
    exit if defined $child and $child == 0;
    print "fork " if defined $child;
    exec '/bin/sh', '-c', 'echo exec' if -e '/bin/sh';
    """

  @Test(arguments: Confinement.allCases)
  func `A program with many open files confines its children, too`(confinement: Confinement) throws {
    let files = (0..<100).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for file in files { close(file) } }
    #expect(try Self.run(["true"], confinement: confinement).status == 0)
  }

  private static func allows(_ confinement: Confinement) -> Bool {
    (try? run(["true"], confinement: confinement))?.status == 0
  }

  /// What an intruder achieves.
  private static func intrusions(_ confinement: Confinement?) throws -> Set<String> {
    let folder = "/tmp/foyer-intruder-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    mkdir(folder, 0o700)
    for name in ["secret", "other"] { close(open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
    defer { _ = try? run(["rm", "-rf", folder]) }
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = listen(listener, 1)
        _ = getsockname(listener, $0, &length)
      }
    }
    let child = try run(
      ["perl", "-e", intruder, folder, "\(UInt16(bigEndian: address.sin_port))"], confinement: confinement)
    return Set(child.text.split { $0.isWhitespace }.map(String.init))
  }

  private static let all: Set = [
    "begun", "secret", "passwd", "parent", "write", "append", "unlink", "mkdir", "chmod", "list", "tcp", "connect",
    "udp", "unix", "netlink", "kill", "fork", "exec",
  ]

  @Test func `Without confinement the intruder does all that the next test refuses`() throws {
    #expect(try Self.intrusions(nil) == Self.all)
  }

  @Test(arguments: [Confinement.landlock, .namespaces])
  func `A confined child has no network and no files, starts nothing and changes nothing`(confinement: Confinement)
    throws
  {
    try #require(Self.allows(confinement))
    #expect(try Self.intrusions(confinement) == ["begun"])
  }

  @Test func `Where only system calls can be confined, files can be read and nothing else`() throws {
    try #require(Self.allows(.systemCalls))
    #expect(try Self.intrusions(.systemCalls).isSubset(of: ["begun", "secret", "passwd", "parent", "list", "exec"]))
  }

  @Test func `The strictest confinement that works is taken`() {
    #expect(Confinement.best == Confinement.allCases.first(where: Self.allows))
  }
}
