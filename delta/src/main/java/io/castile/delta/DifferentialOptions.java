package io.castile.delta;

import io.castile.delta.Differential.SharedBases;
import io.castile.delta.format.Delta;
import io.castile.delta.format.MessageNames;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.format.Sha256;
import io.castile.delta.internal.ResponseForms;
import io.castile.delta.kept.Kept;
import io.castile.delta.kept.KeptMessages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of an end of the differential link: bounds of the messages that it keeps, the senders
 * that share them, and the forms of messages. Immutable and thread-safe.
 *
 * <pre>{@code
 * DifferentialOptions options = DifferentialOptions.builder().maxBytes(16 << 20).build();
 * }</pre>
 *
 * @see Differential
 */
public final class DifferentialOptions {
  /** The default of {@link Builder#maxBytes}: 64 MiB. */
  public static final long DEFAULT_MAX_BYTES = 64 << 20;

  /** The default of {@link Builder#maxMessageBytes}: 16 MiB. */
  public static final int DEFAULT_MAX_MESSAGE_BYTES = 16 << 20;

  /** The default of {@link Builder#maxIdle}: 10 minutes. */
  public static final Duration DEFAULT_MAX_IDLE = Duration.ofMinutes(10);

  /** The default of {@link Builder#form}. */
  public static final Form DEFAULT_FORM = Form.COLUMNS;

  /** The default of {@link Builder#shared}: {@value}. */
  public static final boolean DEFAULT_SHARED = false;

  /** The default of {@link Builder#codings}: {@value}. */
  public static final boolean DEFAULT_CODINGS = true;

  /** The default of {@link Builder#soapHeader}: {@value}. */
  public static final boolean DEFAULT_SOAP_HEADER = false;

  /** The default of {@link Builder#sharedElements}: {@value}. */
  public static final boolean DEFAULT_SHARED_ELEMENTS = false;

  /** The default of {@link Builder#maxDeltaShare}: each delta that is shorter than its message. */
  public static final double DEFAULT_MAX_DELTA_SHARE = 1;

  /** The default of {@link Builder#maxChangedElements}; the paper does not name its own. */
  public static final double DEFAULT_MAX_CHANGED_ELEMENTS = 0.95;

  /** The default of {@link Builder#signedRequests}: {@value}. */
  public static final boolean DEFAULT_SIGNED_REQUESTS = false;

  /** The default of {@link Builder#typed}: {@value}. */
  public static final boolean DEFAULT_TYPED = true;

  /** The default of {@link Builder#compressed}: {@value}. */
  public static final boolean DEFAULT_COMPRESSED = true;

  /**
   * The default of {@link Builder#audit}: one of 64 answers, or as many as the system property
   * {@code io.castile.delta.audit} says.
   */
  public static final int DEFAULT_AUDIT = Integer.getInteger("io.castile.delta.audit", 64);

  /** The default bounds, and messages of one sender only as bases of its messages. */
  public static final DifferentialOptions DEFAULT = builder().build();

  private static final int MIN_REQUEST_BYTES = 512;
  private static final int MIN_SECRET = 16;

  /** A token (RFC 9110 §5.6.2). */
  private static final Pattern FIELD_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private final long maxBytes;
  private final int maxMessageBytes;
  private final Duration maxIdle;
  private final boolean shared;
  private final byte @Nullable [] secret; // null for a random one, known only here
  private final @Nullable SharedBases sharedBases; // null for none
  private final boolean codings;
  private final boolean soapHeader;
  private final Form form;
  private final boolean sharedElements;
  private final double maxDeltaShare;
  private final double maxChangedElements;
  private final Set<String> credentials;
  private final boolean signedRequests;
  private final boolean typed;
  private final boolean compressed;
  private final int audit;

  private DifferentialOptions(Builder builder) {
    this.maxBytes = builder.maxBytes;
    this.maxMessageBytes = builder.maxMessageBytes;
    this.maxIdle = builder.maxIdle;
    this.shared = builder.shared;
    this.secret = builder.secret;
    this.sharedBases = builder.sharedBases;
    this.codings = builder.codings;
    this.soapHeader = builder.soapHeader;
    this.form = builder.form;
    this.sharedElements = builder.sharedElements;
    this.maxDeltaShare = builder.maxDeltaShare;
    this.maxChangedElements = builder.maxChangedElements;
    this.credentials = builder.credentials;
    this.signedRequests = builder.signedRequests;
    this.typed = builder.typed;
    this.compressed = builder.compressed;
    this.audit = builder.audit;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.maxBytes = maxBytes;
    builder.maxMessageBytes = maxMessageBytes;
    builder.maxIdle = maxIdle;
    builder.shared = shared;
    builder.secret = secret;
    builder.sharedBases = sharedBases;
    builder.codings = codings;
    builder.soapHeader = soapHeader;
    builder.form = form;
    builder.sharedElements = sharedElements;
    builder.maxDeltaShare = maxDeltaShare;
    builder.maxChangedElements = maxChangedElements;
    builder.credentials = credentials;
    builder.signedRequests = signedRequests;
    builder.typed = typed;
    builder.compressed = compressed;
    builder.audit = audit;
    return builder;
  }

  /** The place; null for none. */
  @Nullable SharedBases sharedBases() {
    return sharedBases;
  }

  /** Whether there is a secret that others may know, too. */
  boolean hasSecret() {
    return secret != null;
  }

  boolean signedRequests() {
    return signedRequests;
  }

  /** Whether texts may be compressed. */
  boolean compressed() {
    return compressed;
  }

  int audit() {
    return audit;
  }

  /** Whether messages may come and go as values. */
  public boolean typed() {
    return typed && !soapHeader && form == Form.COLUMNS;
  }

  /** Names of header fields that are credentials, too, in lower case. */
  Set<String> credentials() {
    return credentials;
  }

  /** Returns the secret, or a new random one, of {@link MessageNames#SECRET_BYTES}. */
  byte[] secret() {
    if (secret != null) {
      return secret.clone();
    }
    ByteBuffer random = ByteBuffer.allocate(MessageNames.SECRET_BYTES);
    while (random.hasRemaining()) {
      random.putLong(RandomLongs.next());
    }
    return random.array();
  }

  /** Messages that are kept within these bounds; none yet. */
  <K, V extends Kept> KeptMessages<K, V> newKept() {
    return new KeptMessages<>(maxBytes, maxMessageBytes, maxIdle);
  }

  long maxBytes() {
    return maxBytes;
  }

  /** Returns the bound for the size of a message that is kept, in bytes. */
  public int maxMessageBytes() {
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

  Form form() {
    return form;
  }

  /** What an end of another form than deltas may keep. */
  ResponseForms.Bounds formBounds() {
    return new ResponseForms.Bounds(maxBytes, maxIdle, sharedElements, maxChangedElements);
  }

  double maxDeltaShare() {
    return maxDeltaShare;
  }

  boolean sharedElements() {
    return sharedElements;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private long maxBytes = DEFAULT_MAX_BYTES;
    private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
    private Duration maxIdle = DEFAULT_MAX_IDLE;
    private boolean shared = DEFAULT_SHARED;
    private byte @Nullable [] secret; // null for a random one, known only here
    private @Nullable SharedBases sharedBases; // null for none
    private boolean codings = DEFAULT_CODINGS;
    private boolean soapHeader = DEFAULT_SOAP_HEADER;
    private Form form = DEFAULT_FORM;
    private boolean sharedElements = DEFAULT_SHARED_ELEMENTS;
    private double maxDeltaShare = DEFAULT_MAX_DELTA_SHARE;
    private double maxChangedElements = DEFAULT_MAX_CHANGED_ELEMENTS;
    private Set<String> credentials = Set.of();
    private boolean signedRequests = DEFAULT_SIGNED_REQUESTS;
    private boolean typed = DEFAULT_TYPED;
    private boolean compressed = DEFAULT_COMPRESSED;
    private int audit = DEFAULT_AUDIT;

    private Builder() {}

    /**
     * Sets the bound for the weight of all messages that are kept; {@link #DEFAULT_MAX_BYTES} by
     * default.
     *
     * @param bytes positive
     */
    public Builder maxBytes(long bytes) {
      if (bytes <= 0) {
        throw new IllegalArgumentException("maxBytes <= 0: " + bytes);
      }
      this.maxBytes = bytes;
      return this;
    }

    /**
     * Sets the bound for the size of a message that is kept; {@link #DEFAULT_MAX_MESSAGE_BYTES} by
     * default.
     *
     * @param bytes positive
     */
    public Builder maxMessageBytes(int bytes) {
      if (bytes <= 0) {
        throw new IllegalArgumentException("maxMessageBytes <= 0: " + bytes);
      }
      this.maxMessageBytes = bytes;
      return this;
    }

    /**
     * Sets the time for which a message is kept after its last use; {@link #DEFAULT_MAX_IDLE} by
     * default.
     *
     * @param idle positive
     */
    public Builder maxIdle(Duration idle) {
      if (Objects.requireNonNull(idle, "maxIdle").isNegative() || idle.isZero()) {
        throw new IllegalArgumentException("maxIdle <= 0: " + idle);
      }
      this.maxIdle = idle;
      return this;
    }

    /**
     * Sets whether the response to one caller may be the base of a response to another one,
     * although they show different credentials. {@link #DEFAULT_SHARED} by default.
     */
    public Builder shared(boolean enabled) {
      this.shared = enabled;
      return this;
    }

    /**
     * Sets a secret from which a server derives the names of its messages. Servers of a fleet that
     * have the same one know each other's messages by name, where they have made the same ones. By
     * default each server has a random one.
     *
     * @param text known to the servers only; at least 16 characters that cannot be guessed
     */
    public Builder secret(String text) {
      int length = Objects.requireNonNull(text, "secret").length();
      if (length < MIN_SECRET) {
        throw new IllegalArgumentException(
            "expected a secret of at least " + MIN_SECRET + " characters, found " + length);
      }
      byte[] digest = Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
      this.secret = digest;
      return this;
    }

    /**
     * Sets a place where the servers of a fleet keep their responses for each other, so that a
     * client gets differences from any of them. They need one {@link #secret secret}, and the same
     * {@code Host} from clients. Requests that come as differences are known to the server alone
     * that got the one before; to others they are sent whole again.
     */
    public Builder sharedBases(SharedBases bases) {
      Objects.requireNonNull(bases, "bases");
      this.sharedBases = bases;
      return this;
    }

    /**
     * Sets whether the content codings that others know are used with ends that do not know the
     * link: {@code gzip}, {@code zstd}, and {@code dcz} of RFC 9842, whose dictionaries are kept
     * within the same bounds. {@link #DEFAULT_CODINGS} by default.
     */
    public Builder codings(boolean enabled) {
      this.codings = enabled;
      return this;
    }

    /**
     * Sets whether a client negotiates in a SOAP header block, for servers behind an intermediary
     * that passes on messages but not the header fields of HTTP. A server answers in the form of
     * the request, whatever its own options say. {@link #DEFAULT_SOAP_HEADER} by default.
     */
    public Builder soapHeader(boolean enabled) {
      this.soapHeader = enabled;
      return this;
    }

    /**
     * Sets the form in which a client wants answers; {@link #DEFAULT_FORM} by default. The others
     * come with the artifact {@code castile-papers}, without which {@link Differential#of} fails. A
     * server answers in any form that it has, whatever it says here; without that artifact it
     * answers with deltas.
     */
    public Builder form(Form wanted) {
      Objects.requireNonNull(wanted, "form");
      this.form = wanted;
      return this;
    }

    /**
     * Sets whether a server that answers with updates of the paper keeps one copy of each element
     * for all clients of one identity (§IV of the paper), where it keeps the last answer to each
     * client otherwise. Updates are then sent without encoding. {@link #DEFAULT_SHARED_ELEMENTS} by
     * default.
     */
    public Builder sharedElements(boolean enabled) {
      this.sharedElements = enabled;
      return this;
    }

    /**
     * Sets the size of a delta above which the message is sent whole, as a share of the message's
     * size. For messages that go as XML, in either direction; {@link #DEFAULT_MAX_DELTA_SHARE} by
     * default.
     *
     * @param share from 0, by which no delta is sent, to 1
     */
    public Builder maxDeltaShare(double share) {
      this.maxDeltaShare = checkedShare(share, "maxDeltaShare");
      return this;
    }

    /**
     * Sets the share of the elements of lists that may have changed for a server to send an update
     * of the paper; if more have, the response goes whole (mSOAP, §III.A.3). {@link
     * #DEFAULT_MAX_CHANGED_ELEMENTS} by default.
     *
     * @param share from 0, by which an update has no change, to 1
     */
    public Builder maxChangedElements(double share) {
      this.maxChangedElements = checkedShare(share, "maxChangedElements");
      return this;
    }

    private static double checkedShare(double share, String name) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("expected " + name + " from 0 to 1, found " + share);
      }
      return share;
    }

    /**
     * Sets header fields of HTTP that identify the sender of a request, besides {@code
     * Authorization}, {@code Cookie} and the others that the page on caching names, so that senders
     * that differ in them have bases of their own. The two ends need not have the same fields.
     *
     * @param names in any case, in place of those named before
     */
    public Builder credentials(String... names) {
      Set<String> lower = new TreeSet<>();
      for (String name : Objects.requireNonNull(names, "names")) {
        if (!FIELD_NAME.matcher(Objects.requireNonNull(name, "name of a header field")).matches()) {
          throw new IllegalArgumentException(
              "expected the name of a header field, found '" + name + "'");
        }
        lower.add(name.toLowerCase(Locale.ROOT));
      }
      this.credentials = Set.copyOf(lower);
      return this;
    }

    /**
     * Sets whether a client sends requests whose sender is unknown, such as signed ones, as
     * differences to each other. Their answers come whole, without the content codings that others
     * know. For clients that send for one party, or for parties that trust each other: an attacker
     * that watches the line and can cause requests to be sent learns from the lengths of
     * differences how similar a request is to the one before. {@link #DEFAULT_SIGNED_REQUESTS} by
     * default.
     */
    public Builder signedRequests(boolean enabled) {
      this.signedRequests = enabled;
      return this;
    }

    /**
     * Sets whether messages go as values, without XML, where both ends bind them alike: answers,
     * and requests to a server that has said that it reads them so. A message in which a wildcard
     * or a subclass has a value goes as XML, and so do all messages with attachments or header
     * blocks, those of a client whose interceptors, handlers, log or cache may ask for the bytes of
     * messages, and requests to such a server. {@link #DEFAULT_TYPED} by default.
     */
    public Builder typed(boolean enabled) {
      this.typed = enabled;
      return this;
    }

    /**
     * Sets whether this end compresses the texts in what it sends over the link, as Zstandard
     * frames, where {@code com.github.luben:zstd-jni} is present at both ends. {@link
     * #DEFAULT_COMPRESSED} by default; false saves processor time, and is for networks that are
     * faster than the compressor. What the other end sends is read either way.
     */
    public Builder compressed(boolean enabled) {
      this.compressed = enabled;
      return this;
    }

    /**
     * Sets how often a server checks that values mean the same as their XML: one in the given
     * number for the first few thousand responses of an operation, a sixteenth of that afterwards.
     * It writes the response, and one that it makes of the values, and sends a digest, which the
     * client compares with that of what it has made. Where they differ, a warning is logged once,
     * and the operation's responses go as XML from then on. {@link #DEFAULT_AUDIT} by default.
     *
     * @param answers 1 for all, 0 for none
     */
    public Builder audit(int answers) {
      if (answers < 0) {
        throw new IllegalArgumentException("audit < 0: " + answers);
      }
      this.audit = answers;
      return this;
    }

    /** Returns the options. */
    public DifferentialOptions build() {
      return new DifferentialOptions(this);
    }
  }

  /**
   * The form in which a client wants responses that differ from earlier ones. All but {@link
   * #COLUMNS} come with the artifact {@code castile-papers} ({@link ResponseForms}), which both
   * ends need.
   */
  public enum Form {
    /** {@link Delta}: typed columns, or the earlier message as a dictionary. */
    COLUMNS(""),

    /**
     * Differential Updates of the mSOAP paper (§III.A): the elements of lists that have changed.
     */
    PAPER_UPDATES("u"),

    /** The encoding of the mSOAP paper (§III.B): codes for tags. */
    PAPER_ENCODING("e"),

    /** Both forms, as in the paper. */
    MSOAP("ue");

    private final String token;

    Form(String token) {
      this.token = token;
    }

    /** Returns the name of this form between two ends. */
    String token() {
      return token;
    }

    /** The form with this token, which is none of deltas; null if there is none. */
    static @Nullable Form ofToken(String token) {
      for (Form form : values()) {
        if (form != COLUMNS && form.token.equals(token)) {
          return form;
        }
      }
      return null;
    }
  }
}
