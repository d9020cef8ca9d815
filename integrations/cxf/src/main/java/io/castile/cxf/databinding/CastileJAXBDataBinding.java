package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import io.castile.template.Templates;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.helpers.ServiceUtils;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.InterfaceInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.jspecify.annotations.Nullable;

/**
 * Castile's codecs in place of Jakarta XML Binding, in CXF's own chain: for clients and services,
 * with the annotated beans and interfaces that they have.
 *
 * <pre>{@code
 * JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
 * factory.setDataBinding(new CastileJAXBDataBinding());
 * }</pre>
 *
 * <p>Descriptions and schemas are those of {@link JAXBDataBinding}, and everything that this
 * binding has no codec for is left to that one: messages with attachments (MTOM), schema
 * validation, messages that WS-Security or handlers have as a document in memory, listeners, event
 * handlers, adapters, prefixes and properties that were set, a context that was given, parameters
 * with binding annotations, collections and arrays as parameters of their own.
 *
 * <p>Parts are written over the last ones of their kind where that is faster, with the same bytes,
 * and of a part that is like the last one only what differs is parsed ({@link #setTemplates}).
 *
 * <p>A message is read into memory as a whole before it is parsed, and is held to Castile's limits
 * ({@link io.castile.xml.XmlLimits}) in place of those of CXF's {@code StaxUtils}.
 *
 * <p>The name ends as it does because CXF makes classes for the wrapper elements of a service that
 * has none only for bindings of such a name.
 *
 * <p>Set up by one thread, as all data bindings of CXF; used by all threads afterwards. It belongs
 * to one service or client.
 */
public final class CastileJAXBDataBinding extends JAXBDataBinding {
  private @Nullable PartCodecs codecs; // null before initialize, and where JAXB has a given context
  private PartTemplates templates = new PartTemplates(Templates.shared());
  private @Nullable Object defaultEscapeHandler; // null for none, and before initialize
  private @Nullable QName bound; // the port type that the codecs are of; null where there are none

  public CastileJAXBDataBinding() {}

  /**
   * Constructs the binding as CXF does where only the class of bindings is configured: by {@code
   * DataBinding} on an interface, or by a property of the bus.
   *
   * @param isQualified whether the elements of schemas that CXF makes of wrappers are qualified
   * @param properties the properties of the factory of the service; null for none
   * @throws JAXBException as CXF's binding does
   */
  public CastileJAXBDataBinding(boolean isQualified, @Nullable Map<String, Object> properties)
      throws JAXBException {
    super(isQualified, properties);
  }

  /**
   * Sets the store of the templates that messages are written and read with; the one of the process
   * by default. {@link Templates#off} has all messages written and read anew.
   */
  public void setTemplates(Templates store) {
    templates = new PartTemplates(Objects.requireNonNull(store, "templates"));
  }

  /**
   * Makes the codecs of a service or client.
   *
   * @throws IllegalStateException if the binding has those of another port type
   */
  @Override
  public synchronized void initialize(Service service) {
    QName portType = portType(service);
    if (bound != null && portType != null && !bound.equals(portType)) {
      throw new IllegalStateException(
          "Cannot share a CastileJAXBDataBinding between "
              + bound
              + " and "
              + portType
              + ", because it keeps the codecs of one client or service. Give each a new"
              + " CastileJAXBDataBinding().");
    }
    if (getContext() != null) {
      super.initialize(service);
      return; // what is bound is known to the given context alone, or known already
    }
    boolean hasEscapeHandler = getEscapeHandler() != null;
    super.initialize(service);
    defaultEscapeHandler = hasEscapeHandler ? null : getEscapeHandler();
    PartCodecs made = new PartCodecs(getContextClasses(), getNamespaceToUse(service));
    codecs = made;
    bound = portType;
    getInInterceptors().add(new MessageInInterceptor(made));
    getOutInterceptors().add(new GatherInterceptor());
  }

  /** The service's port type; null if the service has no description yet. */
  private static @Nullable QName portType(Service service) {
    List<ServiceInfo> infos = service.getServiceInfos();
    if (infos.isEmpty()) {
      return null;
    }
    InterfaceInfo info = infos.get(0).getInterface();
    return info == null ? infos.get(0).getName() : info.getName();
  }

  @Override
  @SuppressWarnings("unchecked") // T is the class that was asked for
  public <T> DataWriter<T> createWriter(Class<T> output) {
    PartCodecs known = codecs;
    if (known == null || output != XMLStreamWriter.class || !isPlain() || hasMarshallerSettings()) {
      return super.createWriter(output);
    }
    PartWriter writer = new PartWriter(getBus(), this, known, templates);
    writer.setMtomThreshold(getMtomThreshold());
    return (DataWriter<T>) writer;
  }

  @Override
  @SuppressWarnings("unchecked") // T is the class that was asked for
  public <T> DataReader<T> createReader(Class<T> input) {
    PartCodecs known = codecs;
    return known == null
            || input != XMLStreamReader.class
            || !isPlain()
            || hasUnmarshallerSettings()
        ? super.createReader(input)
        : (DataReader<T>) new PartReader(this, known, templates);
  }

  /**
   * Returns the codec that alone writes and reads a part, so that its values do without the XML;
   * null where that is left to Jakarta XML Binding.
   */
  public @Nullable Codec<Object> codec(MessagePartInfo part) {
    PartCodecs known = codecs;
    Codec<Object> codec = known == null || !isByCodecsAlone() ? null : known.find(part);
    return codec == null || codec.refersToAttachments() ? null : codec;
  }

  /** Whether nothing is set for this binding that codecs do not see to. */
  public boolean isByCodecsAlone() {
    return codecs != null && isPlain() && !hasMarshallerSettings() && !hasUnmarshallerSettings();
  }

  /**
   * Whether a call has settings that concern the XML of its request, as schema validation.
   *
   * @param message the request, at either end
   */
  public static boolean wantsXmlOfRequest(Message message) {
    return CallSettings.wantXmlOfRequest(message);
  }

  /**
   * Whether a call has settings that concern the XML of its response, as schema validation.
   *
   * @param message of the call: a client's request, or a service's response
   */
  public static boolean wantsXmlOfAnswer(Message message) {
    return CallSettings.wantXmlOfAnswer(message);
  }

  private boolean isPlain() {
    return getContextProperties().isEmpty()
        && getConfiguredXmlAdapters().isEmpty()
        && getValidationEventHandler() == null;
  }

  private boolean hasMarshallerSettings() {
    return !getMarshallerProperties().isEmpty()
        || getMarshallerListener() != null
        || getEscapeHandler() != defaultEscapeHandler
        || getDeclaredNamespaceMappings() != null
        || getContextualNamespaceMap() != null;
  }

  private boolean hasUnmarshallerSettings() {
    return !isUnwrapJAXBElement()
        || !getUnmarshallerProperties().isEmpty()
        || getUnmarshallerListener() != null;
  }

  /**
   * Tells whether something has been set for a call that Jakarta XML Binding, or CXF's reader or
   * writer of XML, would see to, so that the XML of its messages may not be done without.
   */
  private static final class CallSettings {
    private CallSettings() {}

    /**
     * @param message the request, at either end
     */
    static boolean wantXmlOfRequest(Message message) {
      return want(message)
          || isSet(message, AttachmentOutInterceptor.WRITE_ATTACHMENTS)
          || isValidated(
              message,
              MessageUtils.isRequestor(message)
                  ? SchemaValidationType.OUT
                  : SchemaValidationType.IN);
    }

    /**
     * @param message of the call, at the client the request
     */
    static boolean wantXmlOfAnswer(Message message) {
      return want(message)
          || isValidated(
              message,
              MessageUtils.isRequestor(message)
                  ? SchemaValidationType.IN
                  : SchemaValidationType.OUT);
    }

    private static boolean want(Message message) {
      return isSet(message, Message.MTOM_ENABLED)
          || !MessageUtils.getContextualBoolean(
              message, JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, true)
          || isThere(message, JAXBDataBinding.VALIDATION_EVENT_HANDLER)
          || isThere(message, JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER)
          || isThere(message, JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER)
          || !MessageUtils.getContextualBoolean(message, JAXBDataBinding.UNWRAP_JAXB_ELEMENT, true)
          || isSet(message, AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION)
          || isThere(message, XMLInputFactory.class.getName())
          || isThere(message, XMLOutputFactory.class.getName());
    }

    private static boolean isValidated(Message message, SchemaValidationType type) {
      return ServiceUtils.isSchemaValidationEnabled(type, message);
    }

    private static boolean isSet(Message message, String property) {
      return MessageUtils.getContextualBoolean(message, property);
    }

    private static boolean isThere(Message message, String property) {
      return message.getContextualProperty(property) != null;
    }
  }

  /**
   * Has the container of a service gather what is written of an answer, until it has as much as it
   * sends at once: {@link PartWriter} has to flush CXF's writer of XML, which would flush the
   * container, so that the beginning of each message would leave in a packet of its own.
   * Thread-safe.
   */
  private static final class GatherInterceptor extends AbstractPhaseInterceptor<Message> {
    GatherInterceptor() {
      super(Phase.PRE_STREAM);
      addBefore(StaxOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
      OutputStream out = message.getContent(OutputStream.class);
      if (out != null && !MessageUtils.isRequestor(message)) {
        message.setContent(OutputStream.class, new Gathered(out));
      }
    }

    /** The stream of an answer. Used by one thread. */
    private static final class Gathered extends FilterOutputStream {
      /**
       * The size above which the container sends more packets if it gathers than if it does not.
       */
      private static final int MAX_BYTES = 64 << 10;

      /** The most that Jetty gathers of one write, as it comes. */
      private static final int PIECE_BYTES = 8 << 10;

      Gathered(OutputStream out) {
        super(out);
      }

      /** Does nothing: all is sent when the container has enough of it, or the stream is closed. */
      @Override
      public void flush() {
        // The code that has written a message closes the stream.
      }

      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        if (length > MAX_BYTES) {
          out.write(bytes, start, length);
          return;
        }
        int end = start + length;
        for (int at = start; at < end; at += PIECE_BYTES) {
          out.write(bytes, at, Math.min(PIECE_BYTES, end - at));
        }
      }

      @Override
      public void close() throws IOException {
        out.close(); // which flushes
      }
    }
  }

  /**
   * Has messages read from their bytes, in place of CXF's own parser. What it has no reader for is
   * left to that parser, errors of the beginning of a message included. Thread-safe.
   */
  private static final class MessageInInterceptor extends AbstractPhaseInterceptor<Message> {
    private final PartCodecs codecs;

    MessageInInterceptor(PartCodecs codecs) {
      super(Phase.POST_STREAM);
      this.codecs = codecs;
      addBefore(StaxInInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
      InputStream in = message.getContent(InputStream.class);
      if (in == null
          || message.getContent(XMLStreamReader.class) != null
          || message.getContent(Reader.class) != null
          || !isXml(message.get(Message.CONTENT_TYPE))
          || message.getContextualProperty(XMLInputFactory.class.getName()) != null) {
        return;
      }
      byte[] bytes = bytes(in);
      XmlReader reader = codecs.takeReader();
      try {
        reader.reset(bytes, 0, bytes.length, (String) message.get(Message.ENCODING));
        int event = reader.next();
        while (event != XmlReader.START_ELEMENT) {
          event = reader.next();
        }
      } catch (XmlException e) {
        message.setContent(InputStream.class, new ByteArrayInputStream(bytes)); // for CXF's parser
        return;
      }
      message.setContent(XMLStreamReader.class, new MessageReader(bytes, reader, codecs::giveBack));
    }

    private static boolean isXml(@Nullable Object type) {
      return type instanceof String text && text.toLowerCase(Locale.ROOT).contains("xml");
    }

    private static byte[] bytes(InputStream in) {
      try {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new Fault(e);
      }
    }
  }
}
