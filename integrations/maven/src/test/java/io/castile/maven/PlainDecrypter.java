package io.castile.maven;

import java.util.List;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;

/** Has passwords as they are. */
final class PlainDecrypter implements SettingsDecrypter {
  @Override
  public SettingsDecryptionResult decrypt(SettingsDecryptionRequest request) {
    return new SettingsDecryptionResult() {
      @Override
      public Server getServer() {
        return getServers().get(0);
      }

      @Override
      public List<Server> getServers() {
        return request.getServers();
      }

      @Override
      public Proxy getProxy() {
        return getProxies().get(0);
      }

      @Override
      public List<Proxy> getProxies() {
        return request.getProxies();
      }

      @Override
      public List<SettingsProblem> getProblems() {
        return List.of();
      }
    };
  }
}
