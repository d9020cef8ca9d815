package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Header fields of a request context that an application changes in the map that it has given. */
class ChangedHeaderFieldsTest {
  /** Tells what it has got. */
  @WebService(targetNamespace = "urn:test:fields")
  public interface Fields {
    /** Returns the values of a header field of the request. */
    String values(String name);
  }

  /** Reads the message context. */
  @WebService(
      endpointInterface = "io.castile.ChangedHeaderFieldsTest$Fields",
      targetNamespace = "urn:test:fields")
  public static final class FieldsService implements Fields {
    @Resource WebServiceContext context;

    @Override
    public String values(String name) {
      Map<?, ?> fields =
          (Map<?, ?>) context.getMessageContext().get(MessageContext.HTTP_REQUEST_HEADERS);
      return String.valueOf(fields.get(name));
    }
  }

  private final Map<String, List<String>> fields = new HashMap<>();
  private SoapServer server;

  @BeforeEach
  void serve() {
    server = Castile.server().host("localhost").publish("/fields", new FieldsService()).start();
    fields.put("Authorization", new ArrayList<>(List.of("Bearer alice")));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whatHasChangedIsSent() {
    Fields port = port(CachePolicy.NOTHING);

    assertThat(port.values("Authorization")).isEqualTo("[Bearer alice]");
    fields.put("Authorization", new ArrayList<>(List.of("Bearer bob")));
    assertThat(port.values("Authorization")).isEqualTo("[Bearer bob]");
    fields.get("Authorization").set(0, "Bearer carol");
    assertThat(port.values("Authorization")).isEqualTo("[Bearer carol]");
    fields.clear();
    assertThat(port.values("Authorization")).isEqualTo("null");
  }

  @Test
  void whatHasChangedTellsCallersApart() {
    Fields port =
        port(
            CachePolicy.parse(
                "policy.yaml",
                """
                rules:
                  - operation: values
                    cache: true
                    ttl: 1m
                    vary: [{httpHeader: Authorization}]
                """));

    assertThat(port.values("Authorization")).isEqualTo("[Bearer alice]");
    fields.get("Authorization").set(0, "Bearer bob");
    assertThat(port.values("Authorization")).isEqualTo("[Bearer bob]");
    fields.get("Authorization").set(0, "Bearer alice");
    assertThat(port.values("Authorization")).isEqualTo("[Bearer alice]");
  }

  private Fields port(CachePolicy policy) {
    Fields port =
        Castile.client(Fields.class).endpoint(server.url("/fields")).cache(policy).build();
    ((BindingProvider) port).getRequestContext().put(MessageContext.HTTP_REQUEST_HEADERS, fields);
    return port;
  }
}
