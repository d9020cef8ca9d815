package io.castile.soap;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message is malformed, is not SOAP, or is not the message of the operation. It says what, where,
 * expected and found, and carries the fault with which a server answers it.
 */
public final class SoapMessageException extends SoapException {
  private static final long serialVersionUID = 1L;

  private final transient SoapFault fault;
  private final transient List<SoapHeader> headers;

  /**
   * @param fault the fault that tells the sender; its reason is this exception's message
   */
  public SoapMessageException(SoapFault fault, @Nullable Throwable cause) {
    this(fault, List.of(), cause);
  }

  /**
   * Constructs an exception for a message that the receiver refuses by a fault with header blocks.
   *
   * @param headers that SOAP 1.2 has beside such a fault
   */
  public SoapMessageException(
      SoapFault fault, List<SoapHeader> headers, @Nullable Throwable cause) {
    super(fault.reason(), cause);
    this.fault = Objects.requireNonNull(fault, "fault");
    this.headers = headers;
  }

  /** A message whose content is the sender's mistake (Client, Sender). */
  public static SoapMessageException sender(String reason, @Nullable Throwable cause) {
    return new SoapMessageException(SoapFault.of(SoapFault.Code.SENDER, reason), cause);
  }

  /** Returns the header blocks that accompany the fault; null after serialization. */
  public List<SoapHeader> headers() {
    return headers;
  }

  /** Returns the fault that is sent to the sender of the message; null after serialization. */
  public SoapFault fault() {
    return fault;
  }
}
