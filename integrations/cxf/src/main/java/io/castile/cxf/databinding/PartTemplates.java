package io.castile.cxf.databinding;

import io.castile.template.Templates;
import io.castile.template.internal.Lease;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import io.castile.template.read.ReadTemplate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.apache.cxf.databinding.WrapperHelper;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.AbstractMessageContainer;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Lends the templates that parts of messages are written and read with: the last ones of their
 * kind. Nothing is stuffed, so that a part has the bytes that it has without a template.
 * Thread-safe.
 */
final class PartTemplates {
  private static final Object[] NOTHING = {};

  /** WrapperClassOutInterceptor's property of parts that are wrappers. */
  private static final String WRAPPER = "WRAPPER_CLASS";

  /**
   * Stands for the elements of a class, each by its name, without leading to the class: what a
   * store keeps for an element may be there for longer.
   */
  private static final ClassValue<Map<QName, Object>> ELEMENTS =
      new ClassValue<>() {
        @Override
        protected Map<QName, Object> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private final TemplateStore store;
  private final Map<Use, TemplateKey> keys = new ConcurrentHashMap<>();

  /** Apart from those above: with each goes what was read, and a store keeps those above. */
  private final Map<Use, TemplateKey> readKeys = new ConcurrentHashMap<>();

  /** Where a part occurs. */
  private record Use(Direction direction, String operation, Class<?> type, QName element) {}

  PartTemplates(Templates store) {
    this.store = TemplateStore.of(store);
  }

  // ---- writing ----

  /**
   * Asks for a template.
   *
   * @return to be closed when the part has been written; null if it is to be written plainly
   */
  @Nullable Lease lease(Message message, MessagePartInfo part, Object value) {
    Exchange exchange = message.getExchange();
    BindingOperationInfo operation = exchange.getBindingOperationInfo();
    if (operation == null) {
      return null;
    }
    boolean isRequest = MessageUtils.isRequestor(message);
    Use use =
        new Use(
            isRequest ? Direction.REQUEST : Direction.RESPONSE,
            operation.getName().getLocalPart(),
            part.getTypeClass(),
            part.getConcreteName());
    Object[] values = values(part, value);
    Object[] asked = isRequest ? values : arguments(exchange.getInMessage());
    return store.lease(
        keys.computeIfAbsent(use, PartTemplates::key), MessageShape.of(0, values, asked));
  }

  private static TemplateKey key(Use use) {
    Object identity = ELEMENTS.get(use.type()).computeIfAbsent(use.element(), name -> new Object());
    return new TemplateKey(use.direction(), use.operation(), identity).unstuffed();
  }

  /** Returns the values in a wrapper; or the value itself. */
  private static Object[] values(MessagePartInfo part, Object value) {
    return part.getTypeClass().isInstance(value)
            && part.getProperty(WRAPPER) instanceof WrapperHelper helper
        ? helper.getWrapperParts(value).toArray()
        : new Object[] {value};
  }

  /** The arguments of the call that is answered, as far as they have been read. */
  private static Object[] arguments(@Nullable Message request) {
    List<?> contents = request == null ? null : request.getContent(List.class);
    return contents == null ? NOTHING : contents.toArray();
  }

  // ---- reading ----

  /**
   * Asks for what was read of the parts before. Its values are read by the codecs of this binding.
   *
   * @param document the message
   * @return to be given back; null if the part is to be read plainly
   */
  @Nullable ReadTemplate memory(MessagePartInfo part, byte[] document) {
    AbstractMessageContainer message = part.getMessageInfo();
    if (!part.isElement() && message.size() > 1) {
      return null; // each of the parts would have the whole message compared
    }
    Use use =
        new Use(
            isRequest(message) ? Direction.REQUEST : Direction.RESPONSE,
            message.getOperation().getName().getLocalPart(),
            part.getTypeClass(),
            part.getConcreteName());
    TemplateKey key =
        readKeys.computeIfAbsent(
            use, added -> new TemplateKey(added.direction(), added.operation(), this));
    return store.reading().take(key, false, document);
  }

  private static boolean isRequest(AbstractMessageContainer message) {
    return message instanceof MessageInfo info && info.getType() == MessageInfo.Type.INPUT;
  }

  /** Takes back what {@link #memory} has lent. */
  void give(ReadTemplate memory) {
    store.reading().give(memory);
  }
}
