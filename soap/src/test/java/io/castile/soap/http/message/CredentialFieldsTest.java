package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialFieldsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "authorization",
        "Proxy-Authorization",
        "Cookie",
        "Cookie2",
        "X-Api-Key",
        "Api-Key",
        "apikey",
        "X_API_KEY",
        "Ocp-Apim-Subscription-Key",
        "X-Auth-Token",
        "X-Amz-Security-Token",
        "X-Forwarded-User",
        "X-Forwarded-Email",
        "X-Forwarded-Preferred-Username",
        "X-Forwarded-Client-Cert",
        "Remote-User",
        "REMOTE_USER",
        "X-Remote-User",
        "X-Authenticated-User",
        "X-Authenticated-Userid",
        "X-WebAuth-User",
        "X-Goog-Authenticated-User-Email",
        "X-Goog-IAP-JWT-Assertion",
        "Cf-Access-Jwt-Assertion",
        "X-Amzn-Oidc-Data",
        "X-MS-Client-Principal-Name",
        "X-ARR-ClientCert",
        "SSL-Client-Cert",
        "X-SSL-Client-S-DN",
        "X-Consumer-Username",
        "X-Tenant-Id",
        "X-Session-Id",
        "X-User-Id",
        "X-Access-Key",
        "X-Client-Id",
        "Private-Token",
        "From",
      })
  void saysWhoAsks(String name) {
    assertThat(CredentialFields.isCredential(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept",
        "Accept-Language",
        "Cache-Control",
        "Content-Type",
        "Host",
        "SOAPAction",
        "User-Agent",
        "X-Request-Id",
        "X-Correlation-Id",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "Idempotency-Key",
        "Sec-Ch-Ua",
        "traceparent",
        "Castile",
        "",
        "-",
      })
  void saysNothingOfAnybody(String name) {
    assertThat(CredentialFields.isCredential(name)).isFalse();
  }
}
