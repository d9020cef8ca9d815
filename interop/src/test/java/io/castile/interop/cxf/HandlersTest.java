package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.types.GreetMe;
import org.apache.hello_world_soap_http.types.GreetMeResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Handlers of JAX-WS that see and change messages, before and behind codecs. */
@Tag("long")
final class HandlersTest {
  private static boolean isOutbound(MessageContext context) {
    return Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY));
  }

  /** Puts a name in the place of another one, in all messages, as text. */
  private static final class Renaming implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      StringWriter text = new StringWriter();
      try {
        TransformerFactory.newInstance()
            .newTransformer()
            .transform(context.getMessage().getPayload(), new StreamResult(text));
      } catch (TransformerException e) {
        throw new WebServiceException(e);
      }
      String renamed = text.toString().replace("castor", "pollux");
      context.getMessage().setPayload(new StreamSource(new StringReader(renamed)));
      return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {
      // Holds nothing.
    }
  }

  /** Reads and writes payloads by a context of its own. */
  private static final class Bound implements LogicalHandler<LogicalMessageContext> {
    private final JAXBContext types;

    Bound() {
      try {
        types = JAXBContext.newInstance(GreetMe.class, GreetMeResponse.class);
      } catch (JAXBException e) {
        throw new AssertionError("generated classes", e);
      }
    }

    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      Object payload = context.getMessage().getPayload(types);
      if (payload instanceof GreetMe request) {
        request.setRequestType(request.getRequestType() + "+");
      } else if (payload instanceof GreetMeResponse response) {
        response.setResponseType(response.getResponseType() + "-");
      }
      context.getMessage().setPayload(payload, types);
      return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {
      // Holds nothing.
    }
  }

  /** Adds to the text of the payload, in the document of the whole message. */
  private static final class Adding implements SOAPHandler<SOAPMessageContext> {
    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        var text =
            context.getMessage().getSOAPBody().getFirstChild().getFirstChild().getFirstChild();
        text.setNodeValue(text.getNodeValue() + (isOutbound(context) ? ">" : "<"));
        return true;
      } catch (SOAPException e) {
        throw new WebServiceException(e);
      }
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {
      // Holds nothing.
    }
  }

  /** Answers in place of the service. */
  private static final class Refusing implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      if (isOutbound(context)) {
        return true;
      }
      throw new IllegalStateException("refused");
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {
      // Holds nothing.
    }
  }

  /** What a greeting comes to with a handler at one end, and then with it at the other. */
  @SuppressWarnings("rawtypes") // as CXF's factories have them
  private static List<Outcome> greetings(Handler handler) throws Exception {
    Map<String, Call<Greeter>> calls = Map.of("greetMe", port -> port.greetMe("castor"));
    Outcome atClient =
        Setup.of(Greeter.class, GreeterImpl::new)
            .client(factory -> factory.getHandlers().add(handler))
            .compare(calls)
            .get("greetMe");
    Outcome atServer =
        Setup.of(Greeter.class, GreeterImpl::new)
            .server(factory -> factory.addHandlers(List.of(handler)))
            .compare(calls)
            .get("greetMe");
    return List.of(atClient, atServer);
  }

  @Test
  void aLogicalHandlerChangesText() throws Exception {
    assertThat(greetings(new Renaming()))
        .allSatisfy(found -> assertThat(found.value()).isEqualTo("Hello pollux"));
  }

  @Test
  void aLogicalHandlerChangesObjects() throws Exception {
    assertThat(greetings(new Bound()))
        .allSatisfy(found -> assertThat(found.value()).isEqualTo("Hello castor+-"));
  }

  @Test
  void aProtocolHandlerChangesDocuments() throws Exception {
    assertThat(greetings(new Adding()))
        .extracting(Outcome::value)
        .containsExactly("Hello castor><", "Hello castor<>");
  }

  @Test
  void aHandlerRefuses() throws Exception {
    assertThat(greetings(new Refusing()))
        .allSatisfy(found -> assertThat(found.thrown()).hasMessageContaining("refused"));
  }
}
