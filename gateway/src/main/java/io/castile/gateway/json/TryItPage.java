package io.castile.gateway.json;

import io.castile.gateway.http.TaggedContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a person tries the operations, by Swagger UI: its files by their paths below
 * the place of JSON. Immutable and thread-safe.
 */
public final class TryItPage {
  private static final String FOLDER = "/io/castile/gateway/json/";
  private static final String UI = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

  /** Nothing from elsewhere; Swagger UI styles its elements, and has images in its style sheet. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'"
          + " data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors"
          + " 'none'";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private final Map<String, File> files;

  /**
   * A file of the page.
   *
   * @param type its media type
   */
  public record File(String type, TaggedContent content) {
    /** Returns the fields of a response that has the file, but for those of its content. */
    public HttpHeaders fields() {
      HttpHeaders fields = new DefaultHttpHeaders();
      fields.set(HttpHeaderNames.CONTENT_TYPE, type);
      fields.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, POLICY);
      fields.set("X-Content-Type-Options", "nosniff");
      fields.set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
      return fields;
    }
  }

  private TryItPage() throws IOException {
    Properties ui = new Properties();
    try (InputStream in = open(UI)) {
      ui.load(in);
    }
    String folder = "/META-INF/resources/webjars/swagger-ui/" + ui.getProperty("version") + "/";
    files =
        Map.of(
            "/", file(FOLDER + "index.html", HTML),
            "/ui/page.js", file(FOLDER + "page.js", SCRIPT),
            "/ui/swagger-ui-bundle.js", file(folder + "swagger-ui-bundle.js", SCRIPT),
            "/ui/swagger-ui.css", file(folder + "swagger-ui.css", "text/css; charset=utf-8"));
  }

  private static File file(String resource, String type) throws IOException {
    try (InputStream in = open(resource)) {
      return new File(type, new TaggedContent(in.readAllBytes()));
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream in = TryItPage.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException("the page to try operations lacks " + resource);
    }
    return in;
  }

  /** Returns a file; null if there is none of that path. */
  public static @Nullable File find(String path) {
    return Loaded.PAGE.files.get(path);
  }

  /** Read when the page is first asked for: most gateways have none. */
  private static final class Loaded {
    static final TryItPage PAGE = page();

    private static TryItPage page() {
      try {
        return new TryItPage();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
