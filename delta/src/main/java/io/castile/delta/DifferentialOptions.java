package io.castile.delta;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an end of the differential link keeps, and for whom. Immutable and thread-safe.
 *
 * @see Differential
 */
public final class DifferentialOptions {
  /** 64 MiB of messages of at most 16 MiB each, for ten minutes after their last use. */
  public static final DifferentialOptions DEFAULT =
      new DifferentialOptions(
          64 << 20,
          16 << 20,
          Duration.ofMinutes(10),
          false,
          null,
          true,
          false,
          DifferentialForm.COLUMNS,
          false,
          Set.of());

  private static final int MIN_REQUEST_BYTES = 512;
  private static final int MIN_SECRET = 16;

  private final long maxBytes;
  private final int maxMessageBytes;
  private final Duration maxIdle;
  private final boolean shared;
  private final byte[] secret; // null for one that nobody else knows
  private final boolean codings;
  private final boolean soapHeader;
  private final DifferentialForm form;
  private final boolean sharedElements;
  private final Set<String> credentials;

  private DifferentialOptions(
      long maxBytes,
      int maxMessageBytes,
      Duration maxIdle,
      boolean shared,
      byte[] secret,
      boolean codings,
      boolean soapHeader,
      DifferentialForm form,
      boolean sharedElements,
      Set<String> credentials) {
    this.maxBytes = maxBytes;
    this.maxMessageBytes = maxMessageBytes;
    this.maxIdle = maxIdle;
    this.shared = shared;
    this.secret = secret;
    this.codings = codings;
    this.soapHeader = soapHeader;
    this.form = form;
    this.sharedElements = sharedElements;
    this.credentials = credentials;
  }

  /** Returns options with a bound for the weight of all messages that are kept; positive. */
  public DifferentialOptions withMaxBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + bytes);
    }
    return new DifferentialOptions(
        bytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        codings,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /** Returns options with a bound for the size of a message that is kept; positive. */
  public DifferentialOptions withMaxMessageBytes(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxMessageBytes <= 0: " + bytes);
    }
    return new DifferentialOptions(
        maxBytes,
        bytes,
        maxIdle,
        shared,
        secret,
        codings,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /** Returns options with the time for which a message is kept after its last use; positive. */
  public DifferentialOptions withMaxIdle(Duration idle) {
    if (Objects.requireNonNull(idle, "idle").isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("maxIdle <= 0: " + idle);
    }
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        idle,
        shared,
        secret,
        codings,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /**
   * Returns options that say whether what one caller was answered may be the base of an answer to
   * another one, although they show different credentials. False by default.
   */
  public DifferentialOptions withShared(boolean all) {
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        all,
        secret,
        codings,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /**
   * Returns options with a secret from which a server derives the names of its messages. Servers of
   * a farm that have the same one know each other's messages by name, where they have made the same
   * ones. By default each server has a random one.
   *
   * @param text known to the servers only; at least 16 characters that nobody can guess
   */
  public DifferentialOptions withSecret(String text) {
    if (text.length() < MIN_SECRET) {
      throw new IllegalArgumentException("expected a secret of at least 16 characters");
    }
    byte[] digest = RequestParts.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        digest,
        codings,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /**
   * Returns options that say whether the content codings that others know are used with ends that
   * do not know the link: {@code gzip}, {@code zstd}, and {@code dcz} of RFC 9842, whose
   * dictionaries are kept within the same bounds. True by default.
   */
  public DifferentialOptions withCodings(boolean used) {
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        used,
        soapHeader,
        form,
        sharedElements,
        credentials);
  }

  /**
   * Returns options that say whether a client negotiates in a SOAP header block, for servers behind
   * what passes on messages but not the header fields of HTTP. A server answers in the form in
   * which it was asked, whatever it says here. False by default.
   */
  public DifferentialOptions withSoapHeader(boolean used) {
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        codings,
        used,
        form,
        sharedElements,
        credentials);
  }

  /**
   * Returns options with the form in which a client wants answers. A server answers in any form,
   * whatever it says here; one that does not know the forms of the paper answers with deltas.
   * {@link DifferentialForm#COLUMNS} by default.
   */
  public DifferentialOptions withForm(DifferentialForm wanted) {
    Objects.requireNonNull(wanted, "form");
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        codings,
        soapHeader,
        wanted,
        sharedElements,
        credentials);
  }

  /**
   * Returns options that say whether a server that answers with updates of the paper keeps one copy
   * of each element for all clients of one identity (§IV of the paper), where it keeps the last
   * answer to each client otherwise. Updates are then sent without encoding. False by default.
   */
  public DifferentialOptions withSharedElements(boolean all) {
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        codings,
        soapHeader,
        form,
        all,
        credentials);
  }

  /**
   * Returns options with header fields of HTTP that say who sends a request, beside those that are
   * known to ({@link io.castile.soap.CredentialFields}), so that senders who differ in them have
   * bases of their own. Both ends need not have the same.
   *
   * @param names in any case, in place of those named before
   */
  public DifferentialOptions withCredentials(String... names) {
    Set<String> lower = new TreeSet<>();
    for (String name : names) {
      lower.add(name.toLowerCase(Locale.ROOT));
    }
    return new DifferentialOptions(
        maxBytes,
        maxMessageBytes,
        maxIdle,
        shared,
        secret,
        codings,
        soapHeader,
        form,
        sharedElements,
        Set.copyOf(lower));
  }

  /** Names of header fields that are credentials, too, in lower case. */
  Set<String> credentials() {
    return credentials;
  }

  /** The secret, or a new one that nobody else knows; of {@link MessageNames#SECRET_BYTES}. */
  byte[] secret() {
    if (secret != null) {
      return secret.clone();
    }
    ByteBuffer random = ByteBuffer.allocate(MessageNames.SECRET_BYTES);
    while (random.hasRemaining()) {
      random.putLong(Seeds.next());
    }
    return random.array();
  }

  long maxBytes() {
    return maxBytes;
  }

  int maxMessageBytes() {
    return maxMessageBytes;
  }

  Duration maxIdle() {
    return maxIdle;
  }

  /** Smaller requests are not kept: a difference would hardly be smaller. */
  int minRequestBytes() {
    return MIN_REQUEST_BYTES;
  }

  boolean shared() {
    return shared;
  }

  boolean codings() {
    return codings;
  }

  boolean soapHeader() {
    return soapHeader;
  }

  DifferentialForm form() {
    return form;
  }

  boolean sharedElements() {
    return sharedElements;
  }
}
