package io.castile.engine;

import io.castile.soap.flight.TemplateEvent;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.internal.Lease;
import io.castile.template.internal.Match;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.TemplateKey;
import io.castile.xml.Payload;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/** Which template a message is written with, by its operation. Thread-safe. */
final class TemplateKeys {
  private final Direction direction;
  private final TemplateStore templates;
  private final boolean stuffed;
  private final ConcurrentHashMap<OperationModel, TemplateKey> keys = new ConcurrentHashMap<>(1);

  /**
   * @param templates say whether services share them
   * @param stuffed whether messages may be stuffed; not if differences are made of them, for which
   *     white space that comes and goes is another structure
   */
  TemplateKeys(Direction direction, TemplateStore templates, boolean stuffed) {
    this.direction = direction;
    this.templates = templates;
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
  TemplateKey key(OperationModel operation) {
    TemplateKey known = keys.get(operation);
    if (known == null) {
      TemplateKey added = newKey(operation);
      known = keys.putIfAbsent(operation, added);
      known = known == null ? added : known;
    }
    return known;
  }

  private TemplateKey newKey(OperationModel operation) {
    String name = operation.toString();
    TemplateKey key =
        templates.areAcrossServices(name)
            ? TemplateKey.ofShape(direction, name, ShapeText.of(operation, direction))
            : new TemplateKey(direction, name, identity(operation));
    return stuffed ? key : key.unstuffed();
  }

  private static Object identity(OperationModel operation) {
    return operation.identity() instanceof Method method ? identity(method) : operation.identity();
  }

  /** Records what a template did. */
  static void record(
      TemplateEvent event,
      OperationModel operation,
      Direction direction,
      Lease lease,
      Payload message) {
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
}
