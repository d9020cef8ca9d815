package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.ReferenceAttachments;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.XmlInternals;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import org.glassfish.jaxb.runtime.api.JAXBRIContext;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Hands subtrees whose class the plan has no form for to the reference implementation, and says so
 * once for each class.
 *
 * <p>Thread-safe.
 */
final class ReferenceBinding {
  private final BeanCodecs codecs;
  private final Map<Class<?>, JAXBContext> contexts = new ConcurrentHashMap<>();

  ReferenceBinding(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  ReferenceCodec codec(Class<?> type, @Nullable String reason) {
    LoggerFactory.getLogger(BeanCodecs.class)
        .info(
            "{} is written and read by the reference implementation, which is slower: {}",
            type.getName(),
            reason);
    return new ReferenceCodec(type, reason);
  }

  private Map<String, Object> properties() {
    String namespace = codecs.defaultNamespace();
    return namespace.isEmpty()
        ? Map.of()
        : Map.of(JAXBRIContext.DEFAULT_NAMESPACE_REMAP, namespace);
  }

  private JAXBContext context(Class<?> type) {
    return contexts.computeIfAbsent(
        type,
        t -> {
          Set<Class<?>> types = new LinkedHashSet<>(codecs.referenceTypes());
          types.add(t);
          try {
            return new JAXBContextFactory()
                .createContext(types.toArray(Class<?>[]::new), properties());
          } catch (JAXBException e) {
            throw new BindingException("Cannot bind " + t.getName() + ": " + e, e);
          }
        });
  }

  /** The codec of one class that the reference implementation does. */
  final class ReferenceCodec extends BeanCodec {
    private static final QName ROOT = new QName("r");

    private final Class<?> type;
    private final @Nullable String reason;
    private final @Nullable XmlName typeName;
    private final @Nullable XmlName rootName;

    ReferenceCodec(Class<?> type, @Nullable String reason) {
      this.type = type;
      this.reason = reason;
      this.typeName = codecs.typeName(type);
      this.rootName = codecs.rootName(type);
    }

    /** Finds out whether the class can be bound. */
    void check() {
      context(type);
    }

    /** Why there is no plan, in a few words. */
    @Nullable String reason() {
      return reason;
    }

    @Override
    Class<?> type() {
      return type;
    }

    @Override
    @Nullable XmlName typeName() {
      return typeName;
    }

    @Override
    @Nullable XmlName rootName() {
      return rootName;
    }

    /**
     * Has the bean written as an element {@code <r …>…</r>} and takes what stands between {@code
     * <r} and {@code </r>}: the declarations that its content needs are in its start tag and so
     * come along.
     */
    @Override
    public void writeBody(Object bean, XmlWriter out, CodecContext context) {
      byte[] element = marshal(bean, XmlInternals.attachments(out));
      int end = element.length;
      boolean empty = element[end - 2] == '/';
      if (empty) { // <r …/>
        out.raw(element, 2, end - 4);
        out.raw(ValueCodec.GT);
      } else { // <r …>…</r>
        out.raw(element, 2, end - 6);
      }
    }

    @SuppressWarnings("unchecked") // the bean is of the class
    private byte[] marshal(Object bean, @Nullable AttachmentSink attachments) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        Marshaller marshaller = context(type).createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        if (attachments != null) {
          marshaller.setAttachmentMarshaller(new ReferenceAttachments.Sent(attachments));
        }
        marshaller.marshal(new JAXBElement<>(ROOT, (Class<Object>) type, bean), bytes);
      } catch (JAXBException e) {
        throw new BindingException("cannot write a " + type.getName() + ": " + e, e);
      }
      return bytes.toByteArray();
    }

    @Override
    public Object read(XmlReader in, @Nullable Object parent, CodecContext context) {
      context.unproven();
      XMLStreamReader element = in.asStreamReader();
      try {
        Unmarshaller unmarshaller = context(type).createUnmarshaller();
        AttachmentSource attachments = XmlInternals.attachments(in);
        if (attachments != null) {
          unmarshaller.setAttachmentUnmarshaller(
              new ReferenceAttachments.Received(in, attachments));
        }
        return unmarshaller.unmarshal(element, type).getValue();
      } catch (JAXBException e) {
        if (e.getLinkedException() != null
            && e.getLinkedException().getCause() instanceof XmlException malformed) {
          throw malformed;
        }
        throw in.unexpected("a " + type.getName(), String.valueOf(e.getMessage()));
      }
    }

    @Override
    public Object copy(Object bean, CodecContext context) {
      try {
        Unmarshaller unmarshaller = context(type).createUnmarshaller();
        var source =
            new javax.xml.transform.stream.StreamSource(
                new java.io.ByteArrayInputStream(marshal(bean, null)));
        return unmarshaller.unmarshal(source, type).getValue();
      } catch (JAXBException e) {
        throw new BindingException("cannot copy a " + type.getName() + ": " + e, e);
      }
    }

    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return java.util.Arrays.equals(marshal(one, null), marshal(other, null));
    }

    @Override
    public int hash(Object bean, CodecContext context) {
      return java.util.Arrays.hashCode(marshal(bean, null));
    }

    @Override
    boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
      return test.test(null);
    }

    @Override
    void collectNamespaces(Set<Namespace> into, Set<Class<?>> visited) {}

    @Override
    @Nullable String id(Object bean) {
      return null;
    }
  }
}
