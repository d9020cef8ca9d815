package io.castile.engine;

import io.castile.soap.SoapVersion;
import io.castile.soap.flight.TemplateEvent;
import io.castile.soap.model.Operation;
import io.castile.template.Lease;
import io.castile.template.Match;
import io.castile.template.key.Direction;
import io.castile.template.key.MessageShape;
import io.castile.template.key.TemplateKey;
import io.castile.xml.Payload;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which template a message is written with: by its operation, and by what its values look like.
 * Thread-safe.
 */
final class TemplateKeys {
  private final Direction direction;
  private final boolean stuffed;
  private final ConcurrentHashMap<Operation, TemplateKey> keys = new ConcurrentHashMap<>(1);

  /**
   * @param stuffed whether messages may be stuffed; not if differences are made of them, for which
   *     white space that comes and goes is another structure
   */
  TemplateKeys(Direction direction, boolean stuffed) {
    this.direction = direction;
    this.stuffed = stuffed;
  }

  /**
   * Stands for the methods of a class, each by its signature, without leading to the class: what a
   * store keeps for a method may be there for longer.
   */
  private static final ClassValue<ConcurrentHashMap<String, Object>> METHODS =
      new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<String, Object> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** Operations of one method are the same, whichever client or server has them. */
  TemplateKey key(Operation operation) {
    TemplateKey known = keys.get(operation);
    if (known == null) {
      TemplateKey added = newKey(operation);
      known = keys.putIfAbsent(operation, added);
      known = known == null ? added : known;
    }
    return known;
  }

  private TemplateKey newKey(Operation operation) {
    Object identity =
        operation.identity() instanceof Method method ? identity(method) : operation.identity();
    TemplateKey key = new TemplateKey(direction, operation.toString(), identity);
    return stuffed ? key : key.unstuffed();
  }

  /** Records what a template did. */
  static void record(
      TemplateEvent event, Operation operation, Direction direction, Lease lease, Payload message) {
    Match match = lease.match();
    event.record(
        operation.name().getLocalPart(),
        direction.name().toLowerCase(Locale.ROOT),
        match == null ? "none" : match.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        message.size());
  }

  private static Object identity(Method method) {
    ConcurrentHashMap<String, Object> methods = METHODS.get(method.getDeclaringClass());
    Object added = new Object();
    Object known = methods.putIfAbsent(signature(method), added);
    return known == null ? added : known;
  }

  /**
   * Written out, as {@link Method#toString} works by streams, whose classes delay the first call.
   */
  private static String signature(Method method) {
    StringBuilder signature = new StringBuilder(method.getReturnType().getName());
    signature.append(' ').append(method.getName());
    for (Class<?> type : method.getParameterTypes()) {
      signature.append(' ').append(type.getName());
    }
    return signature.toString();
  }

  /**
   * What a message of these values looks like: which are absent, of what class the others are, how
   * many items they have by powers of two. Looks at the values only, and not into them but at the
   * first item of a list.
   *
   * @param asked the arguments of the call, by which the message is likely to be told from others
   */
  static MessageShape shape(SoapVersion version, Object[] values, Object[] asked) {
    long structure = version.ordinal();
    for (Object value : values) {
      structure = 31 * structure + structure(value);
    }
    return new MessageShape(structure, likeness(asked), longestArray(values));
  }

  private static long likeness(Object[] values) {
    long likeness = 1;
    for (Object value : values) {
      likeness = 31 * likeness + likeness(value);
    }
    return likeness;
  }

  /** That of the first of some items, or that of a value with equality; of others nothing. */
  private static int likeness(@Nullable Object value) {
    if (value instanceof List<?> items) {
      return items.isEmpty() ? 0 : items.size() + 31 * likeness(items.get(0));
    }
    return value instanceof String
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Enum<?>
        ? value.hashCode()
        : 0;
  }

  /** The length of the longest list or array of numbers among the values; 0 for none. */
  private static int longestArray(Object[] values) {
    int longest = 0;
    for (Object value : values) {
      if (value instanceof List<?> items) {
        boolean areNumbers = !items.isEmpty() && items.get(0) instanceof Number;
        longest = Math.max(longest, areNumbers ? items.size() : 0);
      } else if (value != null
          && value.getClass().isArray()
          && value.getClass().getComponentType().isPrimitive()
          && !(value instanceof byte[])) {
        longest = Math.max(longest, Array.getLength(value));
      }
    }
    return longest;
  }

  private static int structure(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Collection<?> items) {
      return 1 + magnitude(items.size());
    }
    Class<?> type = value.getClass();
    return type.isArray() ? type.hashCode() + magnitude(Array.getLength(value)) : type.hashCode();
  }

  private static int magnitude(int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size);
  }
}
