package io.castile.wss4j.internal;

import io.castile.soap.SoapException;
import io.castile.soap.security.internal.EnvelopeSecurity;
import io.castile.wss4j.Wss4jSecurity;
import io.castile.xml.internal.HiddenPart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of {@link Wss4jSecurity} from a file of properties, the files of the key
 * stores, and the key stores. Paths in a file are relative to its folder. Thread-safe.
 */
public final class SecurityFiles implements EnvelopeSecurity.Provider {
  /** Secures the envelopes of a client. */
  public static final HiddenPart<Wss4jSecurity, Envelopes> ENVELOPES = new HiddenPart<>();

  /** The properties of settings whose values are files of properties. */
  private static final List<String> CRYPTO_FILES =
      List.of("ws-security.signature.properties", "ws-security.encryption.properties");

  /** The ends of names of WSS4J whose values are files. */
  private static final List<String> STORE_FILES =
      List.of(".merlin.file", ".keystore.file", ".truststore.file", ".x509crl.file");

  /** Secures envelopes, wherever the settings come from. */
  public interface Envelopes {
    /** Protects a request, as {@link EnvelopeSecurity#secure}. */
    EnvelopeSecurity.Secured secure(byte[] message, @Nullable String charset) throws SoapException;
  }

  /** What was read, and from where. */
  private record Loaded(Envelopes envelopes, List<Path> files) implements EnvelopeSecurity {
    @Override
    public Secured secure(byte[] message, @Nullable String charset) throws SoapException {
      return envelopes.secure(message, charset);
    }
  }

  @Override
  public EnvelopeSecurity load(Path file) throws IOException {
    Set<Path> files = new LinkedHashSet<>(List.of(file));
    Map<Object, Object> settings = new HashMap<>(properties(file));
    try {
      for (String key : CRYPTO_FILES) {
        String ofCxf = key.substring("ws-".length()); // CXF has both names
        for (String name : List.of(key, ofCxf)) {
          if (settings.get(name) instanceof String named) {
            settings.put(name, crypto(readable(file, name, named), files));
          }
        }
      }
      Wss4jSecurity security = Wss4jSecurity.of(settings);
      return new Loaded(ENVELOPES.of(security), new ArrayList<>(files));
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the properties of a key store, whose files are found wherever the program runs. */
  private static Properties crypto(Path file, Set<Path> files) throws IOException {
    files.add(file);
    Properties crypto = properties(file);
    for (String name : crypto.stringPropertyNames()) {
      if (STORE_FILES.stream().anyMatch(name::endsWith)) {
        List<String> stores = new ArrayList<>();
        for (String each : crypto.getProperty(name).split(",")) { // revocation lists may be several
          Path store = readable(file, name, each);
          files.add(store);
          stores.add(store.toString());
        }
        crypto.setProperty(name, String.join(",", stores));
      }
    }
    return crypto;
  }

  private static Properties properties(Path file) throws IOException {
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      read.load(in);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": expected properties: " + e.getMessage(), e);
    }
    return read;
  }

  /** Returns the file that a property names. */
  private static Path readable(Path file, String property, String named) throws IOException {
    try {
      Path other = file.resolveSibling(named.strip());
      if (Files.isReadable(other)) {
        return other;
      }
    } catch (InvalidPathException e) {
      throw new IOException(file + ": " + property + ": expected a file, found '" + named + "'", e);
    }
    throw new IOException(
        file + ": " + property + ": expected a file that can be read, found '" + named + "'");
  }
}
