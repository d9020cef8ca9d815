package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.spring.app.ShopApplication;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Services of the application on its own web server, called by Apache CXF. */
class ServicesTest {
  private static final Application APPLICATION = Application.SHARED;

  @Test
  void aBeanIsServedWithItsWsdl() throws Exception {
    assertThat(APPLICATION.get("/services/greeter?wsdl"))
        .contains("definitions", "urn:greeter", APPLICATION.url + "/services/greeter");
  }

  private static String ask(QName service, String payload) {
    Service called = Service.create(service);
    called.addPort(
        service,
        SOAPBinding.SOAP11HTTP_BINDING,
        APPLICATION.url + "/services/" + service.getLocalPart());
    Source answer =
        called
            .createDispatch(service, Source.class, Service.Mode.PAYLOAD)
            .invoke(new StreamSource(new StringReader(payload)));
    return StaxUtils.toString(answer);
  }

  @Test
  void aBeanAnswersOtherStacks() {
    assertThat(
            ask(
                new QName("urn:greeter", "greeter"),
                "<g:greet xmlns:g='urn:greeter'><name>ann</name></g:greet>"))
        .contains("<return>hello ann</return>");
  }

  @Test
  void aBeanBehindAProxyIsServedThroughIt() {
    assertThat(
            ask(
                new QName("urn:office", "office"),
                "<o:sign xmlns:o='urn:office'><paper>order</paper></o:sign>"))
        .contains("<return>order signed and stamped</return>");
  }

  /** Returns what the greeter answers to a request in SOAP 1.2. */
  private static String askSoap12(String url) throws Exception {
    String request =
        "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body>"
            + "<g:greet xmlns:g='urn:greeter'><name>ann</name></g:greet></e:Body></e:Envelope>";
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url + "/services/greeter"))
                .header("Content-Type", "application/soap+xml")
                .POST(HttpRequest.BodyPublishers.ofString(request))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aPropertySaysWhetherTheOtherVersionOfSoapIsRead() throws Exception {
    assertThat(askSoap12(APPLICATION.url)).contains("VersionMismatch");
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(ShopApplication.class)
            .run("--origin=" + APPLICATION.origin.url(), "--castile.services.same-version=false")) {
      String port = context.getEnvironment().getProperty("local.server.port");

      assertThat(askSoap12("http://localhost:" + port))
          .contains("http://www.w3.org/2003/05/soap-envelope", "<return>hello ann</return>");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class CxfServes {
    @Bean(destroyMethod = "")
    Bus bus() {
      return BusFactory.getDefaultBus();
    }
  }

  @Test
  void servicesAreLeftToCxfWhereItsBusIsABean() {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(ShopApplication.class, CxfServes.class)
            .run("--origin=" + APPLICATION.origin.url())) {
      assertThat(context.containsBean("castileServices")).isFalse();
    }
    assertThat(APPLICATION.context.containsBean("castileServices")).isTrue();
  }
}
