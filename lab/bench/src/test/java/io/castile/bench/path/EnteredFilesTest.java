package io.castile.bench.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnteredFilesTest {
  @Test
  void aCallEntersTheFilesOfBothEnds() throws Exception {
    EnteredFiles files = EnteredFiles.of(CallPath.CALL);

    assertThat(files.caller())
        .contains("io.castile.soap.client.SoapClient", "io.castile.soap.http.HttpTransport")
        .doesNotContain("io.castile.soap.server.HttpBinding");
    assertThat(files.others())
        .contains("io.castile.soap.server.HttpBinding", "io.castile.soap.server.ServiceEndpoint")
        .doesNotContain("io.castile.soap.client.SoapClient");
    assertThat(files.all()).noneMatch(file -> file.contains("$") || file.contains(".bench."));
    assertThat(files.entries()).isGreaterThan(files.all().size());
  }

  @Test
  void aHitOfTheClientEntersNoFileOfTheTransport() throws Exception {
    EnteredFiles files = EnteredFiles.of(CallPath.CLIENT_HIT);

    assertThat(files.caller()).contains("io.castile.cache.internal.CacheInterceptor");
    assertThat(files.all()).noneMatch(file -> file.startsWith("io.castile.soap.http.Http"));
  }

  @Test
  void aHitOfTheGatewayAsksNoOrigin() throws Exception {
    EnteredFiles hit = EnteredFiles.of(CallPath.GATEWAY_HIT);
    EnteredFiles miss = EnteredFiles.of(CallPath.GATEWAY_MISS);

    String fetch = "io.castile.gateway.http.OriginExchange";
    assertThat(hit.caller()).isEmpty();
    assertThat(hit.others()).contains("io.castile.cache.internal.CacheFlow").doesNotContain(fetch);
    assertThat(miss.others()).contains("io.castile.cache.internal.CacheFlow", fetch);
    assertThat(miss.others()).hasSizeGreaterThan(hit.others().size());
  }
}
