package io.castile.interop;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;

/**
 * The Jakarta XML Binding reference implementation, reading with the JDK's parser. It neither
 * copies nor compares; here it does by reflection.
 */
public final class ReferenceBinding implements Binding {
  private final Marshaller marshaller;
  private final Unmarshaller unmarshaller;

  public ReferenceBinding(List<Class<?>> types) throws JAXBException {
    JAXBContext context = JAXBContext.newInstance(types.toArray(Class<?>[]::new));
    marshaller = context.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    unmarshaller = context.createUnmarshaller();
  }

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public String handling(Class<?> type) {
    return "reference";
  }

  @Override
  public Typed of(Class<?> type) {
    return new TypedReference<>(type, elementName(type));
  }

  /** The name of the type's root element; one of ours if it has none. */
  static QName elementName(Class<?> type) {
    XmlRootElement root = type.getAnnotation(XmlRootElement.class);
    if (root == null) {
      return new QName("urn:castile:parity", "value");
    }
    XmlSchema schema = type.getPackage().getAnnotation(XmlSchema.class);
    String inherited = schema == null ? "" : schema.namespace();
    boolean explicit = !root.namespace().equals("##default");
    return new QName(explicit ? root.namespace() : inherited, root.name());
  }

  private final class TypedReference<T> implements Typed {
    private final Class<T> type;
    private final QName name;

    TypedReference(Class<T> type, QName name) {
      this.type = type;
      this.name = name;
    }

    @Override
    public byte[] write(Object value) throws JAXBException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      marshaller.marshal(new JAXBElement<>(name, type, type.cast(value)), out);
      return out.toByteArray();
    }

    @Override
    public Object read(byte[] document) throws JAXBException {
      StreamSource source = new StreamSource(new ByteArrayInputStream(document));
      return unmarshaller.unmarshal(source, type).getValue();
    }

    @Override
    public Object copy(Object value) {
      return Graphs.copy(value);
    }

    @Override
    public boolean equal(Object one, Object other) {
      return DeepComparison.difference(one, other) == null;
    }

    /** The poorest that agrees with equality. */
    @Override
    public int hash(Object value) {
      return value == null ? 0 : 1;
    }
  }
}
