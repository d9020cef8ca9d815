package io.castile.interop.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a request, by all that may say so, each absent or one of a few values.
 *
 * @param fields values by name of the header field, in lower case; several values are several lines
 * @param user of the Security header; null for none
 * @param password beside it
 * @param signed whether the Security header has a signature
 * @param region a header block that some policies name; null for none
 * @param other a header block that no policy names; null for none
 */
record Caller(
    TreeMap<String, List<String>> fields,
    @Nullable String user,
    String password,
    boolean signed,
    @Nullable String region,
    @Nullable String other) {
  /** Fields of credentials, and one that is none but where the policy says so. */
  static final List<String> FIELDS =
      List.of("authorization", "cookie", "x-api-key", "from", "x-branch");

  /** Among them those that are easily taken for another, or for two. */
  private static final List<String> VALUES =
      List.of("a", "b", "A", "a, b", "\"a\"", "a;b", "a=1", "a%2C", "\u00e9");

  private static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  /** Somebody, who mostly has little that tells him from others. */
  static Caller any(Random random) {
    TreeMap<String, List<String>> fields = new TreeMap<>();
    for (String field : FIELDS) {
      if (random.nextInt(4) == 0) {
        List<String> values = new ArrayList<>();
        for (int lines = random.nextInt(6) == 0 ? 2 : 1; lines > 0; lines--) {
          values.add(VALUES.get(random.nextInt(VALUES.size())));
        }
        fields.put(field, values);
      }
    }
    return new Caller(
        fields,
        random.nextInt(3) == 0 ? List.of("ann", "bob", "Ann").get(random.nextInt(3)) : null,
        List.of("1", "2").get(random.nextInt(2)),
        random.nextInt(12) == 0,
        random.nextInt(3) == 0 ? List.of("north", "south").get(random.nextInt(2)) : null,
        random.nextInt(12) == 0 ? List.of("x", "y").get(random.nextInt(2)) : null);
  }

  /** The header fields, as a client might spell them. */
  String head(Random random) {
    List<String> lines = new ArrayList<>();
    fields.forEach(
        (name, values) -> {
          StringBuilder all = new StringBuilder();
          for (String value : values) {
            String space = random.nextBoolean() ? " " : random.nextBoolean() ? "" : " \t ";
            all.append(spelled(name, random)).append(':').append(space).append(value);
            all.append(random.nextInt(4) == 0 ? " \r\n" : "\r\n");
          }
          lines.add(all.toString());
        });
    lines.add("Accept-Language: en\r\n");
    Collections.shuffle(lines, random);
    return String.join("", lines);
  }

  private static String spelled(String name, Random random) {
    StringBuilder spelled = new StringBuilder(name);
    for (int i = 0; i < name.length(); i++) {
      if (random.nextBoolean()) {
        spelled.setCharAt(i, Character.toUpperCase(name.charAt(i)));
      }
    }
    return spelled.toString();
  }

  /** The message, as a client might spell it. */
  String message(String text, Random random) {
    String soap = List.of("s", "soapenv", "e").get(random.nextInt(3));
    StringBuilder message = new StringBuilder();
    message.append('<').append(soap).append(":Envelope xmlns:").append(soap);
    message.append("=\"http://schemas.xmlsoap.org/soap/envelope/\">");
    StringBuilder header = new StringBuilder();
    if (user != null || signed) {
      header.append("<w:Security xmlns:w=\"").append(WSSE).append("\">");
      if (user != null) {
        header.append("<w:UsernameToken><w:Username>").append(user).append("</w:Username>");
        header.append("<w:Password>").append(password).append("</w:Password></w:UsernameToken>");
      }
      if (signed) {
        header.append("<d:Signature xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\"/>");
      }
      header.append("</w:Security>");
    }
    if (region != null) {
      header.append("<h:Region xmlns:h=\"urn:h\">").append(region).append("</h:Region>");
    }
    if (other != null) {
      header.append("<o:Other xmlns:o=\"urn:o\">").append(other).append("</o:Other>");
    }
    header.append("<h:Trace xmlns:h=\"urn:h\">").append(random.nextInt()).append("</h:Trace>");
    message.append('<').append(soap).append(":Header>").append(header);
    message.append("</").append(soap).append(":Header>");
    message.append('<').append(soap).append(":Body><ask xmlns=\"urn:q\"><text xmlns=\"\">");
    message.append(text).append("</text></ask></").append(soap).append(":Body></");
    return message.append(soap).append(":Envelope>").toString();
  }
}
