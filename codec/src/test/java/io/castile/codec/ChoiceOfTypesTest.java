package io.castile.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A value is written as the element of the closest class, as the reference implementation does with
 * lists; of single values it takes any class that fits, another each time.
 */
class ChoiceOfTypesTest {
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Base {
    int number;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Middle extends Base {}

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Leaf extends Middle {}

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "choices")
  @XmlSeeAlso(Leaf.class)
  static class Choices {
    @XmlElements({
      @XmlElement(name = "anything", type = Object.class),
      @XmlElement(name = "date", type = XMLGregorianCalendar.class),
      @XmlElement(name = "time", type = Duration.class),
      @XmlElement(name = "text", type = String.class),
      @XmlElement(name = "base", type = Base.class),
      @XmlElement(name = "middle", type = Middle.class)
    })
    List<Object> several = new ArrayList<>();

    @XmlElements({
      @XmlElement(name = "oneBase", type = Base.class),
      @XmlElement(name = "oneMiddle", type = Middle.class)
    })
    Base one;

    @XmlElements({
      @XmlElement(name = "calendar", type = Calendar.class),
      @XmlElement(name = "day", type = Date.class)
    })
    List<Object> moments = new ArrayList<>();
  }

  private static Choices choices() throws Exception {
    Choices choices = new Choices();
    DatatypeFactory types = DatatypeFactory.newInstance();
    choices.several.add(types.newXMLGregorianCalendar("2020-01-02"));
    choices.several.add(types.newDuration("P1Y"));
    choices.several.add("text");
    choices.several.add(7);
    choices.several.add(new Base());
    choices.several.add(new Middle());
    choices.several.add(new Leaf());
    choices.one = new Leaf();
    choices.moments.add(new Date(0));
    choices.moments.add(new java.util.GregorianCalendar(2020, Calendar.MAY, 1));
    return choices;
  }

  private static List<String> elements(String text) {
    return Pattern.compile("<(\\w+)[ />]").matcher(text).results().map(m -> m.group(1)).toList();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theClosestClassIsTaken(CodecMode mode) throws Exception {
    Choices choices = choices();
    StringWriter expected = new StringWriter();
    Marshaller marshaller = JAXBContext.newInstance(Choices.class).createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    Base one = choices.one;
    choices.one = null;
    marshaller.marshal(choices, expected);
    choices.one = one;
    Codecs codecs = Codecs.builder().types(Choices.class, Leaf.class).mode(mode).build();

    String written = new String(codecs.of(Choices.class).toBytes(choices), UTF_8);

    assertThat(elements(written.replaceFirst("(?s)<oneMiddle.*</oneMiddle>", "")))
        .isEqualTo(elements(expected.toString()));
    assertThat(elements(written))
        .contains("date", "time", "oneMiddle")
        .containsSubsequence("anything", "base", "number", "middle", "number", "middle");
  }
}
