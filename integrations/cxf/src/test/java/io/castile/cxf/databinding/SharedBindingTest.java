package io.castile.cxf.databinding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jws.WebService;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.Test;

/** One data binding that several clients are given. */
final class SharedBindingTest {
  /** Answers what it is told. */
  @WebService(name = "Echo", targetNamespace = "urn:echo")
  public interface Echo {
    String echo(String text);
  }

  /** Counts. */
  @WebService(name = "Count", targetNamespace = "urn:count")
  public interface Count {
    int count(int from);
  }

  private static <T> T client(Class<T> port, CastileJAXBDataBinding binding) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(port);
    factory.setAddress("http://localhost:1/service");
    factory.setDataBinding(binding);
    return factory.create(port);
  }

  @Test
  void aClientOfAnotherPortTypeIsToldToHaveItsOwn() {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();
    client(Echo.class, binding);

    assertThatThrownBy(() -> client(Count.class, binding))
        .hasStackTraceContaining(
            "Cannot share a CastileJAXBDataBinding between {urn:echo}Echo and {urn:count}Count,"
                + " because it keeps the codecs of one client or service. Give each a new"
                + " CastileJAXBDataBinding().");
  }

  @Test
  void clientsOfOnePortTypeMayShareIt() {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();

    assertThat(client(Echo.class, binding)).isNotSameAs(client(Echo.class, binding));
  }
}
