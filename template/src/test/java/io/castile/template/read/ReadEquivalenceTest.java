package io.castile.template.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.Catalog;
import io.castile.template.CatalogMessages;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Reading by difference gives what a plain read gives, whatever the messages are: a value or an
 * error. What is done to a value that was given out reaches nobody else.
 */
@Tag("long")
class ReadEquivalenceTest {
  private static final ReadOptions SHARED = ReadOptions.DEFAULT.withShared(true);

  /** For longer runs: how many messages each try reads, one after the other. */
  private static final int MESSAGES = Integer.getInteger("castile.fuzz.messages", 40);

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void compiled(@ForAll long seed) {
    check(seed, CodecMode.COMPILED, ReadTemplate.persistent(ReadOptions.DEFAULT));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void interpreted(@ForAll long seed) {
    check(seed, CodecMode.INTERPRETED, ReadTemplate.persistent(ReadOptions.DEFAULT));
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void adaptive(@ForAll long seed) {
    check(seed, CodecMode.ADAPTIVE, ReadTemplate.persistent(ReadOptions.DEFAULT));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void sharedCompiled(@ForAll long seed) {
    check(seed, CodecMode.COMPILED, ReadTemplate.persistent(SHARED));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void sharedInterpreted(@ForAll long seed) {
    check(seed, CodecMode.INTERPRETED, ReadTemplate.persistent(SHARED));
  }

  /** As templates are used: they give up, and try again. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void withPauses(@ForAll long seed) {
    check(seed, CodecMode.INTERPRETED, new ReadTemplate(ReadOptions.DEFAULT));
  }

  /** What a read gave: a value or an error, with the depth and place where the reader then is. */
  private record Outcome(Catalog value, String error, int event, int offset) {}

  /** A value that was given out, with what it was then. */
  private record Given(Catalog value, String text) {}

  private static void check(long seed, CodecMode mode, ReadTemplate template) {
    boolean shared = template.isShared();
    List<Given> given = new ArrayList<>();
    Codecs codecs = Codecs.builder().types(Catalog.class).mode(mode).build();
    Codec<Catalog> codec = codecs.of(Catalog.class);
    CatalogMessages messages = new CatalogMessages(seed);
    XmlReader reader = codecs.newReader();
    int crates = 0;
    for (int i = 0; i < MESSAGES; i++) {
      byte[] message = messages.next();
      byte[] sent = i % 4 == 3 ? messages.damaged(message) : message;
      Outcome plain = read(codec, codecs.newReader(), null, sent);
      Outcome byDifference = read(codec, reader, template, sent);

      String shown = "seed " + seed + ", message " + i + ": " + text(sent);
      assertThat(byDifference.error).as(shown).isEqualTo(plain.error);
      assertThat(byDifference.event).as(shown).isEqualTo(plain.event);
      assertThat(byDifference.offset).as(shown).isEqualTo(plain.offset);
      assertThat(codec.equal(byDifference.value, plain.value)).as(shown).isTrue();
      if (plain.value != null) {
        Catalog.Crate crate = plain.value.crate;
        if (crate != null && crate.getLabel() != null && crates++ > 0) {
          // The first of its class may be read before that is compiled.
          assertThat(crate.compiled || mode == CodecMode.ADAPTIVE)
              .isEqualTo(mode != CodecMode.INTERPRETED);
        }
        assertThat(text(codec.toBytes(byDifference.value)))
            .as(shown)
            .isEqualTo(text(codec.toBytes(plain.value)));
        if (shared) {
          given.add(new Given(byDifference.value, text(codec.toBytes(plain.value))));
        } else {
          byDifference.value.spoil();
        }
      }
      if (i % 10 == 9) {
        reader = codecs.newReader();
      }
    }
    assertThat(template.statistics().recalledBytes()).isPositive();
    for (Given each : given) {
      assertThat(text(codec.toBytes(each.value))).as("seed " + seed).isEqualTo(each.text);
    }
  }

  private static Outcome read(
      Codec<Catalog> codec, XmlReader in, ReadTemplate template, byte[] document) {
    Catalog value = null;
    String error = null;
    boolean begun = false;
    boolean read = false;
    try {
      in.reset(document, 0, document.length);
      if (template != null) {
        template.begin(in);
      }
      begun = true;
      in.nextChild(null);
      value = codec.read(in);
      in.nextChild(null);
      read = true;
    } catch (XmlException | BindingException e) {
      error = e.toString();
      value = null;
    } finally {
      if (template != null) {
        template.end(in, read);
      }
    }
    return new Outcome(value, error, begun ? in.event() : 0, begun ? in.offset() : 0);
  }

  private static String text(byte[] document) {
    return new String(document, StandardCharsets.UTF_8);
  }
}
