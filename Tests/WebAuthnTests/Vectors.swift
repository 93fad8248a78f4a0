import Crypto

/// Messages as a browser sends them, made by another implementation (Python's cryptography and cbor2) for the origin
/// https://foyer.example.org:8443, with flags UP, UV, BE and BS, and the counters 7 and 8. Each assertion belongs to the
/// registration of its algorithm.
struct Vector: Sendable {
  let algorithm: Int64
  let registration: String
  let assertion: String

  static let createChallenge = sha256("create".utf8)
  static let getChallenge = sha256("get".utf8)

  static let all = [
    Vector(
      algorithm: -7,
      registration: #"""
        {"id":"JU6BIszwG0Yek6bRSA6-c9c2XDS408nhfmssJOss4l0","rawId":"JU6BIszwG0Yek6bRSA6-c9c2XDS408nhfmssJOs\#
        s4l0","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxl\#
        bmdlIjoiLW9oSHNNTXhneWNfV1VWUWl6SERJSXFlVHM1WXlrY2pPZ1ZpalkyNk41ayIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIu\#
        ZXhhbXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oG\#
        hhdXRoRGF0YVikUVL0FyPBITpDUN8mD5Z55P2s0cOsXNFsnhATyBkEqAZdAAAABwAAAAAAAAAAAAAAAAAAAAAAICVOgSLM8BtGHp\#
        Om0UgOvnPXNlw0uNPJ4X5rLCTrLOJdpQECAyYgASFYICar4VOhxX20Kpwv4wchbIMqS97eUP4jC3kXoi9Ptm10Ilgg-thQu_npn6\#
        Gg45VDLhEWue15eedEjQO6KNLH1eedsps"},"clientExtensionResults":{}}
        """#,
      assertion: #"""
        {"id":"JU6BIszwG0Yek6bRSA6-c9c2XDS408nhfmssJOss4l0","rawId":"JU6BIszwG0Yek6bRSA6-c9c2XDS408nhfmssJOs\#
        s4l0","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdl\#
        IjoiS1ppekl5MHA2TnhhZU5sNk1zNkQ5VmJ6N1RHd1Z3ZDFBOThGWkIzWGtWZyIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIuZXhh\#
        bXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"UVL0FyPBITpDUN8mD5Z55P2s0cOsXN\#
        FsnhATyBkEqAYdAAAACA","signature":"MEYCIQD_kK0m_Ek_AQSpG93d7-96IxuwG2u0UelvpDOhGg5XHAIhAMj0kl3j48S9c\#
        Z6rYM091Os9JcHs1oEsSb4SxEwTXqJB","userHandle":"9m1_TUisVQIGVg0Qm7m-qC32Bbn7rZCuH3RPlk82IZscWTNRrPe2K\#
        MyOlI_nojsUhpFzQifPAmS__JUne5spBQ"},"clientExtensionResults":{}}
        """#),
    Vector(
      algorithm: -8,
      registration: #"""
        {"id":"3NA7TDvrb_J_iljIeMWJz1XtcbMz17t5Kpx2nekcVf0","rawId":"3NA7TDvrb_J_iljIeMWJz1XtcbMz17t5Kpx2nek\#
        cVf0","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxl\#
        bmdlIjoiLW9oSHNNTXhneWNfV1VWUWl6SERJSXFlVHM1WXlrY2pPZ1ZpalkyNk41ayIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIu\#
        ZXhhbXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oG\#
        hhdXRoRGF0YViBUVL0FyPBITpDUN8mD5Z55P2s0cOsXNFsnhATyBkEqAZdAAAABwAAAAAAAAAAAAAAAAAAAAAAINzQO0w762_yf4\#
        pYyHjFic9V7XGzM9e7eSqcdp3pHFX9pAEBAycgBiFYIFVsvbxgiAide9osY6wMSOOdZ8lCOppdB9F896LMlzR0"},"clientExte\#
        nsionResults":{}}
        """#,
      assertion: #"""
        {"id":"3NA7TDvrb_J_iljIeMWJz1XtcbMz17t5Kpx2nekcVf0","rawId":"3NA7TDvrb_J_iljIeMWJz1XtcbMz17t5Kpx2nek\#
        cVf0","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdl\#
        IjoiS1ppekl5MHA2TnhhZU5sNk1zNkQ5VmJ6N1RHd1Z3ZDFBOThGWkIzWGtWZyIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIuZXhh\#
        bXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"UVL0FyPBITpDUN8mD5Z55P2s0cOsXN\#
        FsnhATyBkEqAYdAAAACA","signature":"i2auVWFrObGH4BcpZcQn-oJZsFFuoW5wNBHQbdqPfng1-s1tuVZyAP1170BWzDkB4\#
        QzKcoYciHW2J1d3vacCAQ","userHandle":"9m1_TUisVQIGVg0Qm7m-qC32Bbn7rZCuH3RPlk82IZscWTNRrPe2KMyOlI_nojs\#
        UhpFzQifPAmS__JUne5spBQ"},"clientExtensionResults":{}}
        """#),
    Vector(
      algorithm: -257,
      registration: #"""
        {"id":"5DqmAqbUx8xlQMAmjuZ1YDOp7Ykq_rkoSFwd6VGztjA","rawId":"5DqmAqbUx8xlQMAmjuZ1YDOp7Ykq_rkoSFwd6VG\#
        ztjA","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxl\#
        bmdlIjoiLW9oSHNNTXhneWNfV1VWUWl6SERJSXFlVHM1WXlrY2pPZ1ZpalkyNk41ayIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIu\#
        ZXhhbXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oG\#
        hhdXRoRGF0YVkBZ1FS9BcjwSE6Q1DfJg-WeeT9rNHDrFzRbJ4QE8gZBKgGXQAAAAcAAAAAAAAAAAAAAAAAAAAAACDkOqYCptTHzG\#
        VAwCaO5nVgM6ntiSr-uShIXB3pUbO2MKQBAwM5AQAgWQEAsau6agW_WozXdNRQ85HzJwL_CHGM6TFyLCIxnb0IhoM2ZVU-Rp6dFN\#
        jjH5RcujY0M4Bkb2WCPCjplJrXI0sycXq_osrwUU7Zk8DpC50dA4nT8mNCgsUjqG-l1PpgHMh4iL7hlTCRee410wj1c0MjLIwUAC\#
        vvNXvB7Sll1E2FfOazk6awd7cCtZVWzuQFHASIV2YyW1vndp3ikfTTDi0gLzVMDAQC3X8dqYjxFdVTfT5b8Fj-mxBkm53l3NiGO2\#
        GvTZ_2K0HPQbjGcGeg8tgDSYPhrRScQ57unMwtopXPaDfLlPlOVnIr__AOhG6v7Xp-Dhnnw9yn5GdEDXYTtecTkyFDAQAB"},"cl\#
        ientExtensionResults":{}}
        """#,
      assertion: #"""
        {"id":"5DqmAqbUx8xlQMAmjuZ1YDOp7Ykq_rkoSFwd6VGztjA","rawId":"5DqmAqbUx8xlQMAmjuZ1YDOp7Ykq_rkoSFwd6VG\#
        ztjA","type":"public-key","response":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdl\#
        IjoiS1ppekl5MHA2TnhhZU5sNk1zNkQ5VmJ6N1RHd1Z3ZDFBOThGWkIzWGtWZyIsIm9yaWdpbiI6Imh0dHBzOi8vZm95ZXIuZXhh\#
        bXBsZS5vcmc6ODQ0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0","authenticatorData":"UVL0FyPBITpDUN8mD5Z55P2s0cOsXN\#
        FsnhATyBkEqAYdAAAACA","signature":"bhKBwV-jyptFYYP3WoBGTEFI5F5Y-vWlfM7_xvmqQuBa9gvLxONah4G5BE1kmV9WL\#
        qLCDsZxQo5ohZa1S6JtLNfkLb04TlrDLcouEMJxNUhFOPJLiVPQ_b0mWojf3-wiUPBUcjBG9-t0AhlKXkzTYqSG-OlRn-sTsB_Js\#
        XLXXI8cxROQN2l3M2sGaSKVYvDO9se2nRxd2l5FZMVvUAQH46piCdYjWdWY1IZYswooYUYSRfR1hJUxF3dgiPKy1wEAMF8KcqmmD\#
        mgxpAB2EYDDImw0cM_na7NWzqycNqREcnMe8JfkfACdMyijlSHO7x-sqtbL-Wm_YviHGePdXQmqsg","userHandle":"9m1_TUi\#
        sVQIGVg0Qm7m-qC32Bbn7rZCuH3RPlk82IZscWTNRrPe2KMyOlI_nojsUhpFzQifPAmS__JUne5spBQ"},"clientExtensionRe\#
        sults":{}}
        """#),
  ]
}
