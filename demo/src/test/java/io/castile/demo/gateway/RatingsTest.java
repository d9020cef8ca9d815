package io.castile.demo.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.demo.PortalService;
import io.castile.demo.PortalText;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RatingsTest {
  @Test
  void anAnswerThatIsOutOfDateIsToldFromAWrongOne() throws Exception {
    PortalService service = PortalService.standard();
    Ratings ratings = new Ratings(service);
    List<String> symbols = ratings.symbols();
    String first = PortalText.of(service.getStockRatings(symbols));
    long asked = System.nanoTime();
    ratings.change();
    String second = PortalText.of(service.getStockRatings(symbols));

    assertThat(symbols).hasSize(195);
    assertThat(second).isNotEqualTo(first);
    assertThat(ratings.age(symbols, second, asked)).isZero();
    assertThat(ratings.age(symbols, first, asked)).isZero();
    assertThat(ratings.age(symbols, first, System.nanoTime())).isPositive();
    assertThat(ratings.age(symbols, "[]", asked)).isEqualTo(Ratings.NEVER);
  }
}
