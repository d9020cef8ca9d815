package io.castile.delta;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Messages that weigh more with their tables than without, and what objects hold in arrays. */
public final class Weights {
  /** About the size of each message. */
  public static final int BYTES = 1000;

  private Weights() {}

  private static byte[] repeated(String start, String content, String end) {
    return (start + content.repeat(BYTES / content.length()) + end).getBytes(US_ASCII);
  }

  /** Messages of which tables are far larger than they. */
  public static List<byte[]> hostile() {
    return List.of(
        repeated("<r>", "<a/>", "</r>"),
        repeated("<r>", "<a></a>", "</r>"),
        repeated("<r ", "b=''", "/>"),
        repeated("<r>", "<a/>1", "</r>"),
        repeated("<r>", "<a/><a/><b/><b/>", "</r>"),
        repeated("", "<a>", ""));
  }

  /** What arrays in an object take, and those in objects of its package that it has. */
  public static long arrayBytes(Object object) throws IllegalAccessException {
    return arrayBytes(object, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static long arrayBytes(Object object, Set<Object> seen) throws IllegalAccessException {
    long bytes = 0;
    for (Field field : object.getClass().getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      field.setAccessible(true);
      Object value = field.get(object);
      if (value == null || !seen.add(value)) {
        continue;
      }
      if (value instanceof byte[] array) {
        bytes += array.length;
      } else if (value instanceof short[] array) {
        bytes += (long) Short.BYTES * array.length;
      } else if (value instanceof int[] array) {
        bytes += (long) Integer.BYTES * array.length;
      } else if (value instanceof long[] array) {
        bytes += (long) Long.BYTES * array.length;
      } else if (value instanceof byte[][] arrays) {
        for (byte[] array : arrays) {
          bytes += array == null ? 0 : array.length;
        }
      } else if (value.getClass().getPackage() == object.getClass().getPackage()) {
        bytes += arrayBytes(value, seen);
      }
    }
    return bytes;
  }
}
