package io.castile.bench.delta;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What both ends do during a linked call, told by the method that is at work. */
enum CallActivity {
  WRITE("template writing"),
  MAKE("finding changes and making the delta"),
  APPLY("applying the delta"),
  NAME("names and checksums"),
  READ("reading"),
  COPY("copying"),
  REST("the rest");

  private static final String DELTA = "io.castile.delta.";
  private static final String FORMAT = DELTA + "format.";

  private static final List<String> NAMING =
      List.of(
          FORMAT + "CheckHash",
          FORMAT + "FieldDigest",
          FORMAT + "MessageNames",
          FORMAT + "InstanceNames",
          FORMAT + "Sha256",
          "java.util.zip.CRC32");

  private static final Set<String> COPYING =
      Set.of(
          "java.lang.System.arraycopy",
          "java.util.Arrays.copyOf",
          "java.util.Arrays.copyOfRange",
          "java.io.ByteArrayOutputStream.write",
          "java.io.ByteArrayOutputStream.toByteArray",
          "java.nio.ByteBuffer.put",
          "java.nio.HeapByteBuffer.put",
          "java.nio.HeapByteBuffer.get");

  private final String label;

  CallActivity(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /**
   * Returns what a method is there for; nothing where that depends on its caller.
   *
   * @param type the name of the class, inner ones behind {@code $}
   */
  static Optional<CallActivity> of(String type, String method) {
    if (COPYING.contains(type + "." + method)) {
      return Optional.of(COPY);
    }
    if (NAMING.stream().anyMatch(type::startsWith)) {
      return Optional.of(NAME);
    }
    if (type.startsWith(FORMAT)) {
      return ofDelta(type.substring(FORMAT.length()), method);
    }
    if (type.startsWith("io.castile.template.read.") || type.startsWith("io.castile.xml.XmlRead")) {
      return Optional.of(READ);
    }
    if (type.startsWith("io.castile.template.") || type.startsWith("io.castile.xml.XmlWrit")) {
      return Optional.of(WRITE);
    }
    boolean isCodec = type.startsWith("io.castile.codec.") || type.contains("CastileCodec");
    return isCodec ? ofCodec(method) : Optional.empty();
  }

  /** Tables and walks serve both directions. */
  private static Optional<CallActivity> ofDelta(String type, String method) {
    if (type.startsWith("DeltaWriter")) {
      return Optional.of(MAKE);
    }
    if (type.startsWith("DeltaReader")) {
      return Optional.of(APPLY);
    }
    if (type.equals("Delta")) {
      return Optional.of(method.equals("between") ? MAKE : APPLY);
    }
    return Optional.empty();
  }

  private static Optional<CallActivity> ofCodec(String method) {
    if (method.startsWith("write")) {
      return Optional.of(WRITE);
    }
    if (method.startsWith("copy")) {
      return Optional.of(COPY);
    }
    return method.startsWith("read") ? Optional.of(READ) : Optional.empty();
  }
}
