package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.internal.Content;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class TemplateAllocationTest {
  private static final int UPDATES = 2_000;

  private final Codec<Shop> codec =
      Codecs.builder()
          .types(Shop.class, Shop.ObjectFactory.class)
          .mode(CodecMode.COMPILED)
          .build()
          .element(Shop.class, new QName("urn:shop", "shop"));

  private final Shop shop = new Shop();
  private final Template template = new Template(TemplateOptions.DEFAULT);
  private final Content<RuntimeException> content = out -> codec.write(shop, out);

  private long allocatedPerUpdate() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 5 * UPDATES; i++) {
      update(i);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < UPDATES; i++) {
      update(i);
    }
    // The question itself, and a compilation that ends meanwhile, may cost the thread some bytes.
    return (threads.getCurrentThreadAllocatedBytes() - before) / UPDATES;
  }

  private int step;

  private void update(int i) {
    shop.count = 1000 + i % step;
    shop.samples[7] = 1 + i % step;
    template.update(content);
    template.pieces();
  }

  private void fill() {
    shop.name = "name";
    shop.price = 7.5;
    shop.samples = new double[1000];
    shop.codes = new int[10];
    Shop.Item item = new Shop.Item();
    item.title = "title";
    shop.items.addAll(List.of(item, item, item));
  }

  @Test
  void aContentMatchAllocatesNothing() {
    fill();
    step = 1;
    assertThat(allocatedPerUpdate()).isZero();
    assertThat(template.update(content).match()).isEqualTo(Match.CONTENT);
  }

  @Test
  void valuesThatFitAllocateNothing() {
    fill();
    step = 8;
    assertThat(allocatedPerUpdate()).isZero();
  }
}
