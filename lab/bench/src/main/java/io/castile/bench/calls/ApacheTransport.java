package io.castile.bench.calls;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Apache HttpClient 5, the blocking one, as a transport; without what SOAP does not need. */
public final class ApacheTransport implements Transport {
  private static final int CONNECTIONS = 32;

  private final CloseableHttpClient client =
      HttpClientBuilder.create()
          .setConnectionManager(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setMaxConnPerRoute(CONNECTIONS)
                  .setMaxConnTotal(CONNECTIONS)
                  .build())
          .disableAutomaticRetries()
          .disableRedirectHandling()
          .disableAuthCaching()
          .disableCookieManagement()
          .disableContentCompression()
          .build();

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    HttpPost post = new HttpPost(message.endpoint());
    message.headers().forEach(post::setHeader);
    post.setEntity(new Content(message.content()));
    try {
      return client.execute(post, ApacheTransport::incoming);
    } catch (IOException e) {
      throw new SoapTransportException("no answer: " + e.getMessage(), e);
    }
  }

  private static Incoming incoming(ClassicHttpResponse response) throws IOException {
    Headers.Builder headers = Headers.builder();
    for (Header header : response.getHeaders()) {
      headers.add(header.getName().toLowerCase(Locale.ROOT), header.getValue());
    }
    HttpEntity entity = response.getEntity();
    byte[] body = entity == null ? new byte[0] : EntityUtils.toByteArray(entity);
    return new Incoming(response.getCode(), headers.build(), body);
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new IllegalStateException("the client cannot be closed: " + e.getMessage(), e);
    }
  }

  /** A payload as an entity, which is not copied. Its type stands in the header fields. */
  private static final class Content extends AbstractHttpEntity {
    private final Payload payload;

    Content(Payload payload) {
      super((String) null, null, payload.size() == Payload.UNKNOWN_SIZE);
      this.payload = payload;
    }

    @Override
    public long getContentLength() {
      return payload.size(); // -1 for unknown, as an entity has it.
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      payload.writeTo(out);
    }

    @Override
    public InputStream getContent() {
      throw new UnsupportedOperationException("a payload is written, not read");
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public boolean isStreaming() {
      return false;
    }

    @Override
    public void close() {
      // The payload is its sender's.
    }
  }
}
