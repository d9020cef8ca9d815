package io.castile.cache.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.SoapVersion;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/**
 * Classes that do not keep their word: no wrong answer, and no failure but the one that is told.
 */
class HostileClassesTest {
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);

  private static <T> Stored<T> store(RepresentationKind kind, Class<T> type, T value) {
    return Representation.of(kind, type, null, false).store(value);
  }

  /** Throws wherever it can. */
  static class Bomb implements Cloneable {
    int number = 1;

    @Override
    public Bomb clone() {
      throw new IllegalStateException("clone");
    }

    @Override
    public boolean equals(Object other) {
      throw new IllegalStateException("equals");
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException("hashCode");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("toString");
    }
  }

  @Test
  void methodsThatThrowAreNotCalledOrGiveWay() {
    Stored<Bomb> stored = store(RepresentationKind.CLONE, Bomb.class, new Bomb());

    assertThat(stored.kind()).isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(stored.restore().number).isEqualTo(1);
    Keys keys = Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(Bomb.class)));
    CacheKey key = keys.key(SCOPE, new Bomb()).toStored();
    assertThat(keys.key(SCOPE, new Bomb()).equals(key)).isTrue();
    Bomb other = new Bomb();
    other.number = 2;
    assertThat(keys.key(SCOPE, other).equals(key)).isFalse();
  }

  static class Shallow implements Cloneable {
    List<String> names = new ArrayList<>();

    @Override
    public Shallow clone() {
      try {
        return (Shallow) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError("cloneable", e);
      }
    }
  }

  @Test
  void aShallowCloneIsRefused() {
    Representation<Shallow> clones =
        Representation.of(RepresentationKind.CLONE, Shallow.class, null, false);

    Stored<Shallow> stored = clones.store(new Shallow());

    assertThat(stored.kind()).isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(clones.refusals().get(RepresentationKind.CLONE))
        .isEqualTo("not a deep copy: both hold one java.util.ArrayList at $.names");
    stored.restore().names.add("x");
    assertThat(stored.restore().names).isEmpty();
  }

  static class Forgetful implements Cloneable {
    int number = 1;

    @Override
    public Forgetful clone() {
      Forgetful copy = new Forgetful();
      copy.number = number + 1;
      return copy;
    }
  }

  static class Pooled implements Cloneable {
    private static final Pooled ONLY = new Pooled();
    int number = 1;

    @Override
    public Pooled clone() {
      return ONLY;
    }
  }

  static class Nothing implements Cloneable {
    int number = 1;

    @Override
    public Nothing clone() {
      return null;
    }
  }

  @Test
  void aCloneThatIsNotEqualOrNotNewIsRefused() {
    assertThat(store(RepresentationKind.CLONE, Forgetful.class, new Forgetful()).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(store(RepresentationKind.CLONE, Pooled.class, new Pooled()).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(store(RepresentationKind.CLONE, Nothing.class, new Nothing()).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
  }

  static class Late implements Cloneable {
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Override
    public Late clone() {
      if (CALLS.incrementAndGet() > 2) {
        throw new IllegalStateException("late");
      }
      return new Late();
    }

    int number;
  }

  @Test
  void aCloneThatFailsLaterIsAMissThatSaysSo() {
    Late.CALLS.set(0);
    Stored<Late> stored = store(RepresentationKind.CLONE, Late.class, new Late());

    assertThat(stored.kind()).isEqualTo(RepresentationKind.CLONE);
    assertThatThrownBy(stored::restore)
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("Late.clone failed: java.lang.IllegalStateException: late");
  }

  static class Lossy implements Serializable {
    private static final long serialVersionUID = 1L;
    transient int lost = 5;

    Lossy(int lost) {
      this.lost = lost;
    }
  }

  @Test
  void serializationThatLosesAFieldIsRefused() {
    assertThatThrownBy(() -> store(RepresentationKind.SERIALIZATION, Lossy.class, new Lossy(3)))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("the graphs differ at $.lost");
    Keys keys = Keys.of(KeyKind.SERIALIZATION, List.of(ArgumentType.of(Lossy.class)));
    assertThatThrownBy(() -> keys.key(SCOPE, new Lossy(3)))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("Lossy does not serialize its field lost");
  }

  static class Secretive implements Serializable {
    private static final long serialVersionUID = 1L;
    int number = 5;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(1);
    }

    private void readObject(ObjectInputStream in) throws IOException {
      number = in.readInt();
    }
  }

  static class Replaced implements Serializable {
    private static final long serialVersionUID = 1L;
    int number;

    Replaced(int number) {
      this.number = number;
    }

    private Object writeReplace() {
      return "all the same";
    }
  }

  @Test
  void classesThatSerializeThemselvesAreNoKeys() {
    Keys keys = Keys.of(KeyKind.SERIALIZATION, List.of(ArgumentType.of(Object.class)));

    assertThatThrownBy(() -> keys.key(SCOPE, new Secretive()))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("Secretive serializes itself");
    assertThatThrownBy(() -> keys.key(SCOPE, new Replaced(1)))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("Replaced serializes itself");
  }

  @Test
  void onlyWhatWasWrittenIsReadBack() {
    byte[] foreign = new SerializedForm().write(new Secretive());
    SerializedForm form = new SerializedForm();
    form.write(new ArrayList<>(List.of("a")));

    assertThatThrownBy(() -> form.read(foreign))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("never written");
  }

  static final class Collision {
    final String text;

    Collision(String text) {
      this.text = text;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Collision;
    }
  }

  @Test
  void objectsThatHoldAllOthersForEqualAreTakenApart() {
    Keys keys = Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(Collision.class)));
    CacheKey stored = keys.key(SCOPE, new Collision("a")).toStored();

    assertThat(keys.key(SCOPE, new Collision("a"))).isEqualTo(stored);
    assertThat(keys.key(SCOPE, new Collision("b"))).isNotEqualTo(stored);
  }

  @Test
  void textsWithOneHashAreToldApart() {
    Keys keys = Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(String.class)));
    CacheKey one = keys.key(SCOPE, "AaAa");
    CacheKey other = keys.key(SCOPE, "BBBB");

    assertThat(one.hashCode()).isEqualTo(other.hashCode());
    assertThat(one).isNotEqualTo(other);
  }

  /** Gives out one list for all that it reads. */
  static final class SharingAdapter extends XmlAdapter<String, List<String>> {
    private static final List<String> ONLY = new ArrayList<>();

    @Override
    public List<String> unmarshal(String text) {
      ONLY.clear();
      ONLY.add(text);
      return ONLY;
    }

    @Override
    public String marshal(List<String> list) {
      return list == null ? null : String.join(" ", list);
    }
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Adapted {
    @XmlJavaTypeAdapter(SharingAdapter.class)
    List<String> names;
  }

  @Test
  void anAdapterThatSharesLeavesReflection() {
    Codec<Adapted> codec = Codecs.forTypes(Adapted.class).of(Adapted.class);
    Adapted value = new Adapted();
    value.names = new ArrayList<>(List.of("a"));
    for (RepresentationKind kind :
        List.of(RepresentationKind.TAGS_AND_TEXTS, RepresentationKind.XML_MESSAGE)) {
      assertThatThrownBy(() -> Representation.of(kind, Adapted.class, codec, false).store(value))
          .isInstanceOf(NotCacheableException.class)
          .hasMessageContaining("values that are read share one java.util.ArrayList");
    }
  }

  static class Worker {
    Thread thread = new Thread();
  }

  @Test
  void whatNobodyKnowsIsRefusedWithAReason() {
    assertThatThrownBy(() -> store(RepresentationKind.AUTOMATIC, Object.class, new Worker()))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("java.lang.Thread");
  }
}
