package io.castile.demo.portal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** The data are what the papers' services return, and always the same. */
final class PortalDataTest {

  @Test
  void theSameSeedGivesTheSameData() throws Exception {
    PortalData one = new PortalData(7);
    PortalData other = new PortalData(7);

    assertThat(xml(one.search("a"))).isEqualTo(xml(other.search("a")));
    assertThat(xml(one.complex())).isEqualTo(xml(other.complex()));
    assertThat(one.doubles(10)).isEqualTo(other.doubles(10));
  }

  @Test
  void anotherSeedGivesOtherData() {
    assertThat(new PortalData(7).doubles(10)).isNotEqualTo(new PortalData(8).doubles(10));
  }

  @Test
  void thereAre195StocksWithDifferentSymbols() {
    List<String> symbols =
        PortalData.standard().ratings().stream().map(StockRating::getSymbol).toList();

    assertThat(symbols).hasSize(195).isSorted();
    assertThat(new HashSet<>(symbols)).hasSize(195);
  }

  @Test
  void aCloneOfASearchSaysTheSameAndSharesNothingThatCanBeChanged() throws Exception {
    GoogleSearchResult search = PortalData.standard().search("a");
    String before = xml(search);

    GoogleSearchResult clone = search.clone();

    assertThat(xml(clone)).isEqualTo(before);
    clone.setSearchQuery("other");
    for (ResultElement hit : clone.getResultElements()) {
      hit.setTitle("other");
      hit.getDirectoryCategory().setFullViewableName("other");
    }
    clone.getResultElements().clear();
    clone.getDirectoryCategories().forEach(category -> category.setSpecialEncoding("other"));
    clone.getDirectoryCategories().clear();
    assertThat(xml(search)).isEqualTo(before);
    assertThat(xml(new GoogleSearchResult().clone())).isEqualTo(xml(new GoogleSearchResult()));
  }

  @Test
  void arraysHaveTheLengthAskedFor() {
    PortalData data = PortalData.standard();

    assertThat(data.array()).hasSize(100);
    assertThat(data.mios(17)).hasSize(17);
    assertThat(data.ints(0)).isEmpty();
    assertThat(data.page("http://a")).hasSize(3600);
  }

  @Test
  void everyTypeSurvivesTheReferenceImplementation() throws Exception {
    PortalData data = PortalData.standard();
    for (Object value :
        List.of(
            data.tuple(),
            data.complex(),
            data.search("q"),
            data.mios(1).get(0),
            data.ratings().get(0),
            data.flights("Madison", "Las Vegas").get(0))) {
      String xml = xml(value);

      JAXBContext context = JAXBContext.newInstance(value.getClass());
      StreamSource source = new StreamSource(new StringReader(xml));
      Object again = context.createUnmarshaller().unmarshal(source, value.getClass()).getValue();

      assertThat(xml(again)).isEqualTo(xml);
    }
  }

  @SuppressWarnings("unchecked") // The class of a value is the type of its element.
  private static String xml(Object value) throws Exception {
    Class<Object> type = (Class<Object>) value.getClass();
    StringWriter out = new StringWriter();
    JAXBContext.newInstance(type)
        .createMarshaller()
        .marshal(new JAXBElement<>(new QName("value"), type, value), out);
    return out.toString();
  }
}
