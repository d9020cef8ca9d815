package io.castile.cli;

import io.castile.bridge.DescribedService;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.KnownReads;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.RecordingFormatException;
import io.castile.cache.observe.internal.AdviceTree;
import io.castile.cache.observe.internal.OperationText;
import io.castile.wsdl.Description;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.Locations;
import io.castile.wsdl.document.internal.RemoteDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile advise}. */
@Command(
    name = "advise",
    description =
        "Prints a policy for calls that were recorded: which operations repeat, for how long their"
            + " answers are good, by what their requests differ, and what a cache would have saved,"
            + " found by replaying the calls. Nothing is enabled by it. Exit code 0: printed; 1: it"
            + " is no recording; 2: there is no such file.")
final class AdviseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE|URL", description = "The recording: a file, or a URL.")
  private String location = "";

  @Option(
      names = "--stale-risk",
      paramLabel = "PERCENT",
      description = "How many of the answers from the cache may be stale; 2 by default.")
  private double staleRisk = 100 * Advice.DEFAULT_STALE_RISK;

  @Option(
      names = "--reads",
      paramLabel = "NAME",
      split = ",",
      description =
          "Operations that only read, whatever they are called, with * and ?; may be given more"
              + " than once. Others are cached only if their names say that they read.")
  private List<String> reads = List.of();

  @Option(
      names = "--wsdl",
      paramLabel = "FILE|URL",
      description =
          "Believe what this WSDL says of operations: documentation, a binding to GET. Comments have"
              + " their types and the first sentence of their documentation.")
  private @Nullable String wsdl;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write the policy to this file, not to standard output.")
  private @Nullable Path output;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Send the token in this file to the URL, as Bearer authentication.")
  private @Nullable Path tokenFile;

  @Mixin private AccessOptions access = new AccessOptions();

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    if (!(staleRisk > 0 && staleRisk < 100)) {
      throw new ParameterException(
          spec.commandLine(),
          "castile: expected a number between 0 and 100, found " + staleRisk + " (--stale-risk)");
    }
    if (output != null) {
      Failures.checkWritable(spec.commandLine(), output);
    }
    Description description = wsdl == null ? null : description(wsdl);
    KnownReads known = known(description);
    Map<QName, OperationText> texts = description == null ? Map.of() : texts(description);
    Recording recording;
    try (InputStream in = open()) {
      recording = Recording.read(in);
    } catch (RecordingFormatException e) {
      throw new IOException(Locations.shown(location) + ": " + e.getMessage(), e);
    }
    Advice advice = Advice.of(recording, staleRisk / 100, known);
    String yaml =
        advice.yaml(
            operation -> {
              OperationText text = texts.get(operation);
              return text == null ? List.of() : text.lines();
            });
    if (output != null) {
      Files.writeString(output, yaml);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(AdviceTree.of(advice, recording, texts), out);
    } else if (output == null) {
      out.print(yaml);
    }
    out.flush();
    return 0;
  }

  /** What is known of operations beside their names. */
  private KnownReads known(@Nullable Description description) {
    KnownReads known;
    try {
      known = KnownReads.of(reads);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "castile: " + e.getMessage() + " (--reads)", e);
    }
    return description == null ? known : Cacheability.reads(description, known);
  }

  private Description description(String named) throws DocumentException {
    return WsdlCommand.read(WsdlOptions.of(named, accessOfWsdl(named)), true, spec);
  }

  /** Returns what a WSDL says of operations, by all of their names. */
  private static Map<QName, OperationText> texts(Description description) {
    Map<QName, OperationText> texts = new HashMap<>();
    for (DescribedService service : DescribedService.of(description)) {
      for (QName each : service.names()) {
        DescribedService.Operation operation = service.operation(each);
        texts.putIfAbsent(
            each,
            new OperationText(operation.name(), service.signature(each), operation.summary()));
      }
    }
    return texts;
  }

  /** Users and keys are for the server of the recording, where there is one. */
  private AccessOptions accessOfWsdl(String named) {
    try {
      boolean isOther =
          isRemote() && !Locations.isSameServer(Locations.of(location), Locations.of(named));
      return isOther ? access.withoutCredentials() : access;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: " + e.getMessage(), e);
    }
  }

  private boolean isRemote() {
    return location.startsWith("http://") || location.startsWith("https://");
  }

  private InputStream open() throws IOException {
    if (isRemote()) {
      return new RemoteRecording(access, spec).open(location, token());
    }
    try {
      Path file = Path.of(location);
      try {
        if (!Files.isDirectory(file)) {
          return Files.newInputStream(file);
        }
        throw new IOException("expected a file");
      } catch (IOException e) {
        throw Failures.unreadable(spec.commandLine(), file, e);
      }
    } catch (InvalidPathException e) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected a file at " + location + ", found none", e);
    }
  }

  private @Nullable String token() {
    if (tokenFile == null) {
      return null;
    }
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), tokenFile, e);
    }
  }

  /** Fetches recordings from processes that record. */
  private static final class RemoteRecording {
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
}
