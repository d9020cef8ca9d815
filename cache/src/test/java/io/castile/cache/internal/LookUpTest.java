package io.castile.cache.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that are looked up by a thread that must not wait, and answered by another one. */
final class LookUpTest {
  private static final QName SERVICE = new QName("urn:q", "Service");
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";

  private final FarStore store = new FarStore();
  private final ResponseCache cache =
      ResponseCache.builder().policy(policy(AN_HOUR)).store(store).build();

  private static CachePolicy policy(String yaml) {
    return CachePolicy.parse("test", yaml);
  }

  @Test
  void aMissMakesItsKeyOnce() {
    Call call = new Call(cache);

    assertThat(CallCache.of(cache).find(call)).isNull();
    assertThat(CallCache.of(cache).answer(call)).isEqualTo("<a>1</a>");

    assertThat(call.keys).hasValue(1);
    assertThat(store.reads).hasValue(2);
  }

  @Test
  void aHitMakesItsKeyOnce() {
    CallCache.of(cache).answer(new Call(cache));
    store.isNear = true;
    Call call = new Call(cache);

    assertThat(CallCache.of(cache).find(call)).isEqualTo("<a>1</a>");
    assertThat(CallCache.of(cache).find(call)).isEqualTo("<a>1</a>");

    assertThat(call.keys).hasValue(1);
  }

  @Test
  void anAnswerThatHasComeMeanwhileIsGiven() {
    Call call = new Call(cache);
    CallCache.of(cache).find(call);
    CallCache.of(cache).answer(new Call(cache));

    assertThat(CallCache.of(cache).answer(call)).isEqualTo("<a>1</a>");
    assertThat(call.asked).hasValue(0);
    assertThat(call.keys).hasValue(1);
  }

  @Test
  void theNextPolicyHoldsForACallThatWasLookedUpUnderTheLast() {
    Call call = new Call(cache);
    CallCache.of(cache).find(call);
    cache.policy(policy("rules: [{operation: ask, cache: true, ttl: 1m}]"));

    CallCache.of(cache).answer(call);

    assertThat(call.keys).hasValue(2);
  }

  @Test
  void aStoreThatFailsIsAskedAgainByTheSameKey() {
    Call call = new Call(cache);
    CallCache.of(cache).answer(new Call(cache));
    store.isNear = true;
    store.isDown = true;
    assertThat(CallCache.of(cache).find(call)).isNull();
    store.isDown = false;

    assertThat(CallCache.of(cache).answer(call)).isEqualTo("<a>1</a>");
    assertThat(call.asked).hasValue(0);
    assertThat(call.keys).hasValue(1);
  }

  /** A call of which the message is known. */
  private static final class Call implements CacheCall<String, RuntimeException> {
    private final ResponseCache cache;
    private final AtomicInteger keys = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private @Nullable OperationCache of; // under the policy of the key
    private @Nullable CacheKey key;

    Call(ResponseCache cache) {
      this.cache = cache;
    }

    @Override
    public CachedOperation cachedOperation() {
      return CallCache.of(cache).cachedOperation(SERVICE, new QName("urn:q", "ask"));
    }

    @Override
    public String endpoint() {
      return "http://localhost/q";
    }

    @Override
    public SoapVersion version() {
      return SoapVersion.SOAP_1_1;
    }

    @Override
    public @Nullable Object[] arguments() {
      throw new AssertionError("the message is enough");
    }

    @Override
    public byte[] message() {
      keys.incrementAndGet();
      String envelope =
          "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
              + "<q:ask xmlns:q=\"urn:q\"/></s:Body></s:Envelope>";
      return envelope.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public RequestAttributes facts() {
      return RequestAttributes.NONE;
    }

    @Override
    public String ask(Headers conditional) {
      return "<a>" + asked.incrementAndGet() + "</a>";
    }

    @Override
    public OriginReply reply(String answer) {
      return new OriginReply(OriginReply.Kind.RESPONSE, 200, Headers.NONE);
    }

    @Override
    public @Nullable OriginReply reply(Throwable thrown) {
      return null;
    }

    @Override
    public @Nullable Object[] values(String answer) {
      throw new AssertionError("the message is enough");
    }

    @Override
    public byte[] message(String answer) {
      return answer.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable CacheKey knownKey(OperationCache operation) {
      return operation == of ? key : null;
    }

    @Override
    public void remember(OperationCache operation, RequestAttributes known, CacheKey made) {
      of = operation;
      key = made;
    }

    @Override
    public String ofValues(@Nullable Object[] values) {
      throw new AssertionError("the message is enough");
    }

    @Override
    public String ofMessage(byte[] message) {
      return new String(message, StandardCharsets.UTF_8);
    }
  }

  /** A store that would have to wait for what it has, unless it is told otherwise. */
  private static final class FarStore implements CacheStore {
    private final CacheStore store = CacheStore.inMemory(1 << 20);
    private final AtomicInteger reads = new AtomicInteger();
    private boolean isNear;
    private boolean isDown;

    @Override
    public boolean keepsObjects() {
      return store.keepsObjects();
    }

    @Override
    public @Nullable CacheEntry get(CacheKey key) {
      if (isDown) {
        throw new IllegalStateException("down");
      }
      reads.incrementAndGet();
      return store.get(key);
    }

    @Override
    public @Nullable CacheEntry near(CacheKey key) {
      return isNear ? get(key) : null;
    }

    @Override
    public void put(CacheKey key, CacheEntry entry) {
      store.put(key, entry);
    }

    @Override
    public void remove(CacheKey key, CacheEntry entry) {
      store.remove(key, entry);
    }

    @Override
    public void removeIf(Predicate<CacheKey> keys) {
      store.removeIf(keys);
    }

    @Override
    public void forEach(ObjLongConsumer<CacheKey> action) {
      store.forEach(action);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
