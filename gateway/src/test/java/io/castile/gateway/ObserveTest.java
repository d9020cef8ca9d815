package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.gateway.TestOrigin.Answer;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway without a policy learns, while it changes nothing. */
final class ObserveTest {
  @Test
  void callsAreRecordedAndPassUnchanged() throws Exception {
    String fault = envelope("", "<s:Fault><faultcode>s:Client</faultcode><faultstring/></s:Fault>");
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    request.text().contains("fail")
                        ? Answer.of(500, fault, "Content-Type: text/xml")
                        : Answer.soap(answer("same")));
        Gateway gateway = gateway(origin.uri("/app"), "")) {
      for (int i = 0; i < 6; i++) {
        HttpResponse<String> response = post(gateway, question("q" + i % 3));
        assertThat(response.body()).isEqualTo(answer("same"));
        assertThat(response.headers().firstValue("cache-status")).isEmpty();
      }
      post(gateway, question("fail"));
      post(gateway, question("q0"), "Authorization", "Bearer x");
      post(gateway, "no envelope");

      List<RecordedOperation> operations = Soap.recorded(gateway, 8).operations();
      assertThat(operations).hasSize(1);
      RecordedOperation ask = operations.get(0);
      assertThat(ask.totals().calls()).isEqualTo(8);
      assertThat(ask.totals().faults()).isEqualTo(1);
      assertThat(ask.operation().toString()).isEqualTo("{urn:q}ask");
      assertThat(ask.endpoint()).isEqualTo(origin.uri("/app").toString());
      assertThat(origin.requests()).hasSize(9);
    }
  }
}
