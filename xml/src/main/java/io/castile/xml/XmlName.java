package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The expanded name of an element or attribute (Namespaces in XML 1.0, §2.1): a namespace URI and a
 * local name.
 *
 * <p>Immutable. Two names are equal when URI and local name are. Names that come from one {@link
 * NameTable} are also identical ({@code ==}) when they are equal, which is what generated codecs
 * compare.
 */
public final class XmlName {
  private final String uri;
  private final String local;
  private final byte[] localUtf8;
  private final int hash;

  /** How many names its table had before it; 0 for a name of no table. */
  final int number;

  /**
   * @param uri the namespace URI, {@code ""} for none
   * @param local the local name, not empty
   */
  XmlName(String uri, String local) {
    this.uri = Objects.requireNonNull(uri, "uri");
    this.local = Objects.requireNonNull(local, "local");
    this.localUtf8 = local.getBytes(StandardCharsets.UTF_8);
    this.hash = hash(hashOf(uri), localUtf8, 0, localUtf8.length);
    this.number = 0;
  }

  /** The same name as one of a table. */
  XmlName(XmlName name, int number) {
    this.uri = name.uri;
    this.local = name.local;
    this.localUtf8 = name.localUtf8;
    this.hash = name.hash;
    this.number = number;
  }

  /** Constructs a name whose hash is known ({@link #hash}). */
  XmlName(String uri, byte[] localUtf8, int hash) {
    this.uri = uri;
    this.local = new String(localUtf8, StandardCharsets.UTF_8);
    this.localUtf8 = localUtf8;
    this.hash = hash;
    this.number = 0;
  }

  /**
   * Returns a local name or a prefix that markup may have.
   *
   * @throws IllegalArgumentException if it is no NCName (Namespaces in XML 1.0, §3)
   */
  public static String checkedLocal(String name) {
    return NcNames.check(name);
  }

  /** Seeded hash of a namespace URI, for {@link #hash}. */
  static int hashOf(String uri) {
    byte[] utf8 = uri.getBytes(StandardCharsets.UTF_8);
    return Bytes.hash(utf8, 0, utf8.length);
  }

  /**
   * The hash code of the name whose URI hashes to {@code uriHash} and whose local part stands in
   * the range.
   */
  static int hash(int uriHash, byte[] b, int start, int end) {
    return Bytes.join(uriHash, Bytes.hash(b, start, end));
  }

  /** Returns the namespace URI, {@code ""} for none. */
  public String uri() {
    return uri;
  }

  /** Returns the local name. */
  public String local() {
    return local;
  }

  /** The local name in UTF-8; shared, never written to. */
  byte[] localUtf8() {
    return localUtf8;
  }

  /** Returns the same name as the platform's type, without a prefix. */
  public QName toQName() {
    return new QName(uri, local);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof XmlName that
            && hash == that.hash
            && local.equals(that.local)
            && uri.equals(that.uri));
  }

  /** Differs from process to process, so that documents cannot be made to collide. */
  @Override
  public int hashCode() {
    return hash;
  }

  /** Returns {@code {uri}local}, or the local name alone where there is no namespace. */
  @Override
  public String toString() {
    return uri.isEmpty() ? local : "{" + uri + "}" + local;
  }
}
