package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.CallRecorder;
import io.castile.cxf.Shops.Published;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of CXF's clients and servers as a recorder sees them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordedCallsTest {
  private static final Item ITEM = new Item("a", "1.50", 2, Item.Color.RED, "x");

  private final CallRecorder recorder =
      CallRecorder.builder().allMessages(true).executor(Runnable::run).build();

  private OperationAdvice of(String operation) {
    return Advice.of(recorder.snapshot()).operations().stream()
        .filter(each -> each.operation().operation().getLocalPart().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  private void assertRecorded() {
    assertThat(of("add").operation().totals().calls()).isEqualTo(30);
    assertThat(of("add").operation().totals().originNanos()).isPositive();
    assertThat(of("add").questions()).isEqualTo(2);
    assertThat(of("sameItem").questions()).isEqualTo(1);
    assertThat(of("fail").operation().totals().faults()).isEqualTo(1);
    assertThat(recorder.snapshot().unread()).isZero();
  }

  private static void call(WrappedShop port) {
    for (int i = 0; i < 30; i++) {
      assertThat(port.add(1, i % 2)).isEqualTo(1 + i % 2);
      assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
    }
    assertThatThrownBy(() -> port.fail("runtime")).isInstanceOf(SOAPFaultException.class);
  }

  @Test
  void ofAClient() {
    try (CastileFeature feature = CastileFeature.record(recorder);
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      call(Shops.client(WrappedShop.class, published.url(), feature));

      assertThat(published.calls("add")).isEqualTo(30);
      assertRecorded();
    }
  }

  @Test
  void ofAServer() {
    try (CastileFeature feature = CastileFeature.record(recorder);
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService(), feature)) {
      call(Shops.client(WrappedShop.class, published.url()));

      assertThat(published.calls("add")).isEqualTo(30);
      assertRecorded();
    }
  }

  @Test
  void ofAsynchronousCalls() throws Exception {
    try (CastileFeature feature = CastileFeature.record(recorder);
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      AsyncShop port = Shops.client(AsyncShop.class, published.url(), feature);
      for (int i = 0; i < 30; i++) {
        assertThat(port.addAsync(1, i % 2).get().result).isEqualTo(1 + i % 2);
        assertThat(port.sameItemAsync(ITEM).get().result).isEqualTo(ITEM);
      }
      assertThatThrownBy(() -> port.failAsync("runtime").get())
          .hasCauseInstanceOf(SOAPFaultException.class);

      assertThat(published.calls("add")).isEqualTo(30);
      assertRecorded();
    }
  }

  @Test
  void aFeatureWithARecorderHasNoPolicyOfItsOwn() {
    try (CastileFeature feature = CastileFeature.record(recorder)) {
      assertThatThrownBy(() -> feature.setPolicy(Shops.hour()))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
