package io.castile.jaxws.description;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads documents from where URLs say, within bounds, and tells which have changed. */
final class UrlDocuments {
  /** All documents of a description together. */
  static final int MAX_BYTES = 64 << 20;

  static final int MAX_DOCUMENTS = 100;

  static final int CONNECT_TIMEOUT_MILLIS = 10_000;
  static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final Duration MAX_TIME = Duration.ofSeconds(60);

  /** How long documents of the network are good, in nanoseconds. */
  private static final long NETWORK_LIFETIME_NANOS = Duration.ofMinutes(10).toNanos();

  private UrlDocuments() {}

  /** Whether a URL is one of the network. */
  static boolean isRemote(URL url) {
    String protocol = url.getProtocol();
    return protocol.equalsIgnoreCase("http")
        || protocol.equalsIgnoreCase("https")
        || protocol.equalsIgnoreCase("ftp");
  }

  /**
   * Reads a document.
   *
   * @param maxBytes what it may have
   * @throws IOException if it cannot be had, or is larger, or takes too long; says why, and what
   *     the application can set, but not the URL
   */
  static byte[] read(URL url, int maxBytes) throws IOException {
    try {
      return bytes(url, maxBytes);
    } catch (IOException e) {
      throw new IOException(DocumentFailures.reason(url, e), e);
    }
  }

  private static byte[] bytes(URL url, int maxBytes) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false); // which would keep an archive open
    connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
    connection.setReadTimeout(READ_TIMEOUT_MILLIS);
    try (InputStream in = content(connection)) {
      long until = System.nanoTime() + MAX_TIME.toNanos();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        all.write(part, 0, n);
        if (all.size() > maxBytes) {
          throw new IOException("more than " + maxBytes + " bytes");
        }
        if (System.nanoTime() - until > 0) {
          throw new IOException("not there after " + MAX_TIME.toSeconds() + " s");
        }
      }
      return all.toByteArray();
    } finally {
      if (connection instanceof HttpURLConnection http) {
        http.disconnect();
      }
    }
  }

  private static InputStream content(URLConnection connection) throws IOException {
    if (connection instanceof HttpURLConnection http
        && http.getResponseCode() >= HttpURLConnection.HTTP_MULT_CHOICE) {
      throw new IOException(DocumentFailures.status(http));
    }
    return connection.getInputStream();
  }

  /**
   * Returns the stamp that tells a document from a later one at the same place: of a file, or the
   * archive that it is in, when it was changed, and its size; of the network, for ten minutes the
   * same. Where nothing tells, always the same.
   */
  static String stamp(URL url) {
    if (isRemote(url)) {
      return "from " + System.nanoTime();
    }
    String text = url.toString();
    if (text.startsWith("jar:")) {
      int inner = text.indexOf("!/");
      text = text.substring(4, inner < 0 ? text.length() : inner);
    }
    if (!text.startsWith("file:")) {
      return "";
    }
    try {
      Path file = Path.of(URI.create(text));
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (IOException | IllegalArgumentException e) {
      return "unknown " + System.nanoTime(); // reading it says what is wrong
    }
  }

  /** Whether a document is that which had a stamp. */
  static boolean isSame(URL url, String stamp) {
    if (stamp.startsWith("from ")) {
      return System.nanoTime() - Long.parseLong(stamp.substring(5)) < NETWORK_LIFETIME_NANOS;
    }
    return stamp.equals(stamp(url));
  }
}
