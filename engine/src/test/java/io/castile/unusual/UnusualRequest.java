package io.castile.unusual;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * A request that is spelled as few stacks spell it, but as a client may: its fields and its
 * content.
 *
 * @param fields lines, each with CR LF
 * @param content the envelope in some encoding
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record UnusualRequest(String fields, byte[] content) {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  /** Few, so that requests meet the answers to others. */
  private static final List<String> TEXTS = List.of("one", "\u00e9t\u00e9", "a\u00a0b", "A+B");

  /** Every second one is what stacks send. */
  private static final List<String> TYPES =
      List.of(
          "text/xml; charset=CS",
          "text/xml",
          "text/xml; charset=CS; charset=OTHER",
          "text/xml;charset=\"CS\"",
          "text/xml; xcharset=OTHER",
          "text/xml; charset=CS",
          "text/xml; x=\";charset=OTHER\"; charset=CS",
          "Text/XML; Charset=CS",
          "text/xml; charset='CS'",
          "text/xml; charset = CS",
          "text/xml; charset=CS; action=\"urn:other\"",
          "text/xml; charset=CS",
          "text/xml; charset=CS; action=\"ACTION\"",
          "text/xml;; charset=CS",
          "text/xml; charset=\"\\CS\"",
          "text/xml; charset=CS\r\nContent-Type: text/xml; charset=OTHER");

  private static final List<String> ACTIONS =
      List.of(
          "\"ACTION\"",
          "",
          "ACTION",
          "\"\"",
          "\"ACTION\"",
          "'ACTION'",
          "\"ACTI\\ON\"",
          "\"urn:other\"",
          "\"ACTION\"\r\nSOAPAction: \"urn:other\"");

  private static final List<String> CHARSETS = List.of("utf-8", "iso-8859-1", "utf-16", "IBM1047");

  /**
   * What a service is asked.
   *
   * @param action of the operation
   * @param start of the body, up to the text
   * @param end of the body, behind the text
   */
  public record Operation(String action, String start, String end) {}

  /** Draws a request. */
  public static UnusualRequest of(Operation operation, Random random) {
    String charset = random.nextInt(3) > 0 ? "utf-8" : drawn(CHARSETS, random);
    String other = drawn(CHARSETS, random);
    String declared = random.nextInt(4) > 0 ? charset : other;
    String text = spelled(drawn(TEXTS, random), charset, random);
    String message = message(operation, text, random);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    if (charset.equals("utf-8") && random.nextInt(12) == 0) {
      content.writeBytes("\ufeff".getBytes(StandardCharsets.UTF_8));
    }
    String declaration =
        switch (random.nextInt(4)) {
          case 0 -> "<?xml version=\"1.0\" encoding=\"" + declared + "\"?>";
          case 1 -> "<?xml version='1.0'?>\n";
          default -> "";
        };
    content.writeBytes((declaration + message).getBytes(Charset.forName(charset)));
    String type = drawn(TYPES, random).replace("CS", charset).replace("OTHER", other);
    String action = drawn(ACTIONS, random);
    String fields =
        "Content-Type: "
            + type
            + "\r\n"
            + (action.isEmpty() ? "" : "SOAPAction: " + action + "\r\n");
    String escaped = operation.action().substring(0, 4) + "\\" + operation.action().substring(4);
    return new UnusualRequest(
        fields.replace("ACTION", operation.action()).replace("ACTI\\ON", escaped),
        content.toByteArray());
  }

  private static String drawn(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  /** A text as it may stand in a message: whole, in pieces, or by references. */
  private static String spelled(String text, String charset, Random random) {
    int middle = 1 + random.nextInt(text.length() - 1);
    String first = text.substring(0, middle);
    String rest = text.substring(middle);
    boolean fits = Charset.forName(charset).newEncoder().canEncode(text);
    String spelled =
        switch (random.nextInt(9)) {
          case 0 -> first + "<!-- c -->" + rest;
          case 1 -> first + "<![CDATA[" + rest + "]]>";
          case 2 -> "<![CDATA[" + text + "]]>";
          case 3 -> first + "<?p i?>" + rest;
          case 4, 5 -> references(text);
          default -> text;
        };
    return fits ? spelled : references(text);
  }

  private static String references(String text) {
    StringBuilder all = new StringBuilder();
    text.chars().forEach(c -> all.append(c < 0x80 ? "" + (char) c : "&#" + c + ";"));
    return all.toString();
  }

  private static String message(Operation operation, String text, Random random) {
    String envelope =
        switch (random.nextInt(6)) {
          case 0 -> " xml:lang='de'";
          case 1 -> " s:encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'";
          default -> "";
        };
    String header =
        switch (random.nextInt(8)) {
          case 0 -> addressed("<w:Action>" + operation.action() + "</w:Action>");
          case 1 ->
              addressed(
                  "<w:Action>" + operation.action() + "</w:Action><w:Action>urn:other</w:Action>");
          case 2 -> addressed("<w:Unknown/>");
          default -> "";
        };
    String body = random.nextInt(6) == 0 ? " xml:space='preserve'" : "";
    return "<s:Envelope xmlns:s='%s'%s>%s<s:Body%s>%s%s%s</s:Body></s:Envelope>"
        .formatted(SOAP, envelope, header, body, operation.start(), text, operation.end());
  }

  private static String addressed(String blocks) {
    String declared = blocks.replaceAll("<w:(\\w+)", "<w:$1 xmlns:w='" + ADDRESSING + "'");
    return "<s:Header>" + declared + "</s:Header>";
  }

  /** The request in words, for a test that fails. */
  @Override
  public String toString() {
    return fields + "\n" + new String(content, StandardCharsets.ISO_8859_1);
  }
}
