package io.castile.bridge.mock;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.PackedDocuments;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The documents of a description as a mock serves them. Immutable and thread-safe. */
public final class MockDocuments {
  /** The address of a port (WSDL 1.1 §3.8), in the attribute of an element of whatever prefix. */
  private static final Pattern ADDRESS =
      Pattern.compile("(<(?:[^\\s<>:/]+:)?address\\s[^<>]*?\\blocation\\s*=\\s*)([\"'])(.*?)\\2");

  private final Map<String, String> documents;
  private final String main;

  private MockDocuments(Map<String, String> documents) {
    this.documents = documents;
    this.main = documents.keySet().iterator().next();
  }

  /** Returns the documents of a description. */
  public static MockDocuments of(Description description) {
    return new MockDocuments(PackedDocuments.of(description, "service", UnaryOperator.identity()));
  }

  /**
   * Returns the document that a GET asks for; null where it asks for none.
   *
   * @param path of the request, whose last segment names a document
   * @param query of the request, without its mark; {@code wsdl} asks for the description
   * @param base scheme and authority of the mock, which stand in place of those of each port; the
   *     paths of ports stay
   */
  public @Nullable String document(String path, String query, String base) {
    boolean isMain = query.toLowerCase(Locale.ROOT).matches("wsdl(=.*)?|singlewsdl");
    String document = documents.get(isMain ? main : path.substring(path.lastIndexOf('/') + 1));
    return document == null ? null : relocated(document, base);
  }

  private static String relocated(String document, String base) {
    return ADDRESS
        .matcher(document)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1)
                        + found.group(2)
                        + base
                        + path(found.group(3))
                        + found.group(2)));
  }

  private static String path(String address) {
    try {
      String path = URI.create(address.strip()).getRawPath();
      return path == null || path.isEmpty() ? "/" : path;
    } catch (IllegalArgumentException e) { // such as a placeholder
      return "/";
    }
  }
}
