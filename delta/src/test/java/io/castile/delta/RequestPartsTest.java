package io.castile.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPartsTest {
  private static final String FETCH = "<f:Fetch xmlns:f=\"urn:castile:differential-link\"/>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<e:E xmlns:e='u'><e:Body><a>1</a></e:Body></e:E> | <e:E xmlns:e='u'><e:Body>%s</e:Body></e:E>",
        "<E><Body x='/>' ><a/></Body ></E > | <E><Body x='/>' >%s</Body></E>",
        "<E><Body/></E> | <E><Body>%s</Body></E>",
        "<E><Body x='1' /></E> | <E><Body x='1' >%s</Body></E>",
        "<!-- <Body> --><E xmlns:b='u'><H><Body>é</Body></H><b:Body>é</b:Body></E><!-- </x></y> -->"
            + " | <!-- <Body> --><E xmlns:b='u'><H><Body>é</Body></H><b:Body>%s</b:Body></E>",
      })
  void aFetchHasTheHeaderAndAnotherBody(String request, String fetch) {
    assertThat(new String(SenderDigest.fetch(request.getBytes(UTF_8)), UTF_8))
        .isEqualTo(fetch.formatted(FETCH));
  }
}
