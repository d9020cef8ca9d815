package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class MediaTypeTest {
  @Test
  void parametersMayBeQuoted() {
    assertThat(MediaType.parse("Text/XML ; Charset=\"utf-8\"; a=\"x;\\\"y\"; b = c;; charset=d"))
        .isEqualTo(new MediaType("text/xml", Map.of("charset", "utf-8", "a", "x;\"y", "b", "c")));
    assertThat(MediaType.parse(null)).isSameAs(MediaType.NONE);
    assertThat(MediaType.parse("text/xml").parameters()).isEmpty();
    assertThat(MediaType.unquoted("\"\"")).isEmpty();
  }

  @Property
  void anyTextIsRead(@ForAll String text) {
    assertThat(MediaType.parse(text).type()).isNotNull();
    assertThat(MediaType.parse("text/xml;" + text).type()).isEqualTo("text/xml");
  }
}
