package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class FieldKindTest {
  /** Names that clients, gateways and services use, or may. */
  private static final String CREDENTIALS =
      """
      AccessToken SessionToken IdToken ClientId ClientSecret AppKey x-functions-key X-Pin DPoP X-WSSE SM_USERDN SSL_CLIENT_M_SERIAL X-On-Behalf-Of MYSAPSSO2
      Authorization Proxy-Authorization Cookie Cookie2 From X-Api-Key Api-Key ApiKey X_API_KEY X-ApiKey apikey APIKEY X-API-Token ApiToken api_token Access-Token access_token X-Access-Token
      Refresh-Token RefreshToken X-Refresh-Token Id-Token X-Id-Token BearerToken X-Bearer Bearer X-Auth X-Auth-Token X-AuthToken AuthToken auth_token Auth-Key X-Auth-Key X-Auth-User X-Auth-Email X-Auth-Request-User
      X-Auth-Request-Email X-Auth-Request-Groups X-Auth-Request-Preferred-Username X-Authenticated-User X-Authenticated-Userid X-Authenticated-Groups X-Authenticated-Scope X-Authorization XAuthorization Authorisation
      Authentication X-Authentication Authentication-Token X-Security-Token SecurityToken X-Amz-Security-Token X-Csrf-Token X-CSRFToken X-XSRF-TOKEN XSRF-TOKEN X-Vault-Token X-Gitlab-Token Private-Token JOB-TOKEN
      X-Shopify-Access-Token X-Figma-Token X-Plex-Token X-Riot-Token X-TBA-Auth-Key X-Parse-Application-Id X-Parse-REST-API-Key X-Parse-Session-Token X-Algolia-API-Key X-Algolia-Application-Id DD-API-KEY DD-APPLICATION-KEY
      X-Appwrite-Key Fastly-Key X-Master-Key X-Service-Key ServiceKey X-App-Key X-App-Id AppId AppSecret X-App-Secret App-Token X-Application-Id X-Application-Key ApplicationKey ApplicationId ApplicationName X-Application-Name
      Client-Id client_id X-Client-Id X-ClientId X-Client-Key ClientKey X-Client-Secret client-secret X-Client-Cert ClientCert X-ClientCert X-ARR-ClientCert X-Client-Name X-Client-Serial X-Client-DN ClientDN X-Client-Verify
      X-Client-Certificate Client-Cert Client-Cert-Chain X-Forwarded-Client-Cert X-Forwarded-Tls-Client-Cert X-Forwarded-Tls-Client-Cert-Info X-SSL-Client-Cert X-SSL-Client-S-DN X-SSL-Client-I-DN X-SSL-Client-Verify X-SSL-Client-Serial
      X-SSL-Client-CN X-SSL-Client-SHA1 SSL_CLIENT_CERT SSL_CLIENT_S_DN SSL_CLIENT_S_DN_CN SSL_CLIENT_I_DN SSL_CLIENT_VERIFY SSL_CLIENT_V_REMAIN SSL_CLIENT_A_KEY SSL_CLIENT_FINGERPRINT SSL-Client-Cert X-TLS-Client-Hash
      X-Mtls-Client-Subject WL-Proxy-Client-Cert X-Cert-Fingerprint X-Certificate X-Thumbprint X-Subject X-Subject-DN X-Issuer-DN IssuerDN SubjectDN
      SM_USER SM_AUTHTYPE SM_SERVERSESSIONID SM_UNIVERSALID SM_SDOMAIN SM-Transid HTTP_SM_USER SMSESSION iv-user iv-groups iv-creds IV_SERVER_NAME OAM_REMOTE_USER OAM_IDENTITY_DOMAIN OBSSOCOOKIE
      Remote-User REMOTE_USER X-Remote-User X-Remote-Groups RemoteUser AUTH_USER AUTH_TYPE LOGON_USER LogonUser X-Logon UserName User-Name X-User X-User-Id UserId user_id X-User-Name X-Username X-UserInfo X-User-Email X-User-Roles X-User-Token
      X-Forwarded-User X-Forwarded-Email X-Forwarded-Preferred-Username X-Forwarded-Groups X-Forwarded-Access-Token X-WebAuth-User X-WEBAUTH-EMAIL X-Original-User ServiceUser X-Technical-User TechnicalUser X-Proxy-User Impersonate-User
      X-Impersonate X-Impersonated-User OnBehalfOf On-Behalf-Of X-Delegated-User X-Delegation X-Act-As X-Run-As X-Sudo Sudo
      X-Goog-Authenticated-User-Email X-Goog-Authenticated-User-Id X-Goog-IAP-JWT-Assertion X-Goog-Api-Key Cf-Access-Jwt-Assertion Cf-Access-Client-Id Cf-Access-Client-Secret Cf-Access-Authenticated-User-Email X-Amzn-Oidc-Data X-Amzn-Oidc-Identity X-Amzn-Oidc-Accesstoken
      X-MS-Client-Principal X-MS-Client-Principal-Name X-MS-Client-Principal-Id X-MS-Token-AAD-Id-Token Ocp-Apim-Subscription-Key Ocp-Apim-Trace-Token X-ZUMO-AUTH X-Consumer-Id X-Consumer-Username X-Consumer-Custom-Id X-Credential-Identifier X-Credentials
      X-Anonymous-Consumer X-Hasura-Role X-Hasura-User-Id X-Hasura-Admin-Secret X-Pomerium-Claim-Email X-Pomerium-Jwt-Assertion X-Vouch-User X-Tenant X-Tenant-Id TenantId X-TenantID X-Customer X-Customer-Id CustomerNumber customer_no X-Account
      X-Account-Id AccountNumber Stripe-Account Stripe-Signature X-Hub-Signature X-Hub-Signature-256 X-Slack-Signature X-Twilio-Signature Signature Signature-Input X-Signature X-Sig X-Sign X-Hmac HMAC X-Hmac-Sha256 X-Mac X-Nonce Nonce
      X-Session X-Session-Id SessionId SESSION-ID session_id JSESSIONID PHPSESSID ASP.NET_SessionId X-Sid SID Sid X-SessionKey X-Login Login X-Login-Name LoginId X-Signin-Token X-Password Password Passwd X-Passwd X-Pwd Pwd X-Passcode Passphrase X-Pass
      X-Secret Secret Shared-Secret SharedKey X-PSK PinCode X-PinCode PIN X-OTP OTP X-TOTP X-MFA X-2FA X-MFA-Code X-Jwt JWT X-JWT-Assertion JWT-Token X-Saml SAMLResponse SAMLAssertion X-Saml-Assertion X-OAuth OAuth-Token oauth_consumer_key X-OIDC X-Oidc-Claims
      OIDC_CLAIM_sub OIDC_access_token X-Kerberos Kerberos-Ticket X-Ticket TicketId X-NTLM Negotiate X-SPNEGO X-SSO SSO-Token X-SSO-User SAP_SSO2 sap-usercontext X-WSSE-Token WSSE X-Principal Principal X-Identity Identity X-Role X-Roles Roles X-Group X-Groups
      X-Scope X-Scopes X-Permissions X-Privileges X-Entitlements X-Claims X-ACL X-UPN UPN eppn Shib-Session-ID Shib-Identity-Provider ShibUseHeaders affiliation entitlement givenName displayName mail uid cn X-Email Email X-Mail
      X-Caller Caller CallerId X-Caller-Id Requester X-Requestor X-Actor X-Operator OperatorId X-Initiator PartnerId X-Partner-Id PartnerKey MerchantId X-Merchant-Id X-Merchant-Key DealerCode X-Dealer-Code SupplierId VendorId BrokerId AgencyCode
      EmployeeId X-Employee-Id MemberId X-Member-Number StaffId PatientId X-Patient-Id StudentId ContactId X-Company-Id CompanyCode X-Org-Id OrgId X-Organization-Id X-Workspace-Id X-Shop-Id X-Store-Id BankCode BranchCode
      X-Device-Id DeviceId X-Visitor-Id X-Guest-Id X-Cart-Id X-Subscription-Id X-Subscriber X-SubscriberId License X-License-Key Licence LicenseKey X-Developer-Key X-Dev-Key X-Admin-Key X-Admin-Token X-Partner-Token Key X-Key X-Secret-Key X-Signing-Key
      X-Benutzer X-Kennwort X-Passwort X-Kundennummer Mandant X-Mandant X-Sitzung Anmeldung X-Utilisateur X-Jeton MotDePasse X-Usuario X-Contrasena X-Digest-Token SOAP-Session WS-Session-Token Access-Key X-Access-Code AccessCode X-Security-Code
      """;

  /** Fields by which a service may answer, and that say nothing of the caller. */
  private static final String OTHERS =
      """
      Accept-Language Accept-Charset Accept-Datetime Host Forwarded X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Prefix X-Original-URL X-Rewrite-URL X-HTTP-Method-Override Origin Referer Prefer Range
      X-Region X-Country X-Locale X-Currency X-Language X-Channel X-Environment X-Api-Version X-Version X-Feature-Flags X-Test-Mode X-Debug X-Stage X-Timezone CF-IPCountry X-Requested-With baggage Correlation-Context
      Idempotency-Key X-Message-Id X-Transaction-Id X-Client-Version X-Client-IP X-User-Agent X-Timestamp Content-Language X-Anything Surrogate-Key X-Cache-Key x-unique-id X-Flavour
      """;

  private static final String NEUTRAL =
      """
      Accept Accept-Encoding Cache-Control Pragma Content-Type Content-Length Content-Encoding Transfer-Encoding Connection Keep-Alive TE Trailer Upgrade Expect Via Date User-Agent SOAPAction Castile If-None-Match If-Modified-Since
      traceparent tracestate X-Request-Id X-Correlation-Id X-B3-TraceId b3 uber-trace-id X-Amzn-Trace-Id X-Cloud-Trace-Context X-Forwarded-For X-Real-IP Sec-Ch-Ua Sec-Ch-Ua-Platform Sec-Fetch-Mode Sec-Fetch-User Sec-GPC DNT Save-Data
      Available-Dictionary Dictionary-ID MIME-Version Content-Transfer-Encoding VsDebuggerCausalityData Upgrade-Insecure-Requests
      """;

  private static List<String> names(String table) {
    return List.of(table.strip().split("\\s+"));
  }

  /** The names of a kind other than the expected one, in any of four spellings. */
  private static List<String> wrong(String table, FieldKind expected) {
    List<String> wrong = new ArrayList<>();
    for (String name : names(table)) {
      String lower = name.toLowerCase(Locale.ROOT);
      for (String spelling : List.of(name, lower, name.toUpperCase(Locale.ROOT), swapped(lower))) {
        if (FieldKind.of(spelling) != expected) {
          wrong.add(spelling + " is " + FieldKind.of(spelling));
        }
      }
    }
    return wrong;
  }

  private static String swapped(String lower) {
    return lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1);
  }

  @Test
  void credentialsAreKnownByTheirWordsHoweverTheyAreWritten() {
    assertThat(names(CREDENTIALS)).hasSizeGreaterThanOrEqualTo(232).doesNotHaveDuplicates();

    assertThat(wrong(CREDENTIALS, FieldKind.CREDENTIAL)).isEmpty();
  }

  @Test
  void fieldsOfWhichNothingIsKnownAreOthers() {
    assertThat(wrong(OTHERS, FieldKind.OTHER)).isEmpty();
  }

  @Test
  void whatIsKnownToSayNothingIsNeutral() {
    assertThat(wrong(NEUTRAL, FieldKind.NEUTRAL)).isEmpty();
  }

  /** A word before or behind a neutral name makes another name of it. */
  @Test
  void onlyTheNameItselfIsNeutral() {
    for (String name : names(NEUTRAL)) {
      if (!name.startsWith("Sec-")) {
        assertThat(FieldKind.of("X-Own-" + name)).as(name).isNotEqualTo(FieldKind.NEUTRAL);
        assertThat(FieldKind.of(name + "-Own")).as(name).isNotEqualTo(FieldKind.NEUTRAL);
      }
    }
  }

  @Test
  void credentialsAmongTheFieldsOfBrowsersAreCredentials() {
    assertThat(FieldKind.of("Sec-Api-Key")).isEqualTo(FieldKind.CREDENTIAL);
    assertThat(FieldKind.of("Sec-Session-Token")).isEqualTo(FieldKind.CREDENTIAL);
  }

  @Test
  void manyInventedNamesLeaveKindsAsTheyAre() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(FieldKind.of("X-Invented-" + i)).isEqualTo(FieldKind.OTHER);
    }

    assertThat(FieldKind.of("X-Late-Token")).isEqualTo(FieldKind.CREDENTIAL);
    assertThat(FieldKind.of("X-REQUEST-id")).isEqualTo(FieldKind.NEUTRAL);
  }
}
