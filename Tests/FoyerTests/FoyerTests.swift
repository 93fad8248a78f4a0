import Testing

@testable import Foyer
