import Glibc

/// How many rounds a random test plays: all of them for `bin/check --deep` (DEEP=yes), a quarter otherwise.
func rounds(_ all: Int) -> Int { getenv("DEEP") == nil ? all / 4 : all }
