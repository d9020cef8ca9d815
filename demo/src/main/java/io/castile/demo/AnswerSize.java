package io.castile.demo;

import io.castile.Castile;
import io.castile.demo.portal.Portal;
import io.castile.soap.exchange.SoapRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;

/** How many bytes a server answers with: the same request sent as plain bytes, the body counted. */
final class AnswerSize {
  private AnswerSize() {}

  static int of(Workload workload, String url) throws IOException {
    byte[] request = request(workload, url);
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
    connection.setRequestProperty("SOAPAction", "\"\"");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(request);
    }
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes().length;
    }
  }

  /** The request as Castile's client writes it. */
  private static byte[] request(Workload workload, String url) {
    AtomicReference<SoapRequest> seen = new AtomicReference<>();
    Portal portal =
        Castile.client(Portal.class)
            .endpoint(url)
            .interceptor(
                chain -> {
                  seen.set(chain.request());
                  return chain.proceed(chain.request());
                })
            .build();
    try (AutoCloseable client = (AutoCloseable) portal) {
      workload.call().on(portal);
      return seen.get().bytes();
    } catch (Exception e) {
      throw new IllegalStateException("cannot ask " + url + " for " + workload.operation(), e);
    }
  }
}
