package io.castile.delta.typed;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.codec.Codec;
import io.castile.codec.bean.RootCodec;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The typed forms of the messages of operations, made when they are first asked for. */
public final class TypedCodings {
  private static final Logger log = LoggerFactory.getLogger(TypedCodings.class);

  /** The elements of requests by service and by the fingerprints of their plans. */
  private static final Cache<ServiceModel, Map<Long, QName>> ELEMENTS =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** The namespaces of WS-Addressing. */
  private static final Set<String> ADDRESSING =
      Set.of(
          "http://www.w3.org/2005/08/addressing",
          "http://schemas.xmlsoap.org/ws/2004/08/addressing");

  /** How the namespaces of WS-Security begin. */
  private static final String SECURITY = "http://docs.oasis-open.org/wss/";

  /** The form of a message, or why it has none; one of both is null. */
  private record Found(@Nullable TypedCoding coding, @Nullable NotTypedException reason) {}

  /**
   * The typed forms for the messages that have one element in the body, by the codecs of their
   * header blocks. Kept with the codec of the element.
   */
  private static final class Forms {
    private final Map<List<Codec<?>>, Found> found = new ConcurrentHashMap<>(1);
  }

  private TypedCodings() {}

  /**
   * Returns the element of the requests of a service that have a plan; null for none. Operations
   * that share an element have one plan, too, unless their header blocks differ.
   */
  public static @Nullable QName requestElement(ServiceModel model, long fingerprint) {
    return ELEMENTS.get(model, TypedCodings::elements).get(fingerprint);
  }

  private static Map<Long, QName> elements(ServiceModel model) {
    Map<Long, QName> elements = new HashMap<>();
    for (OperationModel operation : model.operations()) {
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
    RootCodec<?> codec = message == null || obstacle(message) != null ? null : root(message);
    return codec == null || message == null ? null : found(codec, message).coding;
  }

  /**
   * Returns the typed form of a message.
   *
   * @throws NotTypedException if it has none, with the reason
   */
  public static TypedCoding require(Message message) throws NotTypedException {
    String obstacle = obstacle(message);
    if (obstacle != null) {
      throw new NotTypedException(obstacle);
    }
    RootCodec<?> codec = root(message);
    if (codec == null) {
      throw new NotTypedException("an element that an adapter makes");
    }
    Found found = found(codec, message);
    if (found.coding == null) {
      throw Objects.requireNonNull(found.reason);
    }
    return found.coding;
  }

  /**
   * Returns the typed form of an operation's requests.
   *
   * @throws NotTypedException if they have none, or there is no answer beside which a server could
   *     say that it reads them, with the reason
   */
  public static TypedCoding requireRequest(OperationModel operation) throws NotTypedException {
    if (operation.oneWay()) {
      throw new NotTypedException("a one-way operation");
    }
    return require(operation.request());
  }

  /** Why a message has no typed form, whatever its element is; null for nothing. */
  private static @Nullable String obstacle(Message message) {
    if (message.body().isEncoded()) {
      return "SOAP encoding";
    }
    if (message.items() != null) {
      return "items that are read one by one";
    }
    for (Message.Header header : message.headers()) {
      if (header.codec() == null) {
        return "SOAP encoding";
      }
      if (isOfProtocol(header.name().getNamespaceURI())) {
        return "a header block of WS-Addressing or WS-Security";
      }
    }
    return message.body().codec() == null ? "a body that is empty" : null;
  }

  /** Whether the blocks of a namespace say where a message goes, or identify its sender. */
  private static boolean isOfProtocol(String namespace) {
    return namespace.startsWith(SECURITY) || ADDRESSING.contains(namespace);
  }

  private static @Nullable RootCodec<?> root(Message message) {
    return message.body().codec() instanceof RootCodec<?> root ? root : null;
  }

  private static Found found(RootCodec<?> codec, Message message) {
    List<Codec<?>> blocks = new ArrayList<>(message.headers().size());
    for (Message.Header header : message.headers()) {
      blocks.add(Objects.requireNonNull(header.codec(), "no encoded blocks"));
    }
    Map<List<Codec<?>>, Found> forms = codec.derived(Forms.class, each -> new Forms()).found;
    Found known = forms.get(blocks);
    if (known == null) {
      Found made = find(codec, blocks);
      known = forms.putIfAbsent(blocks, made);
      known = known == null ? made : known;
    }
    return known;
  }

  private static Found find(RootCodec<?> codec, List<Codec<?>> blocks) {
    try {
      return new Found(TypedCoding.of(TypedPlan.of(codec, blocks)), null);
    } catch (NotTypedException e) {
      log.debug("{} goes as XML: {}", codec.name(), e.getMessage());
      return new Found(null, e);
    }
  }
}
