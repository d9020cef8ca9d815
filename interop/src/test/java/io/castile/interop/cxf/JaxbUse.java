package io.castile.interop.cxf;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.jaxb.JAXBDataBinding;

/** The context of a data binding, which counts how often Jakarta XML Binding is asked. */
final class JaxbUse extends JAXBContext {
  private final JAXBContext context;
  private final AtomicInteger times = new AtomicInteger();

  private JaxbUse(JAXBContext context) {
    this.context = context;
  }

  /**
   * Counts the uses of a binding from now on. It sets the field: the setter would give the binding
   * another escape handler, too.
   */
  static JaxbUse of(JAXBDataBinding binding) throws ReflectiveOperationException {
    Field field = JAXBDataBinding.class.getDeclaredField("context");
    field.setAccessible(true);
    JaxbUse use = new JaxbUse((JAXBContext) field.get(binding));
    field.set(binding, use);
    return use;
  }

  int times() {
    return times.get();
  }

  @Override
  public Unmarshaller createUnmarshaller() throws JAXBException {
    times.incrementAndGet();
    return context.createUnmarshaller();
  }

  @Override
  public Marshaller createMarshaller() throws JAXBException {
    times.incrementAndGet();
    return context.createMarshaller();
  }
}
