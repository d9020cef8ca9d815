package io.castile.cache.graph;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How this JVM lays objects out in memory, as far as their size depends on it: the sizes of the
 * header and of a reference, in bytes.
 */
public final class ObjectLayout {
  static final int REFERENCE = isSet("UseCompressedOops", true) ? 4 : 8;
  static final int HEADER =
      isSet("UseCompactObjectHeaders", false)
          ? 8
          : isSet("UseCompressedClassPointers", true) ? 12 : 16;

  private static final int ALIGNMENT = 8;

  private ObjectLayout() {}

  private static boolean isSet(String option, boolean otherwise) {
    try {
      HotSpotDiagnosticMXBean diagnostics =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return Boolean.parseBoolean(diagnostics.getVMOption(option).getValue());
    } catch (RuntimeException | LinkageError e) {
      return otherwise; // another JVM, or one that does not know the option
    }
  }

  static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** The size of an object of the JDK with that many references and bytes of primitives. */
  public static long object(int references, int primitiveBytes) {
    return align(HEADER + (long) references * REFERENCE + primitiveBytes);
  }

  /** The size of an array. */
  public static long array(Class<?> component, long length) {
    return align(HEADER + 4 + length * width(component));
  }

  /** The size of an array of references. */
  public static long references(long length) {
    return array(Object.class, length);
  }

  /** The size of a string, with its characters. */
  public static long text(String text) {
    int width = 1;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        width = 2;
        break;
      }
    }
    return object(1, 6) + array(byte.class, (long) text.length() * width);
  }

  /** The size of an array of strings, with the strings; of each null only the reference. */
  public static long texts(@Nullable String[] texts) {
    long bytes = references(texts.length);
    for (String text : texts) {
      bytes += text == null ? 0 : text(text);
    }
    return bytes;
  }

  /**
   * The size of an object with these fields. Since JDK 15 gaps are filled with what fits, so only
   * the end is padded.
   */
  static long object(List<FieldSlot> fields) {
    long bytes = HEADER;
    for (FieldSlot field : fields) {
      bytes += width(field.type());
    }
    return align(bytes);
  }

  private static int width(Class<?> type) {
    if (!type.isPrimitive()) {
      return REFERENCE;
    }
    if (type == long.class || type == double.class) {
      return 8;
    }
    if (type == int.class || type == float.class) {
      return 4;
    }
    return type == short.class || type == char.class ? 2 : 1;
  }
}
