package io.castile.gateway.internal;

import io.castile.gateway.GatewayConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.xml.internal.HiddenPart;
import java.util.function.Function;

/** The settings behind the configurations that applications name. */
public final class Configs {
  /** Reads the settings of a configuration. */
  public static final HiddenPart<GatewayConfig, GatewaySettings> SETTINGS = new HiddenPart<>();

  /** Makes configurations of settings. */
  public static final HiddenPart<GatewayConfig.Builder, Function<GatewaySettings, GatewayConfig>>
      CONFIGS = new HiddenPart<>();

  private Configs() {}

  /** Returns the settings of a configuration. */
  public static GatewaySettings settings(GatewayConfig config) {
    return SETTINGS.of(config);
  }

  /** Returns the configuration of settings. */
  public static GatewayConfig of(GatewaySettings settings) {
    return CONFIGS.of(GatewayConfig.builder()).apply(settings);
  }
}
