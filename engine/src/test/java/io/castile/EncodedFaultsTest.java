package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.castile.builders.Faulty;
import io.castile.builders.Faulty.CodeFault;
import io.castile.builders.Faulty.NodeFault;
import io.castile.builders.Faulty.ProblemFault;
import io.castile.builders.Faulty.TextFault;
import io.castile.builders.Faulty.TroubleFault;
import io.castile.builders.Faulty.Worse;
import io.castile.builders.FaultyService;
import io.castile.builders.Node;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exceptions of encoded operations, as they go and as peers write them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EncodedFaultsTest {
  private static final String NAMESPACES =
      " xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'"
          + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
          + " xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:f='"
          + Faulty.NAMESPACE
          + "'";

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private Faulty port(SoapVersion version, Interceptor... interceptors) {
    SoapServer server =
        Castile.server().sameVersion(false).publish("/faulty", new FaultyService()).start();
    opened.add(server);
    ClientBuilder<Faulty> builder =
        Castile.client(Faulty.class).endpoint(server.url("/faulty")).soapVersion(version);
    for (Interceptor each : interceptors) {
      builder.interceptor(each);
    }
    Faulty port = builder.build();
    opened.add((AutoCloseable) port);
    return port;
  }

  @ParameterizedTest
  @EnumSource
  void exceptionsArriveByTheTypesOfTheirBeans(SoapVersion version) throws Exception {
    Faulty port = port(version);
    for (int i = 0; i < 3; i++) {
      assertThat(port.fail("none")).isEqualTo("none");
      ProblemFault problem = thrown(ProblemFault.class, port, "ProblemFault");
      assertThat(problem).hasMessage("problem");
      assertThat(problem.getFaultInfo().getClass()).isEqualTo(Faulty.Problem.class);
      assertThat(problem.getFaultInfo().code).isEqualTo(5);
      TroubleFault trouble = thrown(TroubleFault.class, port, "TroubleFault");
      assertThat(trouble.getFaultInfo().code).isEqualTo(5);
      assertThat(trouble.getFaultInfo().text).isEqualTo("a < b");
      Worse worse = (Worse) thrown(ProblemFault.class, port, "Worse").getFaultInfo();
      assertThat(worse.more).containsExactly("x", null);
      assertThat(thrown(TextFault.class, port, "TextFault").getFaultInfo()).isEqualTo("the text");
      CodeFault code = thrown(CodeFault.class, port, "CodeFault");
      assertThat(code).hasMessage("code");
      assertThat(code.getCode()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sharingAndCyclesArrive(SoapVersion version) {
    Node root = thrown(NodeFault.class, port(version), "NodeFault").getFaultInfo();

    assertThat(root.getData()).isEqualTo(1);
    assertThat(root.getLeft()).isSameAs(root.getRight());
    assertThat(root.getLeft().getData()).isEqualTo(2);
    assertThat(root.getLeft().getOthers()).containsExactly(root);
  }

  @Test
  void anEntryIsEncodedAndWhatIsSharedStandsBehindTheFault() {
    List<String> messages = new ArrayList<>();
    Faulty port =
        port(
            SoapVersion.SOAP_1_1,
            chain -> {
              SoapResponse response = chain.proceed(chain.request());
              messages.add(new String(response.bytes(), StandardCharsets.UTF_8));
              return response;
            });

    thrown(TroubleFault.class, port, "TroubleFault");
    thrown(NodeFault.class, port, "NodeFault");

    assertThat(messages.get(0))
        .containsPattern(
            "<detail><(n\\d):fault [^>]*soap:encodingStyle=\"[^\"]+/encoding/\""
                + " xsi:type=\"n\\d:Trouble\"><code xsi:type=\"xsd:int\">5</code>"
                + "<text xsi:type=\"xsd:string\">a &lt; b</text></\\1:fault></detail>");
    assertThat(messages.get(1))
        .containsPattern("<detail><n\\d:fault [^>]* href=\"#id\\d\"></n\\d:fault></detail>")
        .containsPattern("Fault><multiRef id=\"id\\d\"");
  }

  @Test
  void nothingSaysWhichExceptionItIs() {
    Throwable thrown = catchThrowable(() -> port(SoapVersion.SOAP_1_1).fail("Nothing"));

    assertThat(thrown).hasMessage("nothing");
  }

  /** What a peer answers. */
  private Throwable thrownFor(String detail, String behind) throws Exception {
    byte[] answer =
        ("<soap:Envelope"
                + NAMESPACES
                + "><soap:Body><soap:Fault><faultcode>soap:Server</faultcode>"
                + "<faultstring>wrong</faultstring><detail>"
                + detail
                + "</detail></soap:Fault>"
                + behind
                + "</soap:Body></soap:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
          exchange.sendResponseHeaders(500, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    opened.add(() -> server.stop(0));
    String url = "http://localhost:" + server.getAddress().getPort() + "/";
    Faulty port = Castile.client(Faulty.class).endpoint(url).build();
    opened.add((AutoCloseable) port);
    return catchThrowable(() -> port.fail("x"));
  }

  @Test
  void anEntryOfAnyNameIsKnownByItsTypeAndFollowed() throws Exception {
    String reference = "<f:faultData href='#id0'/><exceptionName>x</exceptionName>";
    String trouble = "<multiRef id='id0' xsi:type='f:Trouble'><text href='#id1'/></multiRef>";
    String text = "<multiRef id='id1' xsi:type='xsd:string'>t</multiRef>";

    Throwable behind = thrownFor(reference, trouble + text);
    Throwable inside = thrownFor(reference + text + trouble, "");

    for (Throwable each : List.of(behind, inside)) {
      assertThat(each).isInstanceOf(TroubleFault.class).hasMessage("wrong");
      assertThat(((TroubleFault) each).getFaultInfo().text).isEqualTo("t");
    }
  }

  @Test
  void anEntryWithoutATypeIsKnownByItsNameInAnyNamespace() throws Exception {
    Throwable text = thrownFor("<text>t</text>", "");

    assertThat(text).isInstanceOf(TextFault.class);
    assertThat(((TextFault) text).getFaultInfo()).isEqualTo("t");
  }

  @Test
  void aTextMayHaveAnotherNameOfItsType() throws Exception {
    String type = "xsi:type='e:string' xmlns:e='http://schemas.xmlsoap.org/soap/encoding/'";

    Throwable text = thrownFor("<f:text " + type + ">t</f:text>", "");

    assertThat(text).isInstanceOf(TextFault.class);
  }

  @Test
  void whatAnEntryRefersToIsNoEntry() throws Exception {
    String trouble = "<multiRef id='id0' xsi:type='f:Trouble'/>";

    Throwable other = thrownFor("<other><inner href='#id0'/></other>", trouble);

    assertThat(other).isExactlyInstanceOf(SOAPFaultException.class);
    assertThat(((SOAPFaultException) other).getFault().getDetail().getChildNodes().getLength())
        .isEqualTo(2);
  }

  @Test
  void anEntryOfNoDeclaredTypeIsAFaultAsItStands() throws Exception {
    Throwable other =
        thrownFor("<f:fault xsi:type='xsd:int'>1</f:fault><other xsi:type='xsd:string'/>", "");

    assertThat(other).isExactlyInstanceOf(SOAPFaultException.class).hasMessage("wrong");
  }

  @Test
  void aReferenceToNothingIsSaid() throws Exception {
    assertThat(thrownFor("<f:text href='#none'/>", ""))
        .hasStackTraceContaining("expected an element with id 'none', to which this refers");
  }

  private static <T extends Throwable> T thrown(Class<T> type, Faulty port, String name) {
    return catchThrowableOfType(type, () -> port.fail(name));
  }
}
