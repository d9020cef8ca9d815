package io.castile.cache.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Calls that only begin in the cache, beside those that are answered there. */
class PendingCallTest {
  /** A service. */
  @WebService
  interface Prices {
    String price(@WebParam(name = "item") String item);

    String set(@WebParam(name = "item") String item);
  }

  private static final ServiceModel MODEL = ServiceModel.of(Prices.class);

  private final ResponseCache cache =
      ResponseCache.of(
          CachePolicy.builder()
              .rule(CacheRule.forOperations("price").cache(true).ttl(Duration.ofHours(1)).build())
              .rule(CacheRule.forOperations("set").invalidates(Invalidation.of("price")).build())
              .build());

  private final List<String> asked = new ArrayList<>();

  private final class Call implements CacheCall<String, IOException> {
    private final String operation;
    private final String item;
    private final boolean isServed;
    private IOException failure;

    Call(String operation, String item, boolean isServed) {
      this.operation = operation;
      this.item = item;
      this.isServed = isServed;
    }

    @Override
    public CachedOperation cachedOperation() {
      OperationModel found =
          MODEL.operations().stream()
              .filter(each -> each.toString().equals(operation))
              .findFirst()
              .orElseThrow();
      return CallCache.of(cache).cachedOperation(MODEL, found);
    }

    @Override
    public String endpoint() {
      return "http://localhost/prices";
    }

    @Override
    public SoapVersion version() {
      return SoapVersion.SOAP_1_1;
    }

    @Override
    public Object[] arguments() {
      return new Object[] {item};
    }

    @Override
    public boolean isServed() {
      return isServed;
    }

    @Override
    public RequestAttributes facts() {
      return RequestAttributes.NONE;
    }

    @Override
    public String ask(Headers conditional) throws IOException {
      asked.add(operation);
      if (failure != null) {
        throw failure;
      }
      return operation + " " + item;
    }

    @Override
    public OriginReply reply(String answer) {
      return answer.startsWith("fault") ? OriginReply.FAULT : OriginReply.RESPONSE;
    }

    @Override
    public OriginReply reply(Throwable thrown) {
      return thrown instanceof IOException ? OriginReply.FAILURE : null;
    }

    @Override
    public Object[] values(String answer) {
      return new Object[] {answer};
    }

    @Override
    public String ofValues(Object[] values) {
      return (String) values[0];
    }
  }

  private Call price() {
    return new Call("price", "a", false);
  }

  private CacheStatistics.Row row() {
    return cache.statistics().row("price");
  }

  @Test
  void whatIsToldIsKept() throws IOException {
    PendingCall<String> pending = CallCache.of(cache).begin(price());
    assertThat(pending.answer()).isNull();

    pending.answered("told");

    assertThat(CallCache.of(cache).begin(price()).answer()).isEqualTo("told");
    assertThat(CallCache.of(cache).answer(price())).isEqualTo("told");
    assertThat(asked).isEmpty();
    assertThat(row().misses()).isEqualTo(1);
    assertThat(row().hits()).isEqualTo(2);
  }

  @Test
  void nobodyWaitsForACallThatHasOnlyBegun() throws IOException {
    PendingCall<String> never = CallCache.of(cache).begin(price());

    assertThat(CallCache.of(cache).answer(price())).isEqualTo("price a");
    assertThat(never.answer()).isNull();
    assertThat(asked).containsExactly("price");
  }

  @Test
  void whatWasAskedBeforeAnEntryWasDroppedIsNotKept() {
    PendingCall<String> pending = CallCache.of(cache).begin(price());
    cache.invalidate("PricesService", "price");

    pending.answered("old");

    assertThat(CallCache.of(cache).begin(price()).answer()).isNull();
    assertThat(row().notKept()).containsOnlyKeys(Bypass.INVALIDATED);
  }

  @Test
  void whatWasAskedBeforeAnotherPolicyCameIsNotKept() {
    PendingCall<String> pending = CallCache.of(cache).begin(price());
    cache.policy(
        CachePolicy.builder()
            .rule(CacheRule.forOperations("price").cache(true).ttl(Duration.ofHours(2)).build())
            .build());

    pending.answered("old");

    assertThat(CallCache.of(cache).begin(price()).answer()).isNull();
  }

  @Test
  void faultsAndFailuresAreNotKept() {
    CallCache.of(cache).begin(price()).answered("fault");
    CallCache.of(cache).begin(price()).failed(new IOException());
    CallCache.of(cache).begin(price()).failed(new CancellationException());

    assertThat(CallCache.of(cache).begin(price()).answer()).isNull();
    assertThat(row().misses()).isEqualTo(3);
    assertThat(row().notKept()).containsOnlyKeys(Bypass.FAULT, Bypass.ORIGIN_FAILED);
  }

  @Test
  void aCallThatInvalidatesDoesSoWhenItIsTold() {
    CallCache.of(cache).begin(price()).answered("old");
    PendingCall<String> set = CallCache.of(cache).begin(new Call("set", "a", false));
    assertThat(set.answer()).isNull();
    assertThat(CallCache.of(cache).begin(price()).answer()).isEqualTo("old");

    set.answered("done");

    assertThat(CallCache.of(cache).begin(price()).answer()).isNull();
  }

  @Test
  void aRefusedCallInvalidatesNothingAndOneThatNobodyKnowsOfDoes() {
    CallCache.of(cache).begin(price()).answered("old");
    CallCache.of(cache).begin(new Call("set", "a", false)).answered("fault");
    assertThat(CallCache.of(cache).begin(price()).answer()).isEqualTo("old");

    CallCache.of(cache).begin(new Call("set", "a", false)).failed(new CancellationException());

    assertThat(CallCache.of(cache).begin(price()).answer()).isNull();
  }

  @Test
  void callsThatAreServedAndThatAreMadeShareNothing() throws IOException {
    CallCache.of(cache).answer(new Call("price", "a", true));
    CallCache.of(cache).answer(new Call("price", "a", true));
    CallCache.of(cache).answer(price());

    assertThat(asked).hasSize(2);
  }

  @Test
  void aCallWhoseOriginThrowsIsAMiss() {
    Call failing = price();
    failing.failure = new IOException("down");
    try {
      CallCache.of(cache).answer(failing);
    } catch (IOException e) {
      assertThat(e).isSameAs(failing.failure);
    }

    assertThat(row().misses()).isEqualTo(1);
    assertThat(row().calls()).isEqualTo(1);
  }

  @Test
  void headerBlocksAreTheSameWhateverTheirPrefixes() {
    HeaderBlock one = HeaderBlock.of("<a:h xmlns:a='u' y='1' x='2'>7</a:h>".getBytes(UTF_8));
    HeaderBlock other = HeaderBlock.of("<h xmlns='u' x='2' y='1'>7</h>".getBytes(UTF_8));

    assertThat(one).isEqualTo(other);
    assertThat(one.name()).isEqualTo(new QName("u", "h"));
  }
}
