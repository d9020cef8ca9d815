package io.castile.codec.compile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Class files that were compiled when the application was built. They are resources that are named
 * by the digest of the source which they were compiled from: what is found is what would be
 * compiled now, and what has changed since is not found.
 */
final class PrecompiledCode {
  private static final Logger LOG = LoggerFactory.getLogger(PrecompiledCode.class);

  static final String FOLDER = "META-INF/castile/codecs/";

  private PrecompiledCode() {}

  /** The name of the resource with the class file of a source. */
  static String resource(String source) {
    return FOLDER + digest(source) + ".class";
  }

  static String digest(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * Returns the class file of a source, from the class path of a bean, or else of the thread's
   * context, or else beside the bean; null if there is none.
   */
  static byte @Nullable [] find(Class<?> bean, String simpleName, String source) {
    byte[] found = find(bean, resource(source));
    return found == null ? ApplicationCode.find(bean, simpleName, source) : found;
  }

  private static byte @Nullable [] find(Class<?> bean, String resource) {
    byte[] found = read(bean.getClassLoader(), resource);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return found != null || context == bean.getClassLoader() ? found : read(context, resource);
  }

  static byte @Nullable [] read(@Nullable ClassLoader loader, String resource) {
    if (loader == null) {
      return null;
    }
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      LOG.warn("{} cannot be read, and is compiled anew: {}", resource, e.toString());
      return null;
    }
  }
}
