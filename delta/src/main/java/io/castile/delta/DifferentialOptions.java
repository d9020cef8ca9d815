package io.castile.delta;

import io.castile.delta.Differential.SharedBases;
import io.castile.delta.format.MessageNames;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.format.Sha256;
import io.castile.delta.kept.Kept;
import io.castile.delta.kept.KeptMessages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Options of an end of the differential link: the messages that it keeps, and for which senders.
 * Immutable and thread-safe.
 *
 * @see Differential
 */
public final class DifferentialOptions {
  /** The default options. */
  public static final DifferentialOptions DEFAULT = new DifferentialOptions(new Values());

  /** The default of {@link #withAudit}. */
  public static final int DEFAULT_AUDIT = 64;

  /** The default of {@link #withMaxDeltaShare}: each delta that is shorter than its message. */
  public static final double DEFAULT_MAX_DELTA_SHARE = 1;

  /** The default of {@link #withMaxChangedElements}; the paper does not tell its own. */
  public static final double DEFAULT_MAX_CHANGED_ELEMENTS = 0.95;

  private static final int MIN_REQUEST_BYTES = 512;
  private static final int MIN_SECRET = 16;

  /** A token (RFC 9110 §5.6.2). */
  private static final Pattern FIELD_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Never changed any more. */
  private final Values values;

  private DifferentialOptions(Values values) {
    this.values = values;
  }

  /**
   * The values of options while these are made, at first the defaults. Owned by the code that makes
   * them.
   */
  private static final class Values {
    long maxBytes = 64 << 20;
    int maxMessageBytes = 16 << 20;
    Duration maxIdle = Duration.ofMinutes(10);
    boolean shared;
    byte @Nullable [] secret; // null for a random one, known only here
    @Nullable SharedBases sharedBases; // null for none
    boolean codings = true;
    boolean soapHeader;
    DifferentialForm form = DifferentialForm.COLUMNS;
    boolean sharedElements;
    double maxDeltaShare = DEFAULT_MAX_DELTA_SHARE;
    double maxChangedElements = DEFAULT_MAX_CHANGED_ELEMENTS;
    Set<String> credentials = Set.of();
    boolean signedRequests;
    boolean typed = true;
    boolean compressed = true;
    int audit = Integer.getInteger("io.castile.delta.audit", DEFAULT_AUDIT);

    Values() {}

    /** The same values. */
    Values(Values other) {
      maxBytes = other.maxBytes;
      maxMessageBytes = other.maxMessageBytes;
      maxIdle = other.maxIdle;
      shared = other.shared;
      secret = other.secret;
      sharedBases = other.sharedBases;
      codings = other.codings;
      soapHeader = other.soapHeader;
      form = other.form;
      sharedElements = other.sharedElements;
      maxDeltaShare = other.maxDeltaShare;
      maxChangedElements = other.maxChangedElements;
      credentials = other.credentials;
      signedRequests = other.signedRequests;
      typed = other.typed;
      compressed = other.compressed;
      audit = other.audit;
    }
  }

  /** Returns these options with changes. */
  private DifferentialOptions with(Consumer<Values> change) {
    Values changed = new Values(values);
    change.accept(changed);
    return new DifferentialOptions(changed);
  }

  /** Returns options with a bound for the weight of all messages that are kept; positive. */
  public DifferentialOptions withMaxBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + bytes);
    }
    return with(values -> values.maxBytes = bytes);
  }

  /** Returns options with a bound for the size of a message that is kept; positive. */
  public DifferentialOptions withMaxMessageBytes(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxMessageBytes <= 0: " + bytes);
    }
    return with(values -> values.maxMessageBytes = bytes);
  }

  /** Returns options with the time for which a message is kept after its last use; positive. */
  public DifferentialOptions withMaxIdle(Duration idle) {
    if (Objects.requireNonNull(idle, "maxIdle").isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("maxIdle <= 0: " + idle);
    }
    return with(values -> values.maxIdle = idle);
  }

  /**
   * Returns options that say whether the response to one caller may be the base of a response to
   * another one, although they show different credentials. False by default.
   */
  public DifferentialOptions withShared(boolean all) {
    return with(values -> values.shared = all);
  }

  /**
   * Returns options with a secret from which a server derives the names of its messages. Servers of
   * a fleet that have the same one know each other's messages by name, where they have made the
   * same ones. By default each server has a random one.
   *
   * @param text known to the servers only; at least 16 characters that cannot be guessed
   */
  public DifferentialOptions withSecret(String text) {
    int length = Objects.requireNonNull(text, "secret").length();
    if (length < MIN_SECRET) {
      throw new IllegalArgumentException(
          "expected a secret of at least " + MIN_SECRET + " characters, found " + length);
    }
    byte[] digest = Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
    return with(values -> values.secret = digest);
  }

  /**
   * Returns options with a place where the servers of a fleet keep their responses for each other,
   * so that a client gets differences from any of them. They need one {@link #withSecret secret},
   * and the same {@code Host} from clients. Requests that come as differences are known to the
   * server alone that got the one before; to others they are sent whole again.
   */
  public DifferentialOptions withSharedBases(SharedBases bases) {
    Objects.requireNonNull(bases, "bases");
    return with(values -> values.sharedBases = bases);
  }

  /** The place; null for none. */
  @Nullable SharedBases sharedBases() {
    return values.sharedBases;
  }

  /** Whether there is a secret that others may know, too. */
  boolean hasSecret() {
    return values.secret != null;
  }

  /**
   * Returns options that say whether the content codings that others know are used with ends that
   * do not know the link: {@code gzip}, {@code zstd}, and {@code dcz} of RFC 9842, whose
   * dictionaries are kept within the same bounds. True by default.
   */
  public DifferentialOptions withCodings(boolean used) {
    return with(values -> values.codings = used);
  }

  /**
   * Returns options that say whether a client negotiates in a SOAP header block, for servers behind
   * intermediaries that pass on messages but not the header fields of HTTP. A server answers in the
   * form in which it was asked, whatever it says here. False by default.
   */
  public DifferentialOptions withSoapHeader(boolean used) {
    return with(values -> values.soapHeader = used);
  }

  /**
   * Returns options with the form in which a client wants responses; {@link
   * DifferentialForm#COLUMNS} by default. The others come with the artifact {@code castile-papers},
   * without which {@link Differential#of} fails. A server answers in any form that it has, whatever
   * it says here; without that artifact it answers with deltas.
   */
  public DifferentialOptions withForm(DifferentialForm wanted) {
    Objects.requireNonNull(wanted, "form");
    return with(values -> values.form = wanted);
  }

  /**
   * Returns options that say whether a server that responds with updates of the paper keeps one
   * copy of each element for all clients of one identity (§IV of the paper), where it keeps the
   * last response to each client otherwise. Updates are then sent without encoding. False by
   * default.
   */
  public DifferentialOptions withSharedElements(boolean all) {
    return with(values -> values.sharedElements = all);
  }

  /**
   * Returns options with the size of a delta above which the message is sent whole, as a share of
   * the message's size. For messages that go as XML, in either direction; {@link
   * #DEFAULT_MAX_DELTA_SHARE} by default.
   *
   * @param share from 0, by which no delta is sent, to 1
   */
  public DifferentialOptions withMaxDeltaShare(double share) {
    return with(values -> values.maxDeltaShare = checkedShare(share, "maxDeltaShare"));
  }

  /**
   * Returns options with the share of the elements of lists that may have changed for a server to
   * send an update of the paper; where more have, the answer goes whole (§III.A.3 of the paper).
   * {@link #DEFAULT_MAX_CHANGED_ELEMENTS} by default.
   *
   * @param share from 0, by which an update has no change, to 1
   */
  public DifferentialOptions withMaxChangedElements(double share) {
    return with(values -> values.maxChangedElements = checkedShare(share, "maxChangedElements"));
  }

  private static double checkedShare(double share, String name) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("expected " + name + " from 0 to 1, found " + share);
    }
    return share;
  }

  double maxDeltaShare() {
    return values.maxDeltaShare;
  }

  /**
   * Returns options with header fields of HTTP that identify the sender of a request, besides
   * {@code Authorization}, {@code Cookie} and the others that the page on caching names, so that
   * senders that differ in them have bases of their own. The two ends need not have the same
   * fields.
   *
   * @param names in any case, in place of those named before
   */
  public DifferentialOptions withCredentials(String... names) {
    Set<String> lower = new TreeSet<>();
    for (String name : Objects.requireNonNull(names, "names")) {
      if (!FIELD_NAME.matcher(Objects.requireNonNull(name, "name of a header field")).matches()) {
        throw new IllegalArgumentException(
            "expected the name of a header field, found '" + name + "'");
      }
      lower.add(name.toLowerCase(Locale.ROOT));
    }
    return with(values -> values.credentials = Set.copyOf(lower));
  }

  /**
   * Returns options that say whether a client sends requests whose sender is unknown, such as
   * signed ones, as differences to each other. Their responses come whole, without the content
   * codings that others know. For clients that send for one party, or for parties that trust each
   * other: an attacker that watches the line and can cause requests to be sent learns from the
   * lengths of differences how similar a request is to the one before. False by default.
   */
  public DifferentialOptions withSignedRequests(boolean differenced) {
    return with(values -> values.signedRequests = differenced);
  }

  boolean signedRequests() {
    return values.signedRequests;
  }

  /**
   * Returns options that say whether messages are sent as values, without XML, where both ends bind
   * them alike: responses, and requests to a server that has said that it reads them so. A message
   * in which a wildcard or a subclass has a value goes as XML, and so do all messages with
   * attachments or header blocks, those of a client whose interceptors, handlers, log or cache may
   * ask for the bytes of messages, and requests to such a server. True by default.
   */
  public DifferentialOptions withTyped(boolean on) {
    return with(values -> values.typed = on);
  }

  /**
   * Returns options that say whether this end compresses the texts that it sends over the link, as
   * Zstandard frames, where {@code com.github.luben:zstd-jni} is present at both ends. True by
   * default; false saves processor time, and is for networks that are faster than the compressor.
   * What the other end sends is read either way.
   */
  public DifferentialOptions withCompressed(boolean on) {
    return with(values -> values.compressed = on);
  }

  /** Whether texts may be compressed. */
  boolean compressed() {
    return values.compressed;
  }

  /**
   * Returns options that say how often a server checks that values mean the same as their XML: one
   * in the given number for the first few thousand responses of an operation, a sixteenth of that
   * afterwards. It writes the response, and one that it makes of the values, and sends a digest,
   * which the client compares with that of what it has made. Where they differ, a warning is logged
   * once, and the operation's responses go as XML from then on. The system property {@code
   * io.castile.delta.audit} has precedence over the default, {@value #DEFAULT_AUDIT}.
   *
   * @param answers 1 for all, 0 for none
   */
  public DifferentialOptions withAudit(int answers) {
    if (answers < 0) {
      throw new IllegalArgumentException("audit < 0: " + answers);
    }
    return with(values -> values.audit = answers);
  }

  int audit() {
    return values.audit;
  }

  /** Whether messages may come and go as values. */
  public boolean typed() {
    return values.typed && !values.soapHeader && values.form == DifferentialForm.COLUMNS;
  }

  /** Names of header fields that are credentials, too, in lower case. */
  Set<String> credentials() {
    return values.credentials;
  }

  /** Returns the secret, or a new random one, of {@link MessageNames#SECRET_BYTES}. */
  byte[] secret() {
    if (values.secret != null) {
      return values.secret.clone();
    }
    ByteBuffer random = ByteBuffer.allocate(MessageNames.SECRET_BYTES);
    while (random.hasRemaining()) {
      random.putLong(RandomLongs.next());
    }
    return random.array();
  }

  /** Messages that are kept within these bounds; none yet. */
  <K, V extends Kept> KeptMessages<K, V> newKept() {
    return new KeptMessages<>(values.maxBytes, values.maxMessageBytes, values.maxIdle);
  }

  long maxBytes() {
    return values.maxBytes;
  }

  /** Returns the bound for the size of a message that is kept, in bytes. */
  public int maxMessageBytes() {
    return values.maxMessageBytes;
  }

  Duration maxIdle() {
    return values.maxIdle;
  }

  /** Smaller requests are not kept: a difference would hardly be smaller. */
  int minRequestBytes() {
    return MIN_REQUEST_BYTES;
  }

  boolean shared() {
    return values.shared;
  }

  boolean codings() {
    return values.codings;
  }

  boolean soapHeader() {
    return values.soapHeader;
  }

  DifferentialForm form() {
    return values.form;
  }

  /** Returns the bounds for an end of another form than deltas. */
  ResponseForms.Bounds formBounds() {
    return new ResponseForms.Bounds(
        values.maxBytes, values.maxIdle, values.sharedElements, values.maxChangedElements);
  }

  boolean sharedElements() {
    return values.sharedElements;
  }
}
