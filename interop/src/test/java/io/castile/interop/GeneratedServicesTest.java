package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.OwnGenerator.Made;
import io.castile.interop.ServiceParity.Row;
import io.castile.interop.peers.WithoutCatalogs;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What Castile generates, in the runtimes of others: the class of the service, which reads the WSDL
 * beside it, and the interface make a port of CXF and of Metro, which calls Castile with random
 * values.
 */
@Tag("long")
final class GeneratedServicesTest {
  private static final String PROVIDER = "jakarta.xml.ws.spi.Provider";

  /** Wrapped, bare, rpc; holders, headers, faults; imported documents; several services. */
  private static final List<String> SERVICES =
      List.of(
          "axis1-marshall2-rpclit",
          "calculator",
          "docdata-payments",
          "eu-vies-checkvat",
          "oracle-bi",
          "soapbuilders-r4-xsd",
          "travelport-system-v32",
          "wcf-order-contract");

  @TestFactory
  Stream<DynamicTest> servicesAreCalledByOtherStacks() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");
    List<DynamicTest> tests = new ArrayList<>();
    for (Corpus.Service service : corpus.get().services()) {
      if (SERVICES.contains(service.name())) {
        tests.add(test(service, "CXF", "org.apache.cxf.jaxws.spi.ProviderImpl"));
        tests.add(test(service, "Metro", "com.sun.xml.ws.spi.ProviderImpl"));
      }
    }
    return tests.stream();
  }

  private static DynamicTest test(Corpus.Service service, String stack, String provider) {
    return DynamicTest.dynamicTest(
        service.name() + " by " + stack,
        () -> {
          Made made = OwnGenerator.make(service);
          String before = System.getProperty(PROVIDER);
          System.setProperty(PROVIDER, provider);
          try {
            check(made);
          } finally {
            if (before == null) {
              System.clearProperty(PROVIDER);
            } else {
              System.setProperty(PROVIDER, before);
            }
          }
        });
  }

  private static void check(Made made) throws Exception {
    List<Row> called = new ServiceCalls(made.service(), client(made), 3).check();

    assertThat(ServiceParity.summary(called)).isEmpty();
    assertThat(called.stream().mapToInt(Row::instances).sum()).isPositive();
  }

  private static ServiceCalls.Client client(Made made) {
    return (sei, version, url, calls) -> {
      Object port = WithoutCatalogs.make(() -> port(made, sei, version));
      ((BindingProvider) port)
          .getRequestContext()
          .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
      calls.through(port);
    };
  }

  /** A port with an interface, of the first service that has one, as an application gets it. */
  private static Object port(Made made, Class<?> sei, SoapVersion version) throws Exception {
    for (String name : made.generated().services()) {
      Class<?> type = Class.forName(name, true, sei.getClassLoader());
      List<Method> getters =
          Stream.of(type.getMethods())
              .filter(method -> method.isAnnotationPresent(WebEndpoint.class))
              .filter(method -> method.getParameterCount() == 0 && method.getReturnType() == sei)
              .sorted(Comparator.comparing(Method::getName))
              .toList();
      if (!getters.isEmpty()) {
        Service service = (Service) type.getConstructor().newInstance();
        return getters.get(0).invoke(service);
      }
    }
    throw new AssertionError("no service has a port with " + sei + " for " + version);
  }
}
