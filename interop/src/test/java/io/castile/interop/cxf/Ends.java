package io.castile.interop.cxf;

import java.util.List;

/** Which ends of a call have Castile's codecs; the others have Jakarta XML Binding. */
enum Ends {
  NEITHER,
  CLIENT,
  SERVER,
  BOTH;

  /** Those to be held against {@link #NEITHER}. */
  static final List<Ends> WITH_CODECS = List.of(CLIENT, SERVER, BOTH);

  boolean hasClient() {
    return this == CLIENT || this == BOTH;
  }

  boolean hasServer() {
    return this == SERVER || this == BOTH;
  }
}
