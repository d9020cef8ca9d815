package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** Beans with more than one property for elements of any name: no element is lost. */
class WildcardsTest {
  /** As generated for a {@code DataSet} of .NET. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "set")
  @XmlType(propOrder = {"name", "schema", "any"})
  static class DataSet {
    String name;

    @XmlAnyElement(lax = true)
    Object schema;

    @XmlAnyElement Element any;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "set")
  static class Larger extends DataSet {
    int size;

    @XmlAnyElement(lax = true)
    List<Object> rest;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "set")
  static class Lists {
    @XmlAnyElement List<Element> first;
    @XmlAnyElement List<Element> second;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "set")
  static class ListFirst {
    @XmlAnyElement List<Element> all;
    @XmlAnyElement Element last;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "set")
  static class Wrapped {
    @XmlElementWrapper @XmlAnyElement List<Element> inner;
    @XmlAnyElement Element outer;
  }

  private static final String SET =
      "<set><name>n</name><x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' id='s'/>"
          + "<d:diffgram xmlns:d='urn:diff'><row/></d:diffgram></set>";

  private static <T> Codec<T> codec(Class<T> type, CodecMode mode) {
    return Codecs.builder().types(type).mode(mode).build().of(type);
  }

  private static <T> T read(Class<T> type, String document, CodecMode mode) {
    return codec(type, mode).fromBytes(document.getBytes(StandardCharsets.UTF_8));
  }

  private static String name(Object element) {
    return element == null ? "none" : ((Element) element).getLocalName();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void eachOfTwoWildcardsKeepsItsElement(CodecMode mode) throws Exception {
    DataSet set = read(DataSet.class, SET, mode);

    assertThat(name(set.schema)).isEqualTo("schema");
    assertThat(name(set.any)).isEqualTo("diffgram");
    byte[] written = codec(DataSet.class, mode).toBytes(set);
    assertThat(Infosets.of(new String(written, StandardCharsets.UTF_8)))
        .isEqualTo(Infosets.of(SET));
    assertThat(codec(DataSet.class, mode).equal(codec(DataSet.class, mode).copy(set), set))
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void inheritedWildcardsComeFirstAndAListTakesTheRest(CodecMode mode) {
    String more = SET.replace("</set>", "<size>3</size><a/><b/></set>");

    Larger set = read(Larger.class, more, mode);

    assertThat(name(set.schema)).isEqualTo("schema");
    assertThat(name(set.any)).isEqualTo("diffgram");
    assertThat(set.size).isEqualTo(3);
    assertThat(set.rest).extracting(WildcardsTest::name).containsExactly("a", "b");
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aListBeforeASingleOneTakesAll(CodecMode mode) {
    ListFirst set = read(ListFirst.class, "<set><a/><b/><c/></set>", mode);

    assertThat(set.all).extracting(WildcardsTest::name).containsExactly("a", "b", "c");
    assertThat(set.last).isNull();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theFirstOfTwoListsTakesAllAsInTheReferenceImplementation(CodecMode mode) throws Exception {
    String document = "<set><a/><b/></set>";
    Lists expected =
        (Lists)
            JAXBContext.newInstance(Lists.class)
                .createUnmarshaller()
                .unmarshal(new StringReader(document));

    Lists set = read(Lists.class, document, mode);

    assertThat(set.first).hasSameSizeAs(expected.first).hasSize(2);
    assertThat(set.second).isEqualTo(expected.second);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aWildcardUnderAWrapperTakesWhatIsUnderTheWrapper(CodecMode mode) throws Exception {
    String document = "<set><inner><a/><b/></inner><c/></set>";
    Wrapped expected =
        (Wrapped)
            JAXBContext.newInstance(Wrapped.class)
                .createUnmarshaller()
                .unmarshal(new StringReader(document));

    Wrapped set = read(Wrapped.class, document, mode);

    assertThat(set.inner).extracting(WildcardsTest::name).containsExactly("a", "b");
    assertThat(name(set.outer)).isEqualTo("c").isEqualTo(name(expected.outer));
    assertThat(expected.inner).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theLastSingleOneHoldsTheLastElement(CodecMode mode) {
    DataSet set = read(DataSet.class, SET.replace("</set>", "<a/></set>"), mode);

    assertThat(name(set.schema)).isEqualTo("schema");
    assertThat(name(set.any)).isEqualTo("a");
  }
}
