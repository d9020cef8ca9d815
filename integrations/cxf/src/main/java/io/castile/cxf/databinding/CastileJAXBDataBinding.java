package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import io.castile.template.Templates;
import jakarta.xml.bind.JAXBException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
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
}
