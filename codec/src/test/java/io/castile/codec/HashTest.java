package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hashes agree with equality, whichever codec takes them. */
class HashTest {
  private static final Codec<Shipment> COMPILED = codec(Shipment.class, CodecMode.COMPILED);
  private static final Codec<Shipment> INTERPRETED = codec(Shipment.class, CodecMode.INTERPRETED);
  private static final List<Field> FIELDS = fields();

  private static <T> Codec<T> codec(Class<T> type, CodecMode mode) {
    return Codecs.builder().types(type).mode(mode).build().of(type);
  }

  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (Field field : Shipment.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }

  /** A shipment with those fields of the full one whose bits are set; the others are empty. */
  private static Shipment shipment(long bits) throws Exception {
    Shipment full = Shipment.full();
    Shipment some = Shipment.empty();
    for (int i = 0; i < FIELDS.size(); i++) {
      if ((bits >> i & 1) != 0) {
        FIELDS.get(i).set(some, FIELDS.get(i).get(full));
      }
    }
    return some;
  }

  @Property(tries = 300)
  void equalShipmentsHaveEqualHashes(@ForAll long bits, @ForAll long otherBits) throws Exception {
    assertThat(FIELDS.size()).isLessThan(64);
    Shipment one = shipment(bits);
    Shipment same = shipment(bits);
    Shipment other = shipment(otherBits);

    assertThat(COMPILED.equal(one, same)).isTrue();
    assertThat(COMPILED.hash(one)).isEqualTo(COMPILED.hash(same));
    assertThat(COMPILED.hash(one)).isEqualTo(COMPILED.hash(COMPILED.copy(one)));
    assertThat(COMPILED.hash(one)).isEqualTo(INTERPRETED.hash(one));
    assertThat(COMPILED.hash(one) == COMPILED.hash(other) || !COMPILED.equal(one, other)).isTrue();
  }

  @Test
  void everyFieldCounts() throws Exception {
    Set<Integer> hashes = new HashSet<>();
    hashes.add(COMPILED.hash(Shipment.full()));
    int changes = 1;
    for (int i = 0; i < FIELDS.size(); i++) {
      Shipment changed = shipment(~(1L << i));
      changed.fill(9L, "base & note", 1, -2, 3);
      if (!INTERPRETED.equal(changed, Shipment.full())) {
        changes++;
        hashes.add(COMPILED.hash(changed));
      }
    }

    assertThat(changes).isGreaterThan(30);
    assertThat(hashes).hasSize(changes);
  }

  @Test
  void inheritedFieldsCount() throws Exception {
    Shipment changed = Shipment.full();
    changed.fill(9L, "base & note", 1, -2, 4);

    assertThat(COMPILED.hash(changed)).isNotEqualTo(COMPILED.hash(Shipment.full()));
    assertThat(COMPILED.hash(changed)).isEqualTo(INTERPRETED.hash(changed));
  }

  @Test
  void hashOfNullIsZero() {
    assertThat(COMPILED.hash(null)).isZero();
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Site {
    URL address;

    @XmlJavaTypeAdapter(LabelAdapter.class)
    Label label;
  }

  /** Holds labels of other case for equal; what is written differs. */
  record Label(String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Label label && label.text.equalsIgnoreCase(text);
    }

    @Override
    public int hashCode() {
      return text.toLowerCase(Locale.ROOT).hashCode();
    }
  }

  static final class LabelAdapter extends XmlAdapter<String, Label> {
    @Override
    public Label unmarshal(String text) {
      return text == null ? null : new Label(text);
    }

    @Override
    public String marshal(Label label) {
      return label == null ? null : label.text();
    }
  }

  private static Site site(String address, String label) throws Exception {
    Site site = new Site();
    site.address = new URL(address);
    site.label = new Label(label);
    return site;
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whatIsWrittenIsComparedAndNotWhatTheApplicationHoldsForEqual(CodecMode mode)
      throws Exception {
    Codec<Site> codec = codec(Site.class, mode);
    Site one = site("http://127.0.0.1/", "a");
    Site same = site("http://127.0.0.1/", "a");

    assertThat(codec.equal(one, same)).isTrue();
    assertThat(codec.hash(one)).isEqualTo(codec.hash(same));
    assertThat(codec.equal(one, site("http://127.0.0.1/", "A"))).isFalse();
    assertThat(codec.equal(one, site("http://localhost/", "a"))).isFalse();
  }
}
