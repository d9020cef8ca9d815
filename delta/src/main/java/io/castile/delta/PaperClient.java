package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaFormat;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Versions;
import io.castile.soap.Chain;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import io.castile.soap.StackReserve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for answers in a form of the paper, and reads them. Thread-safe.
 *
 * @param <K> what an answer is the last one of
 */
final class PaperClient<K> {
  private static final Logger log = LoggerFactory.getLogger(PaperClient.class);

  private final DifferentialForm form;
  private final int maxMessageBytes;
  private final LinkCounters counters;
  private final Cache<K, PaperState> states;

  PaperClient(DifferentialOptions options, LinkCounters counters) {
    this.form = options.form();
    this.maxMessageBytes = options.maxMessageBytes();
    this.counters = counters;
    this.states = PaperState.kept(options);
  }

  /** Returns a chain whose answers are wanted in the form. */
  Chain around(Chain chain, K key) {
    return form == DifferentialForm.COLUMNS ? chain : new Decoded(chain, key);
  }

  private final class Decoded implements Chain {
    private final Chain chain;
    private final K key;

    Decoded(Chain chain, K key) {
      this.chain = chain;
      this.key = key;
    }

    @Override
    public SoapRequest request() {
      return chain.request();
    }

    @Override
    public SoapResponse proceed(SoapRequest request) throws SoapException {
      String field = request.headers().get(LinkField.NAME);
      if (field == null || LinkField.of(field).fetched() != Instance.NO_VERSION) {
        return chain.proceed(request);
      }
      PaperState held = states.getIfPresent(key);
      long named = held == null ? Instance.NO_VERSION : held.version();
      String wanted = new PaperField(form, named).with(field);
      SoapResponse response =
          chain.proceed(request.newBuilder().header(LinkField.NAME, wanted).build());
      return ContentCodings.of(response).isOnly(PaperField.CODING)
          ? decoded(request, key, held, response)
          : response;
    }

    @Override
    public Chain detached() {
      return new Decoded(chain.detached(), key);
    }
  }

  long keptBytes() {
    return PaperState.keptBytes(states);
  }

  private SoapResponse decoded(SoapRequest request, K key, PaperState held, SoapResponse response)
      throws SoapException {
    byte[] content = response.bytes();
    try {
      if (!PaperContent.hasHead(content)) {
        throw new DeltaException("expected two versions before an update, found the end");
      }
      byte[] body = PaperContent.body(content);
      // Of the state that was named, whatever other answers have come since.
      PaperLink link = held == null ? form.newLink() : held.next();
      byte[] message = link.decode(body, Math.min(maxMessageBytes, request.maxMessageBytes()));
      StackReserve.require();
      states.put(key, new PaperState(PaperContent.state(content), form, link));
      counters.coded(message.length, content.length);
      return ContentCodings.NONE.toldBy(response).withMessage(message);
    } catch (DeltaException e) {
      log.warn(
          "an answer in a form of the paper could not be read: {}", e.getMessage(), e.getCause());
      if (held != null) {
        states.asMap().remove(key, held);
      }
      return unreadable(content, response);
    }
  }

  /** A delta that cannot be applied but tells what it was to be, so that the link fetches that. */
  private static SoapResponse unreadable(byte[] content, SoapResponse response) {
    byte[] delta = {};
    if (PaperContent.hasHead(content)) {
      delta = new byte[DeltaFormat.HEAD_BYTES];
      Versions.put(PaperContent.message(content), delta, 1);
    }
    return response
        .withMessage(delta)
        .withHeaders(Headers.of("content-encoding", LinkField.CODING));
  }
}
