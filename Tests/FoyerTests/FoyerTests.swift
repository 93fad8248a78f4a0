import Testing

/// Every test of the app. The limit only ends a wait in vain.
@Suite(.timeLimit(.minutes(2))) struct FoyerTests {}
