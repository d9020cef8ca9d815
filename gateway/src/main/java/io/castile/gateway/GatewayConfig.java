package io.castile.gateway;

import io.castile.cache.policy.PolicyException;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.internal.Configs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a {@link Gateway}: of a file or a text in YAML, with changes by a builder.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * GatewayConfig config =
 *     GatewayConfig.load(Path.of("gateway.yaml")).toBuilder().listen("127.0.0.1", 0).build();
 * }</pre>
 */
public final class GatewayConfig {
  static {
    Configs.SETTINGS.readBy(config -> config.settings);
  }

  private final GatewaySettings settings;

  private GatewayConfig(GatewaySettings settings) {
    this.settings = settings;
  }

  /**
   * Reads a configuration file. Files that it names are relative to its folder.
   *
   * @throws PolicyException if it is not one, with line and column
   * @throws IOException if it cannot be read
   */
  public static GatewayConfig load(Path file) throws IOException {
    return new GatewayConfig(GatewaySettings.load(file));
  }

  /**
   * Reads a configuration.
   *
   * @param source the name in messages, as of a file
   * @param yaml UTF-8
   * @param folder of the files that it names
   * @throws PolicyException if it is no configuration, with line and column: the first error
   */
  public static GatewayConfig parse(String source, byte[] yaml, Path folder) {
    return new GatewayConfig(GatewaySettings.parse(source, yaml, folder));
  }

  /** Returns a builder; it needs the address of the gateway and an origin. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the values of this configuration. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.settings = settings;
    return builder;
  }

  /** Returns the settings of the configuration. */
  GatewaySettings settings() {
    return settings;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GatewayConfig config && settings.equals(config.settings);
  }

  @Override
  public int hashCode() {
    return settings.hashCode();
  }

  @Override
  public String toString() {
    return settings.toString();
  }

  /** Builds configurations. Not thread-safe. */
  public static final class Builder {
    static {
      Configs.CONFIGS.readBy(builder -> GatewayConfig::new);
    }

    private @Nullable GatewaySettings settings; // null before both of the two below are known
    private @Nullable ListenAddress listen;
    private @Nullable URI origin;

    private Builder() {}

    /**
     * Sets the address at which the gateway listens.
     *
     * @param port 0 for a free one
     * @throws IllegalArgumentException if the configuration has several listeners
     */
    public Builder listen(String host, int port) {
      ListenAddress address = new ListenAddress(host, port);
      if (settings == null) {
        listen = address;
      } else {
        settings = settings.withListen(address);
      }
      return this;
    }

    /**
     * Sets the origin to which all requests go, in place of the routes of the configuration.
     *
     * @param address of {@code http} or {@code https}
     */
    public Builder origin(URI address) {
      Objects.requireNonNull(address, "address");
      if (settings == null) {
        origin = address;
      } else {
        settings = settings.withRoutes(List.of(RouteConfig.of(address)));
      }
      return this;
    }

    /** Sets the file of the cache policy; null for none, so that nothing is cached. */
    public Builder policy(@Nullable Path file) {
      settings = settings().withPolicy(file);
      return this;
    }

    /** Sets whether calls are recorded, by digests, so that a policy can be advised. */
    public Builder observe(boolean enabled) {
      settings = settings().withObserve(enabled);
      return this;
    }

    /** Sets whether clients are answered over the differential link if they offer it. */
    public Builder link(boolean enabled) {
      settings = settings().withLink(enabled);
      return this;
    }

    /** Sets whether made-up requests are answered before the gateway is ready. */
    public Builder warmUp(boolean enabled) {
      settings = settings().withWarmUp(enabled);
      return this;
    }

    /**
     * Sets the address of the listener for console, API and metrics, whose tokens, TLS and audit
     * log stay.
     *
     * @param port 0 for a free one
     */
    public Builder admin(String host, int port) {
      ListenAddress address = new ListenAddress(host, port);
      AdminConfig known = settings().admin();
      settings =
          settings()
              .withAdmin(
                  known == null
                      ? new AdminConfig(address, null, null, List.of())
                      : known.withListen(address, null));
      return this;
    }

    /** The settings so far, which begin when an address and an origin are known. */
    private GatewaySettings settings() {
      if (settings == null) {
        if (listen == null || origin == null) {
          throw new IllegalStateException(
              "Cannot configure a gateway, because its address or its origin is missing. Call"
                  + " listen(host, port) and origin(address) first.");
        }
        settings = GatewaySettings.of(listen, origin);
      }
      return settings;
    }

    /**
     * Returns the configuration.
     *
     * @throws IllegalStateException if there is no address or no origin
     */
    public GatewayConfig build() {
      return new GatewayConfig(settings());
    }
  }
}
