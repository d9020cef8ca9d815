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
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The typed forms of the messages of operations, made when they are first asked for. */
public final class TypedCodings {
  private static final Logger log = LoggerFactory.getLogger(TypedCodings.class);

  /** By the message, of which there is one for each operation and direction. */
  private static final Cache<Message, Optional<TypedCoding>> KNOWN =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** By service, the elements of requests by the fingerprints of their plans. */
  private static final Cache<ServiceModel, Map<Long, QName>> ELEMENTS =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

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
    return message == null ? null : KNOWN.get(message, TypedCodings::find).orElse(null);
  }

  private static Optional<TypedCoding> find(Message message) {
    try {
      return Optional.of(made(message));
    } catch (NotTypedException e) {
      log.debug("{} goes as XML: {}", message.body().name(), e.getMessage());
      return Optional.empty();
    }
  }

  private static TypedCoding made(Message message) throws NotTypedException {
    Codec<?> codec = message.body().codec();
    if (codec == null || message.items() != null) {
      throw new NotTypedException("a body that is empty, encoded, or read item by item");
    }
    if (!message.headers().isEmpty()) {
      throw new NotTypedException("header blocks with values");
    }
    return TypedCoding.of(TypedPlan.of(codec));
  }
}
