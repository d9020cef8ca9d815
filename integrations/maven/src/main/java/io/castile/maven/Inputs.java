package io.castile.maven;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What was generated from: a digest of all settings, and one of each document or other file, in a
 * file.
 *
 * <pre>
 * settings 5e884898da28…                what the configuration says, and the plugin's version
 * 9f86d081884c… file:/shop/shop.wsdl    a document, by the digest of its bytes
 * absent file:/shop/missing.xsd         one that was named and cannot be read
 * remote http://example.com/shop?wsdl   one that is not looked at again
 * </pre>
 */
final class Inputs {
  private static final String SETTINGS = "settings ";
  private static final String ABSENT = "absent";
  private static final String REMOTE = "remote";

  private final Path file;

  /**
   * @param file which is made when it is written
   */
  Inputs(Path file) {
    this.file = file;
  }

  /**
   * Returns whether nothing has changed since {@link #write}.
   *
   * @throws IOException if the file cannot be read
   */
  boolean areCurrent(String settings) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(0).equals(SETTINGS + digest(settings))) {
      return false;
    }
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split(" ", 2);
      if (words.length != 2 || !words[0].equals(state(URI.create(words[1])))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Notes what was generated from.
   *
   * @param settings all that the result depends on, beside documents
   * @param documents where they were read, and where there were none
   * @throws IOException if the file cannot be written
   */
  void write(String settings, Collection<URI> documents) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(SETTINGS + digest(settings));
    for (URI each : documents) {
      lines.add(state(each) + " " + each);
    }
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(file, lines);
  }

  /** Forgets what was noted; so what was generated counts as old. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  private static String state(URI document) {
    String scheme = String.valueOf(document.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("file") && !scheme.equals("jar")) {
      return REMOTE;
    }
    try (InputStream in = open(document, scheme)) {
      return digest(in.readAllBytes());
    } catch (IOException e) { // what reads the document says why
      return ABSENT;
    }
  }

  private static InputStream open(URI document, String scheme) throws IOException {
    if (scheme.equals("file")) {
      return Files.newInputStream(Path.of(document));
    }
    URLConnection entry = document.toURL().openConnection();
    entry.setUseCaches(false); // else the archive stays open
    return entry.getInputStream();
  }

  private static String digest(String text) {
    return digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot digest the file, because this JDK has no SHA-256.", e);
    }
  }
}
