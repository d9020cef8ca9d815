package io.castile.soap.exchange.internal;

import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a request that a server's transport supplies when they are needed. Thread-safe,
 * if the transport is.
 */
public final class RequestOrigin {
  private final @Nullable TransportOrigin transport; // null once the exchange is over
  private final boolean acceptsMtom;
  private final @Nullable Runnable acknowledgement;
  private final @Nullable String target; // null where the transport is to be asked

  /** Null until they were asked for; the transport gives the same ones each time. */
  private volatile @Nullable Headers headers;

  /**
   * @param acceptsMtom whether the sender takes packages, and the service sends them
   * @param acknowledgement called once the request has been read and turned out to be one-way
   */
  public RequestOrigin(TransportOrigin transport, boolean acceptsMtom, Runnable acknowledgement) {
    this.transport = transport;
    this.acceptsMtom = acceptsMtom;
    this.acknowledgement = acknowledgement;
    this.target = null;
  }

  private RequestOrigin(@Nullable RequestOrigin other, Headers headers) {
    this.transport = null;
    this.acceptsMtom = other != null && other.acceptsMtom;
    this.acknowledgement = other == null ? null : other.acknowledgement;
    this.target = other == null ? "" : other.target();
    this.headers = headers;
  }

  /**
   * Returns the part that can be known after the exchange too.
   *
   * @param origin null in a client
   * @param headers of the request
   */
  public static RequestOrigin detached(@Nullable RequestOrigin origin, Headers headers) {
    return new RequestOrigin(origin, headers);
  }

  /** Returns the header fields of a request: {@code own}, or those with which it came. */
  public static Headers headers(@Nullable Headers own, @Nullable RequestOrigin origin) {
    return own != null ? own : Objects.requireNonNull(origin, "origin").headers();
  }

  /** Returns the header fields with which the request came. */
  public Headers headers() {
    Headers known = headers;
    if (known == null) {
      known = Objects.requireNonNull(transport).headers();
      headers = known;
    }
    return known;
  }

  /** Returns the value of a header field of a request: of {@code own}, or as it came. */
  public static @Nullable String header(
      String name, @Nullable Headers own, @Nullable RequestOrigin origin) {
    return own != null ? own.get(name) : Objects.requireNonNull(origin, "origin").header(name);
  }

  private @Nullable String header(String name) {
    Headers known = headers;
    return known != null ? known.get(name) : Objects.requireNonNull(transport).header(name);
  }

  /** Returns {@link SoapRequest#target}. */
  public String target() {
    return target == null ? Objects.requireNonNull(transport).target() : target;
  }

  boolean acceptsMtom() {
    return acceptsMtom;
  }

  /** Tells the transport that there will be no response message. */
  public void acknowledge() {
    if (acknowledgement != null) {
      acknowledgement.run();
    }
  }

  /**
   * Whether the transport knows that the sender has a role.
   *
   * @throws IllegalStateException after the exchange: containers use the objects that know of roles
   *     for the next request
   */
  public boolean isInRole(String role) {
    if (transport == null) {
      throw new IllegalStateException(
          "Cannot tell whether the sender has role "
              + role
              + ", because the request has ended. Ask while it is served.");
    }
    return transport.isInRole(role);
  }
}
