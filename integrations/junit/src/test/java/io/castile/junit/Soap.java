package io.castile.junit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Messages to a mock by the HTTP of the JDK. */
final class Soap {
  static final String ORDER = "<order xmlns='urn:shop'><sku>pen</sku><count>2</count></order>";
  static final String INK = "<order xmlns='urn:shop'><sku>ink</sku><count>1</count></order>";
  static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Soap() {}

  static String envelope(String namespace, String body) {
    return "<e:Envelope xmlns:e='" + namespace + "'><e:Body>" + body + "</e:Body></e:Envelope>";
  }

  /** A request by SOAP 1.1 to the path of the port. */
  static HttpRequest.Builder request(MockedService mock, String body) {
    return HttpRequest.newBuilder(URI.create(mock.address() + "shop"))
        .timeout(Duration.ofSeconds(60))
        .header("Content-Type", "text/xml; charset=utf-8")
        .POST(BodyPublishers.ofString(envelope(SOAP_1_1, body)));
  }

  static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  static HttpResponse<String> post(MockedService mock, String body)
      throws IOException, InterruptedException {
    return send(request(mock, body).build());
  }

  static HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(address)).build());
  }
}
