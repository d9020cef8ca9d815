package io.castile.axis2;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;

/** Reads the parameter that has the policy. */
final class PolicyParameter {
  private PolicyParameter() {}

  /**
   * Makes the cache that a parameter asks for.
   *
   * @param where the description that has the parameter
   * @throws AxisFault if it has no policy; says what, where, what was expected and found
   */
  static ResponseCache read(Parameter parameter, AxisDescription where) throws AxisFault {
    Object value = parameter.getValue();
    if (value instanceof ResponseCache cache) {
      return cache;
    }
    if (value instanceof CachePolicy policy) {
      return ResponseCache.of(policy);
    }
    String place = "parameter " + CastileModule.POLICY + " of " + name(where);
    if (!(value instanceof String text) || text.isBlank()) {
      String found = value instanceof String ? "an empty text" : String.valueOf(value);
      throw new AxisFault(
          place + ": expected the path of a file with a cache policy, or a policy, found " + found);
    }
    try {
      return isPolicy(text)
          ? ResponseCache.of(CachePolicy.parse(place, text))
          : ResponseCache.builder().policyFile(file(text.strip(), where, place)).build();
    } catch (PolicyException e) {
      String message = String.valueOf(e.getMessage());
      throw new AxisFault(message.startsWith(place) ? message : place + ": " + message, e);
    } catch (IOException e) {
      throw new AxisFault(place + ": the file " + text.strip() + " cannot be read: " + e, e);
    }
  }

  /** A policy is a mapping, of several lines or in braces; a path is neither. */
  private static boolean isPolicy(String text) {
    String stripped = text.strip();
    return stripped.startsWith("{") || stripped.startsWith("rules:") || stripped.contains("\n");
  }

  private static Path file(String path, AxisDescription where, String place) throws AxisFault {
    Path file;
    try {
      URL repository = where.getAxisConfiguration().getRepository();
      file =
          repository != null && "file".equals(repository.getProtocol())
              ? Path.of(repository.toURI()).resolve(path)
              : Path.of(path).toAbsolutePath();
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new AxisFault(
          place
              + ": expected the path of a file, or a policy that begins with 'rules:', found "
              + e,
          e);
    }
    if (!Files.isRegularFile(file)) {
      throw new AxisFault(
          place
              + ": expected the path of a file, or a policy that begins with 'rules:', found '"
              + path
              + "', and there is no file "
              + file);
    }
    return file;
  }

  private static String name(AxisDescription where) {
    if (where instanceof AxisService service) {
      return "service " + service.getName();
    }
    if (where instanceof AxisServiceGroup group) {
      return "service group " + group.getServiceGroupName();
    }
    return where instanceof AxisConfiguration
        ? "the configuration of Axis2"
        : "operation " + where.getKey();
  }
}
