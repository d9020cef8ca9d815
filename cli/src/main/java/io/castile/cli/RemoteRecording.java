package io.castile.cli;

import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.document.internal.RemoteDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Fetches recordings from processes that record. */
final class RemoteRecording {
  private static final int MAX_BYTES = 256 << 20;

  private final AccessOptions access;
  private final CommandSpec spec;

  RemoteRecording(AccessOptions access, CommandSpec spec) {
    this.access = access;
    this.spec = spec;
  }

  /**
   * Opens a recording; other servers are not followed to, so that the token goes nowhere else.
   *
   * @param token null for none
   * @throws ParameterException if the URL is none, the token would be sent in clear to another
   *     machine, or there are a token and a user
   * @throws IOException if it does not come; says why, and which option may help
   */
  InputStream open(String url, @Nullable String token) throws IOException {
    DocumentLimits all = DocumentLimits.DEFAULT;
    DocumentLimits limits =
        new DocumentLimits(
            MAX_BYTES,
            MAX_BYTES,
            all.documents(),
            all.elements(),
            all.depth(),
            access.patience(spec));
    try {
      URI address = Locations.of(url);
      FetchOptions options = access.fetch(false, spec);
      if (token != null) {
        check(address);
        options = options.withHeader("Authorization", "Bearer " + token);
      }
      return new ByteArrayInputStream(RemoteDocument.fetch(address, options, limits));
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()), e);
    }
  }

  private void check(URI address) throws IOException {
    if (access.hasUser() || Locations.userInfo(address) != null) {
      throw usage("expected --token-file or a user, not both", null);
    }
    if (address.getScheme().equals("http")
        && !InetAddress.getByName(address.getHost()).isLoopbackAddress()) {
      throw usage("expected https for a token, found " + address, null);
    }
  }

  private ParameterException usage(String message, @Nullable Throwable cause) {
    return new ParameterException(spec.commandLine(), "castile: " + message, cause);
  }
}
