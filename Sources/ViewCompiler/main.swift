import Foundation

exit(Compilation.run(Array(CommandLine.arguments.dropFirst())))
