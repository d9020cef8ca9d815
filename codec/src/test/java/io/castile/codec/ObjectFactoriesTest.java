package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import io.castile.codec.registry.Envelope;
import io.castile.codec.registry.Letter;
import io.castile.codec.registry.ObjectFactory;
import jakarta.xml.bind.JAXBElement;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** When the classes that an {@code ObjectFactory} makes are loaded. */
final class ObjectFactoriesTest {
  private final IsolatedLoader loader =
      new IsolatedLoader(ObjectFactory.class, ObjectFactoriesTest.class.getClassLoader());

  private Object read(Codecs codecs, String content) throws Exception {
    Codec<?> codec = codecs.of(loader.loadClass(Envelope.class.getName()));
    String message = "<p:envelope xmlns:p='urn:post'><to>you</to>" + content + "</p:envelope>";
    Object envelope = codec.fromBytes(message.getBytes(StandardCharsets.UTF_8));
    return envelope.getClass().getField("content").get(envelope);
  }

  private Codecs codecs() throws ClassNotFoundException {
    return Codecs.forTypes(
        loader.loadClass(Envelope.class.getName()),
        loader.loadClass(ObjectFactory.class.getName()));
  }

  @Test
  void factoriesAreNotReadForMessagesThatAskNothingOfThem() throws Exception {
    assertThat(read(codecs(), "")).isNull();
    assertThat(loader.hasLoaded(Letter.class.getName())).isFalse();
  }

  @Test
  void factoriesAreReadForTheFirstElementThatTheyMayKnow() throws Exception {
    Codecs codecs = codecs();

    Object content = read(codecs, "<p:letter><text>hello</text></p:letter>");

    assertThat(content).isInstanceOf(JAXBElement.class);
    Object letter = ((JAXBElement<?>) content).getValue();
    assertThat(letter.getClass()).isSameAs(loader.loadClass(Letter.class.getName()));
    assertThat(letter.getClass().getField("text").get(letter)).isEqualTo("hello");
  }
}
