package io.castile.codec.compile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The class file that a source text was compiled to. Immutable. */
final class CompiledUnit {
  /**
   * HotSpot leaves methods longer than this many bytes of code to its bytecode interpreter for good
   * ({@code -XX:+DontCompileHugeMethods}, HugeMethodLimit).
   */
  static final int MAX_CODE_LENGTH = 8000;

  private final byte[] classFile;
  private final Map<String, Integer> codeLengths;

  CompiledUnit(byte[] classFile, Map<String, Integer> codeLengths) {
    this.classFile = classFile;
    this.codeLengths = Collections.unmodifiableMap(new LinkedHashMap<>(codeLengths));
  }

  /** The bytes of the class file; shared, never written to. */
  byte[] classFile() {
    return classFile;
  }

  /** Bytes of code of each method, by name and descriptor, in the order of the source. */
  Map<String, Integer> codeLengths() {
    return codeLengths;
  }

  /**
   * @throws UncompilableException if the just-in-time compiler would never look at one of the
   *     methods: interpreting the plan in compiled code is faster than that
   */
  void checkCodeLengths() throws UncompilableException {
    for (Map.Entry<String, Integer> method : codeLengths.entrySet()) {
      boolean runsOnce = method.getKey().startsWith("<clinit>");
      if (method.getValue() > MAX_CODE_LENGTH && !runsOnce) {
        throw new UncompilableException(
            "generated method "
                + method.getKey()
                + " has "
                + method.getValue()
                + " bytes of code, and the JVM compiles no method of more than "
                + MAX_CODE_LENGTH);
      }
    }
  }
}
