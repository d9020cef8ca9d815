package io.castile.cxf.databinding;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.service.model.MessagePartInfo;
import org.junit.jupiter.api.Test;

class PartCodecsTest {
  private final PartCodecs codecs = new PartCodecs(List.of(), "urn:parts");

  private static MessagePartInfo part(Class<?> type) {
    MessagePartInfo part = new MessagePartInfo(new QName("number"), null);
    part.setConcreteName(new QName("number"));
    part.setTypeClass(type);
    return part;
  }

  @XmlJavaTypeAdapter(XmlAdapter.class)
  private static final class Annotated {}

  /** CXF takes both for equal. */
  @Test
  void aPartWithBindingAnnotationsHasNoneThoughItEqualsOneThatHas() {
    MessagePartInfo plain = part(Integer.class);
    MessagePartInfo annotated = part(Integer.class);
    annotated.setProperty("parameter.annotations", Annotated.class.getAnnotations());
    assertThat(annotated).isEqualTo(plain);

    assertThat(codecs.find(plain)).isNotNull();
    assertThat(codecs.find(annotated)).isNull();
  }

  @Test
  void eachClassHasACodecOfItsOwn() {
    assertThat(codecs.find(part(int.class))).isNotSameAs(codecs.find(part(Integer.class)));
    assertThat(codecs.find(part(int.class))).isSameAs(codecs.find(part(int.class)));
  }

  @Test
  void collectionsAndArraysHaveNone() {
    assertThat(codecs.find(part(List.class))).isNull();
    assertThat(codecs.find(part(int[].class))).isNull();
    assertThat(codecs.find(null)).isNull();
  }
}
