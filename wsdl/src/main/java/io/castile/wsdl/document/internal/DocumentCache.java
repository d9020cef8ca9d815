package io.castile.wsdl.document.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Place;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Copies of documents from the network, in a folder: a file for each, and one for its tag. */
final class DocumentCache {
  private final Path folder;

  DocumentCache(Path folder) {
    this.folder = folder;
  }

  /**
   * A copy of a document.
   *
   * @param tag by which its server knows it (RFC 9110 §8.8.3); empty where it gave none
   */
  record Copy(byte[] bytes, String tag) {}

  Optional<Copy> copy(URI location, int maxBytes) throws DocumentException {
    Path file = folder.resolve(name(location) + ".xml");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Path tag = folder.resolve(name(location) + ".etag");
    try (InputStream in = Files.newInputStream(file)) {
      String known = Files.exists(tag) ? Files.readString(tag) : "";
      return Optional.of(new Copy(in.readNBytes(maxBytes), known));
    } catch (IOException e) {
      throw new DocumentException(Place.of(file.toUri()), "the copy cannot be read", e);
    }
  }

  /** Keeps a copy; whole or not at all, as another process may look for it. */
  void keep(URI location, byte[] bytes, String tag) throws DocumentException {
    try {
      Files.createDirectories(folder);
      String name = name(location);
      Files.deleteIfExists(folder.resolve(name + ".etag")); // never the tag of another copy
      write(bytes, folder.resolve(name + ".xml"));
      write(tag.getBytes(UTF_8), folder.resolve(name + ".etag"));
    } catch (IOException e) {
      throw new DocumentException(Place.of(folder.toUri()), "the copy cannot be kept", e);
    }
  }

  private void write(byte[] bytes, Path file) throws IOException {
    Path draft = Files.createTempFile(folder, "draft", ".tmp");
    Files.write(draft, bytes);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String name(URI location) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(location.toString().getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot name the copy, because this JDK has no SHA-256.", e);
    }
  }
}
