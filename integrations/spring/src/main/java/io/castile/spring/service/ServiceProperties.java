package io.castile.spring.service;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Where the services among the beans are served. */
@ConfigurationProperties("castile.services")
public class ServiceProperties {
  /** Whether they are served by Castile; by default unless a bus of Apache CXF is a bean. */
  private boolean enabled = true;

  /** The path of all services on the application's web server. */
  private String path = "/services";

  /** The path of a service below that, by the name of its bean. */
  private Map<String, String> paths = new LinkedHashMap<>();

  /** Whether messages are held to the schema of the service's WSDL. */
  private boolean validate;

  /**
   * Whether requests in another version of SOAP than a service's own are refused: all, or none. By
   * default a service for SOAP 1.1 refuses SOAP 1.2, and one for SOAP 1.2 reads both.
   */
  private @Nullable Boolean sameVersion;

  public boolean isEnabled() {
    return enabled;
  }

  public void setEnabled(boolean enabled) {
    this.enabled = enabled;
  }

  public String getPath() {
    return path;
  }

  public void setPath(String path) {
    this.path = path;
  }

  public Map<String, String> getPaths() {
    return paths;
  }

  public void setPaths(Map<String, String> paths) {
    this.paths = paths;
  }

  public boolean isValidate() {
    return validate;
  }

  public void setValidate(boolean validate) {
    this.validate = validate;
  }

  public @Nullable Boolean getSameVersion() {
    return sameVersion;
  }

  public void setSameVersion(@Nullable Boolean sameVersion) {
    this.sameVersion = sameVersion;
  }
}
