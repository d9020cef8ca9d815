package io.castile.spring.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Clients of services, by their names. */
@ConfigurationProperties("castile")
public class ClientProperties {
  /** The clients, by name, which is that of the bean too. */
  private Map<String, Client> clients = new LinkedHashMap<>();

  public Map<String, Client> getClients() {
    return clients;
  }

  public void setClients(Map<String, Client> clients) {
    this.clients = clients;
  }

  /** The options of a client; what is null is as Castile's own clients have it. */
  public static class Client {
    /** The interface of the service, with WebService; not for those with CastileClient. */
    private @Nullable Class<?> type;

    /** The address of the service. */
    private @Nullable String endpoint;

    /** How long connecting may take. */
    private @Nullable Duration connectTimeout;

    /** How long the service may be silent. */
    private @Nullable Duration readTimeout;

    /** How long a whole call may take. */
    private @Nullable Duration callTimeout;

    /** The user, by Basic authentication. */
    private @Nullable String username;

    /** The user's password. */
    private @Nullable String password;

    /** The user of a WS-Security username token. */
    private @Nullable String tokenUsername;

    /** The password in a WS-Security username token. */
    private @Nullable String tokenPassword;

    /** Where the policy of a cache of the client's own is; else it shares the application's. */
    private @Nullable String policy;

    /** Header fields of every request. */
    private Map<String, String> headers = new LinkedHashMap<>();

    /** Operations that may be sent twice for one call, as they only read. */
    private List<String> retrySafe = new ArrayList<>();

    /** Whether answers may come compressed. */
    private boolean compression;

    /** Whether answers are held to the schema of the WSDL. */
    private boolean validate;

    private final Ssl ssl = new Ssl();

    /** Null where the client is that of an interface with CastileClient. */
    public @Nullable Class<?> getType() {
      return type;
    }

    public void setType(@Nullable Class<?> type) {
      this.type = type;
    }

    public @Nullable String getEndpoint() {
      return endpoint;
    }

    public void setEndpoint(@Nullable String endpoint) {
      this.endpoint = endpoint;
    }

    public @Nullable Duration getConnectTimeout() {
      return connectTimeout;
    }

    public void setConnectTimeout(@Nullable Duration connectTimeout) {
      this.connectTimeout = connectTimeout;
    }

    public @Nullable Duration getReadTimeout() {
      return readTimeout;
    }

    public void setReadTimeout(@Nullable Duration readTimeout) {
      this.readTimeout = readTimeout;
    }

    public @Nullable Duration getCallTimeout() {
      return callTimeout;
    }

    public void setCallTimeout(@Nullable Duration callTimeout) {
      this.callTimeout = callTimeout;
    }

    public @Nullable String getUsername() {
      return username;
    }

    public void setUsername(@Nullable String username) {
      this.username = username;
    }

    public @Nullable String getPassword() {
      return password;
    }

    public void setPassword(@Nullable String password) {
      this.password = password;
    }

    public @Nullable String getTokenUsername() {
      return tokenUsername;
    }

    public void setTokenUsername(@Nullable String tokenUsername) {
      this.tokenUsername = tokenUsername;
    }

    public @Nullable String getTokenPassword() {
      return tokenPassword;
    }

    public void setTokenPassword(@Nullable String tokenPassword) {
      this.tokenPassword = tokenPassword;
    }

    public @Nullable String getPolicy() {
      return policy;
    }

    public void setPolicy(@Nullable String policy) {
      this.policy = policy;
    }

    public Map<String, String> getHeaders() {
      return headers;
    }

    public void setHeaders(Map<String, String> headers) {
      this.headers = headers;
    }

    public List<String> getRetrySafe() {
      return retrySafe;
    }

    public void setRetrySafe(List<String> retrySafe) {
      this.retrySafe = retrySafe;
    }

    public boolean isCompression() {
      return compression;
    }

    public void setCompression(boolean compression) {
      this.compression = compression;
    }

    public boolean isValidate() {
      return validate;
    }

    public void setValidate(boolean validate) {
      this.validate = validate;
    }

    public Ssl getSsl() {
      return ssl;
    }
  }

  /** How a client speaks TLS. */
  public static class Ssl {
    /** The name of a bundle of spring.ssl.bundle. */
    private @Nullable String bundle;

    /** Null for what the platform trusts, and no certificate. */
    public @Nullable String getBundle() {
      return bundle;
    }

    public void setBundle(@Nullable String bundle) {
      this.bundle = bundle;
    }
  }
}
