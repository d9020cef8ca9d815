package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.peers.HttpMessage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every feature in every style and version, between Castile and each other stack. A test looks at
 * what the client got, what the service got, and where it matters at the messages.
 */
@Tag("long")
final class MatrixTest {
  /** The lane of the test before, or why there is none. */
  private static Lane lane;

  private static Cell failed;
  private static Throwable failure;

  @AfterAll
  static void closeLane() throws Exception {
    if (lane != null) {
      lane.close();
      lane = null;
    }
  }

  @TestFactory
  Stream<DynamicTest> cells() {
    return Cell.tested().stream()
        .map(cell -> DynamicTest.dynamicTest(cell.title(), () -> check(cell)));
  }

  private static void check(Cell cell) throws Throwable {
    Lane lane = laneOf(cell);
    Feature feature = cell.feature();

    String told = lane.call(feature);

    assertThat(told).as("the client").isEqualTo(feature.expected(cell.setting().version()));
    assertThat(lane.seen(feature)).as("the service").isEqualTo(SheetText.of(feature.sheet()));
    assertThat(lane.request(feature).text()).contains(cell.setting().version().namespace());
    if (feature == Feature.NIL) {
      checkNil(lane.request(feature));
      checkNil(lane.response(feature));
    }
    if (feature == Feature.MTOM) {
      checkPackage(lane.request(feature));
      checkPackage(lane.response(feature));
    }
  }

  /** Cells of one lane follow each other; one that cannot be opened is not tried again. */
  private static Lane laneOf(Cell cell) throws Throwable {
    if (lane != null && lane.fits(cell)) {
      return lane;
    }
    if (failed != null && failed.pair() == cell.pair() && failed.setting().equals(cell.setting())) {
      throw failure;
    }
    closeLane();
    try {
      lane = new Lane(cell);
    } catch (Throwable e) {
      failed = cell;
      failure = e;
      throw e;
    }
    return lane;
  }

  private static void checkNil(HttpMessage message) {
    assertThat(message.text())
        .containsPattern("<([\\w.-]+:)?note [^>]*nil=[\"'](true|1)[\"']")
        .doesNotContainPattern("<([\\w.-]+:)?text[ />]");
  }

  private static void checkPackage(HttpMessage message) {
    assertThat(message.head()).contains("multipart/related", "application/xop+xml");
    assertThat(message.text()).containsPattern("<([\\w.-]+:)?Include [^>]*href=[\"']cid:");
  }
}
