package io.castile.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The changes of a configuration that a running gateway does not take over. */
public final class ConfigChanges {
  private final GatewaySettings started;
  private final GatewaySettings wanted;
  private final List<String> found = new ArrayList<>();

  private ConfigChanges(GatewaySettings started, GatewaySettings wanted) {
    this.started = started;
    this.wanted = wanted;
  }

  /**
   * Returns the settings that are others and take effect when the gateway starts again.
   *
   * @param started the configuration with which it was started
   * @param wanted the one that is to hold
   */
  public static List<String> afterRestart(GatewaySettings started, GatewaySettings wanted) {
    return new ConfigChanges(started, wanted).all();
  }

  private List<String> all() {
    compareListeners();
    compare(
        "policy",
        List.of(started.policyOfStore(), String.valueOf(started.policy())),
        List.of(wanted.policyOfStore(), String.valueOf(wanted.policy())));
    compare("cacheBytes", started.cacheBytes(), wanted.cacheBytes());
    compare("cacheFile", started.cacheFile(), wanted.cacheFile());
    compare("store", started.store(), wanted.store());
    compare("storeKeyFile", started.storeKeyFile(), wanted.storeKeyFile());
    compare(
        "limits.inspectedBytes",
        started.limits().inspectedBytes(),
        wanted.limits().inspectedBytes());
    compare("accessLog", started.accessLog(), wanted.accessLog());
    compare("observe", started.observe(), wanted.observe());
    compare("admin", started.admin(), wanted.admin());
    compare("warmUp", started.warmUp(), wanted.warmUp());
    return List.copyOf(found);
  }

  /** Names what is another of the one listener, or that of several something is. */
  private void compareListeners() {
    if (started.listeners().size() != 1 || wanted.listeners().size() != 1) {
      compare("listeners", started.listeners(), wanted.listeners());
      return;
    }
    ListenerConfig one = started.listeners().get(0);
    ListenerConfig other = wanted.listeners().get(0);
    compare("listen", one.address(), other.address());
    compare("tls", one.tls(), other.tls());
    compare("http2", one.http2(), other.http2());
    compare("proxyProtocol", one.proxyProtocol(), other.proxyProtocol());
  }

  private void compare(String name, @Nullable Object one, @Nullable Object other) {
    if (!Objects.equals(one, other)) {
      found.add(name);
    }
  }
}
