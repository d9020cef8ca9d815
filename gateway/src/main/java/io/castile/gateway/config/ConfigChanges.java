package io.castile.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of another configuration a gateway that runs does not take over. */
public final class ConfigChanges {
  private final GatewayConfig started;
  private final GatewayConfig wanted;
  private final List<String> found = new ArrayList<>();

  private ConfigChanges(GatewayConfig started, GatewayConfig wanted) {
    this.started = started;
    this.wanted = wanted;
  }

  /**
   * Returns the settings that are others and take effect when the gateway starts again.
   *
   * @param started the configuration with which it was started
   * @param wanted the one that is to hold
   */
  public static List<String> afterRestart(GatewayConfig started, GatewayConfig wanted) {
    return new ConfigChanges(started, wanted).all();
  }

  private List<String> all() {
    compare("listen", started.listen(), wanted.listen());
    compare("tls", started.tls(), wanted.tls());
    compare(
        "policy",
        List.of(started.policyOfStore(), String.valueOf(started.policy())),
        List.of(wanted.policyOfStore(), String.valueOf(wanted.policy())));
    compare("cacheBytes", started.cacheBytes(), wanted.cacheBytes());
    compare("store", started.store(), wanted.store());
    compare("storeKeyFile", started.storeKeyFile(), wanted.storeKeyFile());
    compare(
        "limits.inspectedBytes",
        started.limits().inspectedBytes(),
        wanted.limits().inspectedBytes());
    compare("accessLog", started.accessLog(), wanted.accessLog());
    compare("observe", started.observe(), wanted.observe());
    compare("admin", started.admin(), wanted.admin());
    compare("http2", started.http2(), wanted.http2());
    compare("proxyProtocol", started.proxyProtocol(), wanted.proxyProtocol());
    compare("warmUp", started.warmUp(), wanted.warmUp());
    return List.copyOf(found);
  }

  private void compare(String name, @Nullable Object one, @Nullable Object other) {
    if (!Objects.equals(one, other)) {
      found.add(name);
    }
  }
}
