package io.castile.wss4j;

import io.castile.soap.SoapVersion;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.wsdl.ClosedDom;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Makes messages of any content, and sends what has been done to them. */
final class Forge {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern CODE =
      Pattern.compile("<faultcode[^>]*>(?:[^<:]*:)?([^<]*)</faultcode>");

  private Forge() {}

  static String request(String name) {
    return envelope("<g:greet xmlns:g=\"urn:greeter\"><name>" + name + "</name></g:greet>");
  }

  static String response(String greeting) {
    return envelope(
        "<g:greetResponse xmlns:g=\"urn:greeter\"><return>"
            + greeting
            + "</return></g:greetResponse>");
  }

  static String envelope(String body) {
    return "<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\"><S:Body>"
        + body
        + "</S:Body></S:Envelope>";
  }

  /** A message, protected as an end does that has these settings. */
  static String secured(String message, Map<String, Object> settings) throws Exception {
    SecuritySettings read = new SecuritySettings(settings);
    Protection protection = new Actions(read).requests(null).get(0);
    return secured(message, read, protection);
  }

  static String secured(String message, SecuritySettings settings, Protection protection)
      throws Exception {
    Envelope envelope = Envelope.of(parse(message), SoapVersion.SOAP_1_1);
    new SecuredWriter(settings, new Passwords(settings))
        .secure(envelope, protection, new Exchange());
    return text(envelope.root());
  }

  static Element parse(String message) throws Exception {
    return ClosedDom.parse(new InputSource(new StringReader(message))).getDocumentElement();
  }

  static String text(Element root) {
    return new String(DomWriter.toBytes(root), StandardCharsets.UTF_8);
  }

  /** Returns the local name of the code of the fault that answers, or the message if it is none. */
  static String answer(String url, String message) throws Exception {
    String answer = body(url, message);
    Matcher code = CODE.matcher(answer);
    return code.find() ? code.group(1) : answer;
  }

  /** The whole answer to a message. */
  static String body(String url, String message) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
  }
}
