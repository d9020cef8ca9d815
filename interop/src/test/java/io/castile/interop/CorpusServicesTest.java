package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.jaxws.CastileProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.wsdl.Definition;
import javax.wsdl.Port;
import javax.wsdl.WSDLException;
import javax.wsdl.extensions.http.HTTPAddress;
import javax.wsdl.extensions.soap.SOAPAddress;
import javax.wsdl.extensions.soap12.SOAP12Address;
import javax.wsdl.factory.WSDLFactory;
import javax.wsdl.xml.WSDLReader;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The service classes that {@code wsdl2java} of CXF makes of the corpus, on Castile's provider:
 * each port is made, and has the address and the version of SOAP that WSDL4J finds.
 */
@Tag("long")
final class CorpusServicesTest {
  private static final String PROPERTY = "jakarta.xml.ws.spi.Provider";

  private static final String NO_SOAP = "no binding of SOAP";
  private static final String MANY_PARTS = "several parts in a body";

  private int ports;

  @Test
  void generatedServicesHaveTheirPorts() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");
    SoftAssertions softly = new SoftAssertions();
    String before = System.setProperty(PROPERTY, CastileProvider.class.getName());
    try {
      for (GeneratedService generated : GeneratedService.generate(corpus.get())) {
        if (generated.generated()) {
          try (URLClassLoader loader = generated.newLoader()) {
            check(generated, loader, softly);
          }
        }
      }
    } finally {
      if (before == null) {
        System.clearProperty(PROPERTY);
      } else {
        System.setProperty(PROPERTY, before);
      }
    }
    softly.assertAll();
    assertThat(ports).isGreaterThan(50);
  }

  private void check(GeneratedService generated, ClassLoader loader, SoftAssertions softly)
      throws Exception {
    Definition definition = definition(generated.service().wsdl());
    URL wsdl = generated.service().wsdl().toUri().toURL();
    for (Class<? extends Service> type : services(generated, loader)) {
      Service service = type.getConstructor(URL.class).newInstance(wsdl);
      javax.wsdl.Service described = definition.getService(service.getServiceName());
      for (Method method : type.getMethods()) {
        WebEndpoint endpoint = method.getAnnotation(WebEndpoint.class);
        if (endpoint != null && method.getParameterCount() == 0) {
          Port port = described.getPort(endpoint.name());
          ports++;
          softly
              .assertThat(made(service, method))
              .as("%s, %s", generated.service().name(), method)
              .isEqualTo(expected(generated.service(), port));
        }
      }
    }
  }

  /** What the port is, or why there is none. */
  private static String made(Service service, Method method) throws IllegalAccessException {
    BindingProvider port;
    try {
      port = (BindingProvider) method.invoke(service);
    } catch (InvocationTargetException e) {
      return refusal(e.getCause());
    }
    return port.getBinding().getBindingID()
        + " "
        + port.getRequestContext().get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
  }

  private static String refusal(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof WebServiceException
        && message.contains("because its binding is of HTTP without SOAP")) {
      return NO_SOAP;
    }
    return failure instanceof WebServiceException && message.contains("R2201")
        ? MANY_PARTS
        : failure.toString();
  }

  private static String expected(Corpus.Service service, Port port) {
    if (service.name().equals("cxf-swa-mime")) {
      return MANY_PARTS; // of which mime:content of the WSDL knows
    }
    for (Object extension : port.getExtensibilityElements()) {
      if (extension instanceof SOAPAddress address) {
        return SOAPBinding.SOAP11HTTP_BINDING + " " + usable(address.getLocationURI());
      }
      if (extension instanceof SOAP12Address address) {
        return SOAPBinding.SOAP12HTTP_BINDING + " " + usable(address.getLocationURI());
      }
      if (extension instanceof HTTPAddress) {
        return NO_SOAP;
      }
    }
    return "no address in the WSDL";
  }

  /** An address that none can call is none. */
  private static String usable(String address) {
    return address.matches("https?://[^\\s{}<>]+") ? address : null;
  }

  private static Definition definition(Path wsdl) throws WSDLException {
    WSDLReader reader = WSDLFactory.newInstance().newWSDLReader();
    reader.setFeature("javax.wsdl.verbose", false);
    return reader.readWSDL(wsdl.toUri().toString());
  }

  private static List<Class<? extends Service>> services(
      GeneratedService generated, ClassLoader loader) throws IOException {
    Path classes = generated.folder().resolve("classes");
    List<Class<? extends Service>> found = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(classes)) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
        String path = classes.relativize(file).toString();
        String name = path.substring(0, path.length() - 6).replace(File.separatorChar, '.');
        Class<?> type = load(loader, name);
        if (Service.class.isAssignableFrom(type)) {
          found.add(type.asSubclass(Service.class));
        }
      }
    }
    return found;
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("a class file is where its name says", e);
    }
  }
}
