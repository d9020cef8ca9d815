package io.castile.delta.typed;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.codec.Codec;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.soap.model.Message;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The typed forms of the messages of operations, made when they are first asked for. */
public final class TypedCodings {
  private static final Logger log = LoggerFactory.getLogger(TypedCodings.class);

  /** By the message, of which there is one for each operation and direction. */
  private static final Cache<Message, Found> KNOWN =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** By service, the elements of requests by the fingerprints of their plans. */
  private static final Cache<ServiceModel, Map<Long, QName>> ELEMENTS =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** The form of a message, or why it has none; one of both is null. */
  private record Found(@Nullable TypedCoding coding, @Nullable NotTypedException reason) {}

  private TypedCodings() {}

  /**
   * Returns the element of the requests of a service that have a plan; null for none. Operations
   * that share an element have one plan, too.
   */
  public static @Nullable QName requestElement(ServiceModel model, long fingerprint) {
    return ELEMENTS.get(model, TypedCodings::elements).get(fingerprint);
  }

  private static Map<Long, QName> elements(ServiceModel model) {
    Map<Long, QName> elements = new HashMap<>();
    for (Operation operation : model.operations()) {
      QName element = operation.requestElement();
      TypedCoding coding = element == null ? null : of(operation.request());
      if (coding != null) {
        elements.put(coding.plan().fingerprint(), element);
      }
    }
    return Map.copyOf(elements);
  }

  /** Returns the typed form of a message; null if it has none. */
  public static @Nullable TypedCoding of(@Nullable Message message) {
    return message == null ? null : found(message).coding;
  }

  /**
   * Returns the typed form of a message.
   *
   * @throws NotTypedException if it has none, with the reason
   */
  public static TypedCoding require(Message message) throws NotTypedException {
    Found found = found(message);
    if (found.coding == null) {
      throw Objects.requireNonNull(found.reason);
    }
    return found.coding;
  }

  private static Found found(Message message) {
    return KNOWN.get(message, TypedCodings::find);
  }

  private static Found find(Message message) {
    try {
      return new Found(made(message), null);
    } catch (NotTypedException e) {
      log.debug("{} goes as XML: {}", message.body().name(), e.getMessage());
      return new Found(null, e);
    }
  }

  private static TypedCoding made(Message message) throws NotTypedException {
    if (message.body().isEncoded()) {
      throw new NotTypedException("SOAP encoding");
    }
    if (message.items() != null) {
      throw new NotTypedException("items that are read one by one");
    }
    if (!message.headers().isEmpty()) {
      throw new NotTypedException("header blocks with values");
    }
    Codec<?> codec = message.body().codec();
    if (codec == null) {
      throw new NotTypedException("a body that is empty");
    }
    return TypedCoding.of(TypedPlan.of(codec));
  }
}
