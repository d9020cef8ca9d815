package io.castile.spring.client;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.cache.ResponseCache;
import io.castile.spring.ResponseCacheCustomizer;
import io.castile.spring.cache.CacheProperties;
import io.castile.spring.cache.PolicySource;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** Makes the clients that the properties describe. Thread-safe. */
final class ClientFactory implements DisposableBean {
  private final ClientProperties properties;
  private final ObjectProvider<CacheProperties> cacheProperties;
  private final PolicySource policies;
  private final ObjectProvider<ResponseCache> cache;
  private final ObjectProvider<ResponseCacheCustomizer> cacheCustomizers;
  private final ObjectProvider<SslBundles> bundles;
  private final ObjectProvider<CastileClientCustomizer> customizers;
  private final List<ResponseCache> ownCaches = new CopyOnWriteArrayList<>();

  ClientFactory(
      ClientProperties properties,
      ObjectProvider<CacheProperties> cacheProperties,
      PolicySource policies,
      ObjectProvider<ResponseCache> cache,
      ObjectProvider<ResponseCacheCustomizer> cacheCustomizers,
      ObjectProvider<SslBundles> bundles,
      ObjectProvider<CastileClientCustomizer> customizers) {
    this.properties = properties;
    this.cacheProperties = cacheProperties;
    this.policies = policies;
    this.cache = cache;
    this.cacheCustomizers = cacheCustomizers;
    this.bundles = bundles;
    this.customizers = customizers;
  }

  /**
   * Returns a new client.
   *
   * @throws IllegalStateException if the properties do not say where its service is
   */
  <T> T newClient(String name, Class<T> type) {
    ClientProperties.Client options =
        properties.getClients().getOrDefault(name, new ClientProperties.Client());
    ClientBuilder<T> client = Castile.client(type);
    ifSet(options.getEndpoint(), client::endpoint);
    client.transport(
        t -> {
          ifSet(options.getConnectTimeout(), t::connectTimeout);
          ifSet(options.getReadTimeout(), t::readTimeout);
          ifSet(options.getCallTimeout(), t::callTimeout);
        });
    String prefix = "castile.clients." + name + ".";
    if (options.getUsername() != null) {
      client.basicAuth(options.getUsername(), required(options.getPassword(), prefix + "password"));
    }
    String tokenUser = options.getTokenUsername();
    if (tokenUser != null) {
      String password = required(options.getTokenPassword(), prefix + "token-password");
      client.security(s -> s.usernameToken(tokenUser, password));
    }
    options.getHeaders().forEach(client::header);
    options.getRetrySafe().forEach(operation -> client.retrySafe(operation));
    client.compression(options.isCompression()).validate(options.isValidate());
    ifSet(options.getSsl().getBundle(), bundle -> secure(client, bundle));
    addCache(client, name, options);
    customizers.orderedStream().forEach(each -> each.customize(name, client));
    try {
      return client.build();
    } catch (IllegalStateException e) {
      if (options.getEndpoint() == null) {
        throw new IllegalStateException(
            "Cannot make client '"
                + name
                + "' of "
                + type.getName()
                + ", because it has no address. Set "
                + prefix
                + "endpoint.",
            e);
      }
      throw e;
    }
  }

  private static <V> void ifSet(@Nullable V value, Consumer<V> option) {
    if (value != null) {
      option.accept(value);
    }
  }

  private static String required(@Nullable String value, String property) {
    if (value == null) {
      throw new IllegalStateException(
          "Cannot use a user without a password. Set " + property + ".");
    }
    return value;
  }

  /**
   * A bundle without a key is trust alone, so that the cache need not reckon with a certificate.
   */
  private void secure(ClientBuilder<?> client, String name) {
    SslBundle bundle = bundles.getObject().getBundle(name);
    KeyStore trusted = bundle.getStores().getTrustStore();
    boolean isTrustAlone =
        trusted != null
            && bundle.getStores().getKeyStore() == null
            && bundle.getOptions().getCiphers() == null
            && bundle.getOptions().getEnabledProtocols() == null;
    if (isTrustAlone) {
      client.transport(t -> t.trust(trusted));
    } else {
      client.transport(t -> t.tls(bundle.createSslContext().getSocketFactory()));
    }
  }

  private void addCache(ClientBuilder<?> client, String name, ClientProperties.Client options) {
    CacheProperties known = cacheProperties.getIfAvailable();
    if (known != null && (!known.isEnabled() || known.getExclude().contains(name))) {
      return;
    }
    String location = options.getPolicy();
    if (location == null) {
      cache.ifAvailable(client::cache);
      return;
    }
    ResponseCache.Builder own =
        policies.apply(ResponseCache.builder(), "castile.clients." + name + ".policy", location);
    cacheCustomizers.orderedStream().forEach(each -> each.customize(own));
    ResponseCache ownCache = own.build();
    ownCaches.add(ownCache);
    client.cache(ownCache);
  }

  @Override
  public void destroy() {
    ownCaches.forEach(ResponseCache::close);
  }
}
