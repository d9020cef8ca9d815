package io.castile.soap.logging;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.TransportInterceptor;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.message.CredentialFields;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.http.message.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link that logs messages, each in one line: where it goes, operation, size, and of a response
 * the status and the time since the request; then header fields and the beginning of the message.
 * Logged by {@value #LOGGER}, while that logger is on; otherwise the link passes by.
 *
 * <p>What is secret is not logged: the header fields that carry credentials, such as {@code
 * Authorization}, {@code X-Api-Key} and {@code Set-Cookie}, the content of WS-Security's {@code
 * Password}, {@code Nonce} and {@code BinarySecurityToken}, and that of elements that are named by
 * {@link #redacting}. Nothing is logged of a message that is not well-formed, as it cannot be told
 * where a secret begins in it; nor of one that is not in UTF-8; nor of one that may leave with
 * attachments, which is made while it is sent, so that it cannot be seen before.
 *
 * <p>Immutable and thread-safe.
 */
public final class MessageLog implements Interceptor {
  /** The name of the logger. */
  public static final String LOGGER = "io.castile.messages";

  /** The default bound of {@link #showing}. */
  public static final int DEFAULT_MAX_CHARACTERS = 4096;

  private static final Logger log = LoggerFactory.getLogger(LOGGER);
  private static final String HIDDEN = "***";

  private static final Set<String> SECRET_ELEMENTS =
      Set.of("Password", "Nonce", "BinarySecurityToken");

  /**
   * The query of an address in message addressing properties, which may hold secrets; its question
   * mark may stand in a CDATA section, or be a character reference.
   */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(<(?:[^\\s<>:]+:)?(?:To|Address)\\b[^<>]*>"
              + "(?:[^<?&]++|&(?!#)|<!\\[CDATA\\[)*+(?:\\?|&#))(?:[^<]++|<!\\[CDATA\\[)*+");

  private final boolean isInfo;
  private final int maxCharacters;
  private final Set<String> fields;
  private final Redaction redaction;
  private final Set<String> elements;

  private MessageLog(boolean isInfo, int maxCharacters, Set<String> fields, Set<String> elements) {
    this.isInfo = isInfo;
    this.maxCharacters = maxCharacters;
    this.fields = Set.copyOf(fields);
    this.elements = Set.copyOf(elements);
    this.redaction = new Redaction(name -> this.elements.contains(name.local()) ? HIDDEN : null);
  }

  /** Returns a log at level DEBUG. */
  public static MessageLog debug() {
    return new MessageLog(false, DEFAULT_MAX_CHARACTERS, Set.of(), SECRET_ELEMENTS);
  }

  /** Returns a log at level INFO. */
  public static MessageLog info() {
    return new MessageLog(true, DEFAULT_MAX_CHARACTERS, Set.of(), SECRET_ELEMENTS);
  }

  /** Returns a log that hides the content of elements with these local names too. */
  public MessageLog redacting(String... localNames) {
    Set<String> all = new HashSet<>(elements);
    all.addAll(Set.of(localNames));
    return new MessageLog(isInfo, maxCharacters, fields, all);
  }

  /** Returns a log that hides the values of these header fields too. */
  public MessageLog redactingFields(String... names) {
    Set<String> all = new HashSet<>(fields);
    for (String name : names) {
      all.add(name.toLowerCase(Locale.ROOT));
    }
    return new MessageLog(isInfo, maxCharacters, all, elements);
  }

  /**
   * Returns a log with another bound for the shown part of a message, {@value
   * #DEFAULT_MAX_CHARACTERS} characters by default.
   *
   * @param characters 0 for nothing
   */
  public MessageLog showing(int characters) {
    if (characters < 0) {
      throw new IllegalArgumentException("characters < 0: " + characters);
    }
    return new MessageLog(isInfo, characters, fields, elements);
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    if (!(isInfo ? log.isInfoEnabled() : log.isDebugEnabled())) {
      return chain.proceed(chain.request());
    }
    SoapRequest request = chain.request();
    String operation = operation(request);
    request(request, operation);
    long start = System.nanoTime();
    try {
      SoapResponse response = chain.proceed(request);
      response(response, operation, System.nanoTime() - start);
      return response;
    } catch (SoapException | RuntimeException e) {
      // Without the exception's message, which may quote what came.
      write(
          "response operation={} time={}us failed={}",
          operation,
          (System.nanoTime() - start) / 1000,
          e.getClass().getSimpleName());
      throw e;
    }
  }

  private static String operation(SoapRequest request) {
    try {
      return request.operation().toString();
    } catch (SoapMessageException e) {
      return "?";
    }
  }

  private void request(SoapRequest request, String operation) {
    byte[] bytes = request.sendsAttachments() ? null : bytes(request::bytes);
    write(
        "request operation={} to={} soap={} bytes={} fields={} message={}",
        operation,
        ErrorText.address(request.endpoint()),
        request.version() == SoapVersion.SOAP_1_1 ? "1.1" : "1.2",
        bytes == null ? "?" : bytes.length,
        shown(sent(request)),
        shown(bytes, request.charset()));
  }

  /** The fields of a request; those that the transport adds, if it has still to be sent. */
  private static Headers sent(SoapRequest request) {
    Headers fields = request.headers();
    if (fields.has("Content-Type") || request.sendsAttachments()) {
      return fields;
    }
    try {
      return TransportInterceptor.standingFields(request).with(fields);
    } catch (SoapUsageException e) {
      return fields; // as the transport will say
    }
  }

  private void response(SoapResponse response, String operation, long nanos) {
    byte[] bytes = response.sendsAttachments() ? null : bytes(response::bytes);
    write(
        "response operation={} time={}us status={} bytes={} fields={} message={}",
        operation,
        nanos / 1000,
        response.status() == 0 ? "-" : response.status(),
        bytes == null ? "?" : bytes.length,
        shown(response.headers()),
        shown(bytes, response.charset()));
  }

  /** Gives a message. */
  private interface Bytes {
    byte[] get() throws SoapMessageException;
  }

  /** The message; null where it cannot be written, as the next link will say. */
  private static byte @Nullable [] bytes(Bytes message) {
    try {
      return message.get();
    } catch (SoapMessageException | RuntimeException e) {
      return null;
    }
  }

  private Map<String, String> shown(Headers headers) {
    Map<String, String> shown = new TreeMap<>();
    headers
        .toMap()
        .forEach((name, value) -> shown.put(name, isSecret(name) ? HIDDEN : onOneLine(value)));
    return shown;
  }

  private boolean isSecret(String field) {
    return CredentialFields.isCredential(field) || fields.contains(field.toLowerCase(Locale.ROOT));
  }

  private String shown(byte @Nullable [] bytes, @Nullable String charset) {
    if (bytes == null || bytes.length == 0 || maxCharacters == 0) {
      return "-";
    }
    if (!Utf8Messages.isUtf8(bytes, charset)) {
      return "(not in UTF-8)";
    }
    byte[] redacted = redaction.of(bytes, 4L * maxCharacters);
    if (redacted == null) {
      return "(not well-formed)";
    }
    String message = new String(redacted, StandardCharsets.UTF_8);
    String text = onOneLine(ADDRESS.matcher(message).replaceAll("$1" + HIDDEN));
    if (text.length() <= maxCharacters) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxCharacters - 1)) ? 1 : 0;
    return text.substring(0, maxCharacters - end) + "…";
  }

  /** Without line ends, so that no message looks like more than one entry of the log. */
  private static String onOneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
    return line.toString().replace('\u2028', ' ').replace('\u2029', ' ');
  }

  private void write(String format, Object... arguments) {
    if (isInfo) {
      log.info(format, arguments);
    } else {
      log.debug(format, arguments);
    }
  }

  @Override
  public String toString() {
    return "message log";
  }
}
