package io.castile.delta;

import io.castile.delta.format.Delta;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.server.AnswerEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The differential link: its two ends, and the messages that they keep. A client names the last
 * response to the same request that it holds; a server that holds it too sends the difference (the
 * protocol: {@code docs/link/differential-link.md}). Neither end needs the other to remember
 * anything: whatever is forgotten costs one message that is sent whole. An end that does not know
 * the protocol sees ordinary SOAP, with the content codings that it says it knows.
 *
 * <p>Thread-safe; may serve several clients and servers, which then share what is kept.
 */
public final class Differential {
  private static final Compression CODINGS =
      Compression.builder().codings(ZstdCoding.NAME, GzipCoding.NAME).build();

  private final DifferentialOptions options;
  private final LinkCounters counters = new LinkCounters();
  private final ClientDeltaInterceptor clientLink;
  private final @Nullable ClientFormInterceptor formClient; // null for deltas
  private final RequestDeltaInterceptor requestLink;
  private final ClientCodingInterceptor codingClient;
  private final ServerDeltaInterceptor serverLink;

  /**
   * The place where the servers of a fleet keep their responses for each other, so that a client
   * may call any of them and gets differences. Thread-safe.
   *
   * <p>It may forget at any time, and fail: a message is sent whole then. An attacker with write
   * access to it cannot make a server take one message for another: names are derived from the
   * fleet's secret, and checked.
   */
  public interface SharedBases {
    /**
     * Returns a message, soon; a server waits for it before it responds.
     *
     * @param name letters and digits
     * @param keepFor for how long it is kept from now on
     * @return not to be changed; null if it is not there
     */
    byte @Nullable [] get(String name, Duration keepFor);

    /**
     * Keeps a message; a server waits for that before it responds.
     *
     * @param message never changed
     * @param keepFor for how long, unless it is read meanwhile
     */
    void put(String name, byte[] message, Duration keepFor);
  }

  private Differential(DifferentialOptions options, Encoder encoder) {
    this.options = Objects.requireNonNull(options, "options");
    if (options.sharedBases() != null && !options.hasSecret()) {
      throw new IllegalArgumentException(
          "Cannot share bases in a fleet, because the options have no secret. Call secret(…).");
    }
    this.requestLink = new RequestDeltaInterceptor(options, encoder, counters);
    this.clientLink =
        new ClientDeltaInterceptor(
            options, counters, new TypedRequests(options, counters, requestLink));
    this.formClient =
        options.form() == DifferentialOptions.Form.COLUMNS
            ? null
            : new ClientFormInterceptor(options, counters);
    this.codingClient = new ClientCodingInterceptor(options);
    this.serverLink = new ServerDeltaInterceptor(options, encoder, counters);
  }

  /**
   * Returns a link that keeps messages as the options say, in memory.
   *
   * @throws IllegalArgumentException if the options have shared bases and no secret
   * @throws IllegalStateException if the options want answers in a form whose artifact is not on
   *     the class path
   */
  public static Differential of(DifferentialOptions options) {
    Encoder all = Delta::between;
    Objects.requireNonNull(options, "options");
    double share = options.maxDeltaShare();
    return of(
        options, share == DifferentialOptions.DEFAULT_MAX_DELTA_SHARE ? all : all.upTo(share));
  }

  static Differential of(DifferentialOptions options, Encoder encoder) {
    return new Differential(options, encoder);
  }

  /** Whether the sender of a request, as a server received it, may be sent differences. */
  public static boolean isOffered(SoapRequest request) {
    return request.headers().has(LinkField.RECEIVED_NAME);
  }

  /**
   * Whether the response to a request, as a server received it, may be sent as values, so that
   * there is no use in writing it before.
   */
  public boolean isTyped(SoapRequest request, Operation operation) {
    if (!options.typed()) {
      return false;
    }
    LinkField field = LinkField.of(request.headers().get(LinkField.RECEIVED_NAME));
    return field != null && serverLink.isTyped(field, OperationModel.of(operation));
  }

  /**
   * Whether a client is going to send a request as values, so that there is no use in writing it
   * before.
   *
   * @throws SoapException if the request is a message that is for no operation
   */
  public boolean sendsValues(SoapRequest request) throws SoapException {
    return options.typed() && clientLink.sendsValues(request);
  }

  /**
   * Returns the notes that a server sends beside a fault, so that a client which has sent a delta
   * knows that it was understood, and does not send the request again. For servers whose faults go
   * past the link; the link says it itself.
   *
   * @param request as the server received it
   * @return header fields; none for a request that is no delta
   */
  public static Headers besideFault(SoapRequest request) {
    try {
      return ServerDeltaInterceptor.isDelta(request)
          ? ServerDeltaInterceptor.understood()
          : Headers.NONE;
    } catch (SoapMessageException e) {
      return Headers.NONE; // there is no message
    }
  }

  /** Returns the options. */
  public DifferentialOptions options() {
    return options;
  }

  /**
   * Returns the links of a client's chain, in their order: those that the options ask for. What
   * comes behind them sees the message as it leaves.
   */
  public List<Interceptor> clientLinks() {
    List<Interceptor> links = new ArrayList<>();
    links.add(clientLink);
    if (formClient != null) {
      links.add(formClient);
    }
    links.add(requestLink);
    links.add(options.soapHeader() ? new ClientHeaderBlockInterceptor() : codingClient);
    return links;
  }

  /** Whether differences travel in a header block, so that content codings are none of the link. */
  public boolean isInHeaderBlock() {
    return options.soapHeader();
  }

  /** Returns the link of a server's chain, the first one. */
  public Interceptor serverLink() {
    return serverLink;
  }

  /**
   * Returns the encoder that puts ordinary content codings on a server's messages beside responses
   * of the link: faults, descriptions. Null where the options leave codings off.
   */
  @Nullable AnswerEncoder answerEncoder() {
    return options.codings() ? new CodedAnswers(CODINGS) : null;
  }

  /** Returns the counters so far. */
  public LinkStatistics statistics() {
    return counters.statistics();
  }

  /**
   * Returns the weight of the kept data, in bytes: messages, and the tables that have been made of
   * them. Responses and requests, each as XML and as values, dictionaries and states of other forms
   * have the bound of the options each, and so have the two ends, where a link serves both.
   */
  public long keptBytes() {
    return clientLink.keptBytes()
        + (formClient == null ? 0 : formClient.keptBytes())
        + requestLink.keptBytes()
        + codingClient.keptBytes()
        + serverLink.keptBytes();
  }
}
