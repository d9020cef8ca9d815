package io.castile.gateway.warm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Requests as the stacks write them, and the policy by which some of them are cached. Each number
 * makes another question. Immutable and thread-safe.
 */
final class MadeUpRequests {
  private static final String NAMESPACE = "urn:castile:warm-up";
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

  /** Where it is asked whether the gateway is ready. */
  static final String READY_PATH = "/ready";

  /** Under which {@code getItem} is cached, and {@code putItem} passes. */
  static final String POLICY = "rules: [{operation: getItem, cache: true, ttl: 1h, httpGet: true}]";

  /** One round in so many has large answers and faults. */
  private static final int RARE = 8;

  /**
   * @param content of the request
   * @param status of the response
   */
  record Asked(byte[] content, int status) {}

  /** How a stack writes a request; OPERATION, NUMBER and UNIQUE stand for what differs. */
  enum Stack {
    CXF(
        "Content-Type: text/xml; charset=UTF-8\r\nAccept: */*\r\nSOAPAction: \"\"\r\n"
            + "User-Agent: Apache-CXF/4.1.1\r\nConnection: Keep-Alive\r\n",
        "<soap:Envelope xmlns:soap=\""
            + SOAP_11
            + "\"><soap:Body><ns2:OPERATION xmlns:ns2=\""
            + NAMESPACE
            + "\"><symbol>NUMBER</symbol><count>1</count></ns2:OPERATION></soap:Body></soap:Envelope>"),
    METRO(
        "Accept: text/xml, multipart/related\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + "SOAPAction: \"urn:castile:warm-up:OPERATION\"\r\nUser-Agent: JAX-WS RI 4.0.3\r\n",
        "<?xml version=\"1.0\" ?><S:Envelope xmlns:S=\""
            + SOAP_11
            + "\"><S:Body><ns2:OPERATION xmlns:ns2=\""
            + NAMESPACE
            + "\"><symbol>NUMBER</symbol><count>1</count></ns2:OPERATION></S:Body></S:Envelope>"),
    ZEEP(
        "User-Agent: Zeep/4.3.1 (www.python-zeep.org)\r\nAccept-Encoding: gzip, deflate\r\n"
            + "Accept: */*\r\nConnection: keep-alive\r\n"
            + "SOAPAction: \"urn:castile:warm-up:OPERATION\"\r\n"
            + "Content-Type: text/xml; charset=utf-8\r\n",
        "<?xml version='1.0' encoding='utf-8'?>\n<soap-env:Envelope xmlns:soap-env=\""
            + SOAP_11
            + "\"><soap-env:Body><ns0:OPERATION xmlns:ns0=\""
            + NAMESPACE
            + "\"><symbol>NUMBER</symbol><count>1</count></ns0:OPERATION></soap-env:Body>"
            + "</soap-env:Envelope>"),
    DOTNET(
        "Accept-Encoding: gzip, deflate\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + "SOAPAction: \"urn:castile:warm-up:OPERATION\"\r\n",
        "<s:Envelope xmlns:s=\""
            + SOAP_11
            + "\"><s:Body xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
            + " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><OPERATION xmlns=\""
            + NAMESPACE
            + "\"><symbol xmlns=\"\">NUMBER</symbol><count xmlns=\"\">1</count></OPERATION></s:Body>"
            + "</s:Envelope>"),
    GSOAP(
        "User-Agent: gSOAP/2.8\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + "Connection: keep-alive\r\nSOAPAction: \"\"\r\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV=\""
            + SOAP_11
            + "\" xmlns:SOAP-ENC=\"http://schemas.xmlsoap.org/soap/encoding/\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
            + " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:ns1=\""
            + NAMESPACE
            + "\"><SOAP-ENV:Body><ns1:OPERATION><symbol>NUMBER</symbol><count>1</count>"
            + "</ns1:OPERATION></SOAP-ENV:Body></SOAP-ENV:Envelope>"),
    CXF_12(
        "Content-Type: application/soap+xml; charset=UTF-8;"
            + " action=\"urn:castile:warm-up:OPERATION\"\r\n"
            + "Accept: */*\r\nUser-Agent: Apache-CXF/4.1.1\r\nConnection: Keep-Alive\r\n",
        "<soap:Envelope xmlns:soap=\""
            + SOAP_12
            + "\"><soap:Body><ns2:OPERATION xmlns:ns2=\""
            + NAMESPACE
            + "\"><symbol>NUMBER</symbol><count>1</count></ns2:OPERATION></soap:Body></soap:Envelope>"),
    DOTNET_ADDRESSED(
        "Accept-Encoding: gzip, deflate\r\nContent-Type: application/soap+xml; charset=utf-8;"
            + " action=\"urn:castile:warm-up:OPERATION\"\r\n",
        "<s:Envelope xmlns:s=\""
            + SOAP_12
            + "\" xmlns:a=\"http://www.w3.org/2005/08/addressing\"><s:Header>"
            + "<a:Action s:mustUnderstand=\"1\">urn:castile:warm-up:OPERATION</a:Action>"
            + "<a:MessageID>urn:uuid:UNIQUE</a:MessageID>"
            + "<a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address>"
            + "</a:ReplyTo><a:To s:mustUnderstand=\"1\">http://made-up/small</a:To></s:Header>"
            + "<s:Body><OPERATION xmlns=\""
            + NAMESPACE
            + "\"><symbol xmlns=\"\">NUMBER</symbol></OPERATION></s:Body></s:Envelope>");

    private final String fields;
    private final String message;

    Stack(String fields, String message) {
      this.fields = fields;
      this.message = message;
    }

    /**
     * Returns a request.
     *
     * @param number of the question
     * @param id of the message
     */
    byte[] request(String path, String operation, int number, int id) {
      byte[] content = content(operation, number, id);
      return post(path, fields.replace("OPERATION", operation), content);
    }

    /** Returns a request in gzip, as CXF sends it. */
    byte[] zipped(String path, String operation, int number, int id) {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
        out.write(content(operation, number, id));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String coded = fields.replace("OPERATION", operation) + "Content-Encoding: gzip\r\n";
      return post(path, coded, zipped.toByteArray());
    }

    private byte[] content(String operation, int number, int id) {
      return MadeUpMessage.utf8(
          message
              .replace("OPERATION", operation)
              .replace("NUMBER", "SYM" + number)
              .replace("UNIQUE", Integer.toString(id)));
    }
  }

  private MadeUpRequests() {}

  private static byte[] post(String path, String fields, byte[] content) {
    ByteArrayOutputStream request = new ByteArrayOutputStream(content.length + 512);
    request.writeBytes(
        MadeUpMessage.utf8(
            "POST "
                + path
                + " HTTP/1.1\r\nHost: made-up\r\n"
                + fields
                + "Content-Length: "
                + content.length
                + "\r\n\r\n"));
    request.writeBytes(content);
    return request.toByteArray();
  }

  private static byte[] get(String target) {
    return MadeUpMessage.utf8(
        "GET " + target + " HTTP/1.1\r\nHost: made-up\r\nAccept: */*\r\nUser-Agent: -\r\n\r\n");
  }

  /**
   * Returns the requests of a round: of each stack a question that was not asked before, the same
   * again, and what passes; and some of what is rarer.
   */
  static List<Asked> round(int number) {
    List<Asked> round = new ArrayList<>();
    int first = number * Stack.values().length * 2;
    for (Stack stack : Stack.values()) {
      int question = first + 2 * stack.ordinal();
      for (int i = 0; i < 3; i++) { // a miss, and two hits
        round.add(ok(stack.request(MadeUpOrigin.SMALL, "getItem", question, 3 * question + i)));
      }
      round.add(ok(stack.request(MadeUpOrigin.SMALL, "getItem", question + 1, question)));
      round.add(ok(stack.request(MadeUpOrigin.SMALL, "putItem", question, question)));
    }
    Stack one = Stack.values()[number % Stack.values().length];
    for (int i = 0; i < 3; i++) {
      round.add(ok(one.request(MadeUpOrigin.MEDIUM, "getItem", first, 3 * first + i)));
    }
    round.add(ok(one.request(MadeUpOrigin.MEDIUM, "putItem", first, first)));
    round.add(ok(Stack.CXF.zipped(MadeUpOrigin.SMALL, "getItem", first + 1, first)));
    round.add(ok(get(MadeUpOrigin.SMALL + "/getItem?symbol=" + first)));
    round.add(ok(get(MadeUpOrigin.SMALL + "/getItem?symbol=" + first)));
    round.add(ok(get(READY_PATH)));
    if (number % RARE == RARE - 1) { // not in the first rounds, which load classes
      for (int i = 0; i < 3; i++) {
        round.add(ok(one.request(MadeUpOrigin.LARGE, "getItem", first, 3 * first + i)));
      }
      round.add(ok(one.request(MadeUpOrigin.LARGE, "putItem", first, first)));
      round.add(new Asked(one.request(MadeUpOrigin.FAULT, "getItem", first, first), 500));
      round.add(new Asked(one.request(MadeUpOrigin.FAULT, "putItem", first, first), 500));
      round.add(ok(get(MadeUpOrigin.DESCRIPTION)));
    }
    return round;
  }

  private static Asked ok(byte[] content) {
    return new Asked(content, 200);
  }

  // ---- what the origin answers ----

  static String envelope(boolean isNew, String body) {
    return "<s:Envelope xmlns:s=\""
        + (isNew ? SOAP_12 : SOAP_11)
        + "\"><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  static String fault(boolean isNew) {
    return isNew
        ? "<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason>"
            + "<s:Text xml:lang=\"en\">made up</s:Text></s:Reason></s:Fault>"
        : "<s:Fault><faultcode>s:Server</faultcode><faultstring>made up</faultstring></s:Fault>";
  }

  static String description(URI origin) {
    return "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\""
        + " xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\" targetNamespace=\""
        + NAMESPACE
        + "\"><service name=\"MadeUp\"><port name=\"MadeUp\" binding=\"MadeUp\"><soap:address"
        + " location=\""
        + origin
        + MadeUpOrigin.SMALL
        + "\"/></port></service></definitions>";
  }
}
