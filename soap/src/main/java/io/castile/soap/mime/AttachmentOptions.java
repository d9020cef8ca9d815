package io.castile.soap.mime;

import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The way in which binary data leaves, and the bounds of messages that come with parts (SOAP
 * Message Transmission Optimization Mechanism; SOAP Messages with Attachments). Immutable.
 *
 * <p>All counts are of one message. Its document is bounded as any message; parts that together
 * have more than {@link #maxMemoryBytes} stand in a temporary file, one for each message, which
 * only its owner may read, and which is gone with the last part that is still in use.
 *
 * <pre>{@code
 * AttachmentOptions options = AttachmentOptions.builder().maxPackageBytes(8L << 30).build();
 * }</pre>
 */
public final class AttachmentOptions {
  /** The default of {@link Builder#mtom}: {@value}. */
  public static final boolean DEFAULT_MTOM = false;

  /** The default of {@link Builder#thresholdBytes}: {@value} bytes. */
  public static final int DEFAULT_THRESHOLD_BYTES = 0;

  /** The default of {@link Builder#maxParts}: {@value} parts. */
  public static final int DEFAULT_MAX_PARTS = 1000;

  /** The default of {@link Builder#maxHeaderBytes}: 16 KiB. */
  public static final int DEFAULT_MAX_HEADER_BYTES = 16 << 10;

  /** The default of {@link Builder#maxPartBytes}: 256 MiB. */
  public static final long DEFAULT_MAX_PART_BYTES = 256 << 20;

  /** The default of {@link Builder#maxTotalBytes}: 256 MiB. */
  public static final long DEFAULT_MAX_TOTAL_BYTES = 256 << 20;

  /** The default of {@link Builder#maxMemoryBytes}: 1 MiB. */
  public static final int DEFAULT_MAX_MEMORY_BYTES = 1 << 20;

  /** The default of {@link Builder#maxStoredBytes}: 8 GiB. */
  public static final long DEFAULT_MAX_STORED_BYTES = 8L << 30;

  /** The default of {@link Builder#directory}: that of the system for temporary files. */
  public static final Path DEFAULT_DIRECTORY = Path.of(System.getProperty("java.io.tmpdir"));

  /** The default options: messages leave without parts, and received parts have default bounds. */
  public static final AttachmentOptions DEFAULT = builder().build();

  private static final int MAX_MEMORY = 1 << 30;

  private final boolean mtom;
  private final int thresholdBytes;
  private final int maxParts;
  private final int maxHeaderBytes;
  private final long maxPartBytes; // 0 for not set
  private final long maxTotalBytes; // 0 for not set
  private final long maxPackageBytes; // 0 for not set
  private final int maxMemoryBytes;
  private final long maxStoredBytes;
  private final Path directory;

  private AttachmentOptions(Builder builder) {
    this.mtom = builder.mtom;
    this.thresholdBytes = builder.thresholdBytes;
    this.maxParts = builder.maxParts;
    this.maxHeaderBytes = builder.maxHeaderBytes;
    this.maxPartBytes = builder.maxPartBytes;
    this.maxTotalBytes = builder.maxTotalBytes;
    this.maxPackageBytes = builder.maxPackageBytes;
    this.maxMemoryBytes = builder.maxMemoryBytes;
    this.maxStoredBytes = builder.maxStoredBytes;
    this.directory = builder.directory;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.mtom = mtom;
    builder.thresholdBytes = thresholdBytes;
    builder.maxParts = maxParts;
    builder.maxHeaderBytes = maxHeaderBytes;
    builder.maxPartBytes = maxPartBytes;
    builder.maxTotalBytes = maxTotalBytes;
    builder.maxPackageBytes = maxPackageBytes;
    builder.maxMemoryBytes = maxMemoryBytes;
    builder.maxStoredBytes = maxStoredBytes;
    builder.directory = directory;
    return builder;
  }

  /** Whether binary data leaves in parts of its own. */
  public boolean mtom() {
    return mtom;
  }

  /** Returns the size in bytes from which data leaves in a part of its own. */
  public int thresholdBytes() {
    return thresholdBytes;
  }

  /** Returns the most parts, the document itself included. */
  public int maxParts() {
    return maxParts;
  }

  /** Returns the most bytes of one header field of a part. */
  public int maxHeaderBytes() {
    return maxHeaderBytes;
  }

  /** Returns the most bytes of one part. */
  public long maxPartBytes() {
    return maxPartBytes != 0 ? maxPartBytes : large(DEFAULT_MAX_PART_BYTES);
  }

  /** Returns the most bytes that the document takes from its parts. */
  public long maxTotalBytes() {
    return maxTotalBytes != 0 ? maxTotalBytes : large(DEFAULT_MAX_TOTAL_BYTES);
  }

  private long large(long otherwise) {
    return maxPackageBytes == 0 ? otherwise : maxPackageBytes;
  }

  /**
   * Returns the most bytes of a whole package.
   *
   * @param most the most bytes of other messages
   */
  public long maxPackageBytes(long most) {
    return maxPackageBytes == 0 ? most : maxPackageBytes;
  }

  /** Returns the most bytes that parts have in memory together. */
  public int maxMemoryBytes() {
    return maxMemoryBytes;
  }

  /** Returns the most bytes that the files of all messages have together in this process. */
  public long maxStoredBytes() {
    return maxStoredBytes;
  }

  /** Returns the directory of parts that have no room in memory. */
  public Path directory() {
    return directory;
  }

  /**
   * Returns a copy with what annotations {@code jakarta.xml.ws.soap.MTOM} and {@code BindingType}
   * of a type say.
   *
   * @param type a service's class, or the interface of a client
   */
  public AttachmentOptions annotated(Class<?> type) {
    return MtomAnnotations.of(type, this);
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private boolean mtom = DEFAULT_MTOM;
    private int thresholdBytes = DEFAULT_THRESHOLD_BYTES;
    private int maxParts = DEFAULT_MAX_PARTS;
    private int maxHeaderBytes = DEFAULT_MAX_HEADER_BYTES;
    private long maxPartBytes; // 0 for not set
    private long maxTotalBytes; // 0 for not set
    private long maxPackageBytes; // 0 for not set
    private int maxMemoryBytes = DEFAULT_MAX_MEMORY_BYTES;
    private long maxStoredBytes = DEFAULT_MAX_STORED_BYTES;
    private Path directory = DEFAULT_DIRECTORY;

    private Builder() {}

    /**
     * Sets whether binary data leaves in parts of its own (MTOM); {@link #DEFAULT_MTOM} by default.
     */
    public Builder mtom(boolean enabled) {
      this.mtom = enabled;
      return this;
    }

    /**
     * Sets the size from which data leaves in a part of its own; smaller data stays in the text.
     * {@link #DEFAULT_THRESHOLD_BYTES} by default.
     *
     * @param bytes not negative
     */
    public Builder thresholdBytes(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("thresholdBytes < 0: " + bytes);
      }
      this.thresholdBytes = bytes;
      return this;
    }

    /**
     * Sets the most parts, the document itself included; {@link #DEFAULT_MAX_PARTS} by default.
     *
     * @param parts positive
     */
    public Builder maxParts(int parts) {
      positive(parts, "maxParts");
      this.maxParts = parts;
      return this;
    }

    /**
     * Sets the most bytes of one header field of a part; {@link #DEFAULT_MAX_HEADER_BYTES} by
     * default.
     *
     * @param bytes positive
     */
    public Builder maxHeaderBytes(int bytes) {
      positive(bytes, "maxHeaderBytes");
      this.maxHeaderBytes = bytes;
      return this;
    }

    /**
     * Sets the most bytes of one part; by default as many as {@link #maxPackageBytes} says, else
     * {@link #DEFAULT_MAX_PART_BYTES}.
     *
     * @param bytes positive
     */
    public Builder maxPartBytes(long bytes) {
      this.maxPartBytes = positive(bytes, "maxPartBytes");
      return this;
    }

    /**
     * Sets the most bytes that the document takes from its parts, as often as it refers to them; by
     * default as many as {@link #maxPackageBytes} says, else {@link #DEFAULT_MAX_TOTAL_BYTES}.
     *
     * @param bytes positive
     */
    public Builder maxTotalBytes(long bytes) {
      this.maxTotalBytes = positive(bytes, "maxTotalBytes");
      return this;
    }

    /**
     * Sets the most bytes of a whole package as it comes, without content coding: for data that is
     * larger than a message may be. By default as many as any message may have ({@link
     * io.castile.xml.XmlLimits#maxBytes}).
     *
     * @param bytes positive
     */
    public Builder maxPackageBytes(long bytes) {
      this.maxPackageBytes = positive(bytes, "maxPackageBytes");
      return this;
    }

    /**
     * Sets the most bytes that parts have in memory together; {@link #DEFAULT_MAX_MEMORY_BYTES} by
     * default.
     *
     * @param bytes 0 to 1 GiB
     */
    public Builder maxMemoryBytes(int bytes) {
      if (bytes < 0 || bytes > MAX_MEMORY) {
        throw new IllegalArgumentException(
            "expected maxMemoryBytes from 0 to " + MAX_MEMORY + ", found " + bytes);
      }
      this.maxMemoryBytes = bytes;
      return this;
    }

    /**
     * Sets the most bytes that the files of all messages have together in this process, each
     * counted in steps of 4 MiB, when one more is written for this client or service; {@link
     * #DEFAULT_MAX_STORED_BYTES} by default.
     *
     * @param bytes positive
     */
    public Builder maxStoredBytes(long bytes) {
      this.maxStoredBytes = positive(bytes, "maxStoredBytes");
      return this;
    }

    /**
     * Sets the directory of parts that have no room in memory, which must exist when one comes;
     * {@link #DEFAULT_DIRECTORY} by default.
     */
    public Builder directory(Path directory) {
      this.directory = Objects.requireNonNull(directory, "directory");
      return this;
    }

    /** Returns the options. */
    public AttachmentOptions build() {
      return new AttachmentOptions(this);
    }

    private static long positive(long value, String name) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " <= 0: " + value);
      }
      return value;
    }
  }

  /** The annotations of a service for MTOM (Jakarta XML Web Services 4.0 §7.14.2, §10.4). */
  private static final class MtomAnnotations {
    private MtomAnnotations() {}

    /**
     * The options of a service.
     *
     * @param type the class of the service, or the interface of a client
     * @param options those where the annotations do not say
     */
    static AttachmentOptions of(Class<?> type, AttachmentOptions options) {
      for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
        MTOM mtom = owner.getAnnotation(MTOM.class);
        if (mtom != null) {
          return mtom.enabled()
              ? options.toBuilder().mtom(true).thresholdBytes(mtom.threshold()).build()
              : options.toBuilder().mtom(false).build();
        }
        BindingType binding = owner.getAnnotation(BindingType.class);
        if (binding != null) {
          return isMtom(binding.value()) && !options.mtom()
              ? options.toBuilder().mtom(true).thresholdBytes(0).build()
              : options;
        }
      }
      return options;
    }

    private static boolean isMtom(String binding) {
      return binding.equals(SOAPBinding.SOAP11HTTP_MTOM_BINDING)
          || binding.equals(SOAPBinding.SOAP12HTTP_MTOM_BINDING);
    }
  }
}
