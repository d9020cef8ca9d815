package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.http.HttpServerOptions;
import io.castile.xml.Payload;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Items of a request that a service does not take. */
final class UntakenItemsTest {
  /** A service that takes no items. */
  @WebService(targetNamespace = "urn:items")
  public static class Picky {
    public String put(
        @WebParam(name = "kind") String kind, @WebParam(name = "items") Stream<String> items) {
      return kind;
    }
  }

  private final HttpBinding binding =
      new HttpBinding(
          Map.of(
              "/items",
              new ServiceEndpoint(
                  new Picky(),
                  ServiceEndpoint.model(Picky.class, CodecMode.ADAPTIVE),
                  ServiceSettings.builder().build())),
          HttpServerOptions.DEFAULT);

  @Test
  void areReadWhereTheServiceHasResponded() throws Exception {
    Posted request = new Posted(false);

    binding.serve(request);

    assertThat(request.status).isEqualTo(200);
    assertThat(request.content.available()).isZero();
  }

  @Test
  void areLeftWhereServingFailsWithAnError() {
    Posted request = new Posted(true);

    assertThatThrownBy(() -> binding.serve(request)).isInstanceOf(LinkageError.class);

    assertThat(request.content.available()).isGreaterThan(1 << 20);
  }

  /** A request with two megabytes of items. */
  private static final class Posted implements HttpExchange {
    private final ByteArrayInputStream content;
    private final boolean isBroken;
    private int status;

    /**
     * @param isBroken whether the response cannot be sent, by an error
     */
    Posted(boolean isBroken) {
      this.isBroken = isBroken;
      String message =
          "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<m:put xmlns:m='urn:items'><kind>plain</kind>"
              + "<items>item</items>".repeat((2 << 20) / 19)
              + "</m:put></e:Body></e:Envelope>";
      content = new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String mountPath() {
      return "";
    }

    @Override
    public String path() {
      return "/items";
    }

    @Override
    public @Nullable String query() {
      return null;
    }

    @Override
    public String origin() {
      return "http://localhost";
    }

    @Override
    public @Nullable String header(String name) {
      return name.equalsIgnoreCase("Content-Type") ? "text/xml" : null;
    }

    @Override
    public void headers(BiConsumer<String, String> fields) {
      fields.accept("Content-Type", "text/xml");
    }

    @Override
    public long contentLength() {
      return -1;
    }

    @Override
    public InputStream content() {
      return content;
    }

    @Override
    public @Nullable Principal principal() {
      return null;
    }

    @Override
    public boolean isInRole(String role) {
      return false;
    }

    @Override
    public Map<String, Object> properties() {
      return Map.of();
    }

    @Override
    public void status(int code) {
      status = code;
    }

    @Override
    public void header(String name, String value) {
      // the status is enough
    }

    @Override
    public void endConnection() {
      // there is none
    }

    @Override
    public void send(Payload sent) {
      if (isBroken) {
        throw new LinkageError("a class is missing");
      }
    }
  }
}
