package io.castile.soap.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The values that a message has before its elements are read. */
class MessageTest {
  @WebService(targetNamespace = "urn:absent")
  public static class Store {
    @WebMethod
    public void put(
        @WebParam(name = "count") int count,
        @WebParam(name = "name") String name,
        @WebParam(name = "tags") List<String> tags,
        @WebParam(name = "sizes") long[] sizes,
        @WebParam(name = "urgent", header = true) boolean urgent) {}
  }

  private final Message request =
      ServiceModel.ofImplementation(Store.class, CodecMode.INTERPRETED)
          .operations()
          .iterator()
          .next()
          .request();

  @Test
  void absentElementsAreZeroOrNullOrNothing() {
    assertThat(request.newValues()).containsExactly(0, null, List.of(), new long[0], false);
  }

  @Test
  void twoMessagesShareNoCollection() {
    Object[] one = request.newValues();
    Object[] other = request.newValues();

    assertThat(other[2]).isNotSameAs(one[2]);
    assertThat(other[3]).isNotSameAs(one[3]);
  }
}
