package io.castile.bench.calls;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.SoapServer;
import io.castile.bench.harness.ChildJvm;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.demo.Peer;
import io.castile.demo.portal.Portal;
import io.castile.template.Templates;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.URLConnectionHTTPConduit;

/** A client and its server in the suite {@code calls}, each in a process of its own. */
public enum LoopbackRow {
  /** As it comes: templates, and reading by difference. */
  CASTILE("Castile"),
  /** Every message is written and read whole. */
  CASTILE_PLAIN("Castile, templates off"),
  /** As it comes: its client is that of {@code java.net.http}. */
  CXF("Apache CXF"),
  CXF_URL("Apache CXF, HttpURLConnection"),
  CXF_CODECS("Apache CXF, Castile's codecs"),
  CXF_CODECS_PLAIN("Apache CXF, Castile's codecs, templates off"),
  METRO("Metro"),
  RMI("Java RMI"),
  GRPC("gRPC"),
  GRPC_DIRECT("gRPC, direct executor"),
  /** What no stack can be faster than. */
  SOCKET("bare socket"),
  CASTILE_APACHE("Castile by Apache HttpClient 5"),
  CASTILE_JETTY("Castile by Jetty's client"),
  CASTILE_JDK("Castile by java.net.http");

  /** Where the portal is. */
  public static final String PATH = "/portal";

  private static final String BUNDLE = "webservices-";

  /** What is asked of another JVM that shall use it. */
  private static final List<String> URL_OPTIONS =
      List.of("-Dorg.apache.cxf.transport.http.forceURLConnection=true");

  private final String label;

  LoopbackRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** The stacks. */
  static List<LoopbackRow> stacks() {
    return Stream.of(values()).filter(row -> !row.isOtherTransport()).toList();
  }

  /** Castile by its own transport, and by the others. */
  static List<LoopbackRow> transports() {
    return Stream.of(values()).filter(row -> row == CASTILE || row.isOtherTransport()).toList();
  }

  /** Whether messages go by a foreign HTTP client. */
  boolean isOtherTransport() {
    return this == CASTILE_APACHE || this == CASTILE_JETTY || this == CASTILE_JDK;
  }

  /** What a client's JVM has to be told. */
  public List<String> clientOptions() {
    return this == CXF_URL ? URL_OPTIONS : List.of();
  }

  /**
   * The class path of its JVMs: Metro is there without the bundle that it is part of, whose other
   * parts would be asked in each call. In this JVM, where that comes first, it is part of it.
   */
  public String classPath() {
    if (this != METRO) {
      return ChildJvm.ownClassPath();
    }
    return Stream.of(ChildJvm.ownClassPath().split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(BUNDLE))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Starts the server in this JVM. */
  CallRow.Served serve(Portal service, CallSizes sizes) throws Exception {
    return switch (this) {
      case CXF, CXF_URL -> {
        Peer.Running running = Peer.cxfServer(service, PATH, 0);
        yield new CallRow.Served(running.url(), running);
      }
      case CXF_CODECS, CXF_CODECS_PLAIN -> {
        Peer.Running running =
            Peer.cxfServer(service, PATH, 0, factory -> factory.setDataBinding(binding()));
        yield new CallRow.Served(running.url(), running);
      }
      case METRO -> MetroServer.publish(service, PATH);
      case RMI -> RmiPortal.publish(service);
      case GRPC -> GrpcPortal.serve(service, false);
      case GRPC_DIRECT -> GrpcPortal.serve(service, true);
      case SOCKET -> SocketEcho.serve(sizes);
      default -> {
        var builder = Castile.server().publish(PATH, service);
        if (this == CASTILE_PLAIN) {
          builder.templates(Templates.off());
        }
        SoapServer server = builder.start();
        yield new CallRow.Served(server.url(PATH), server);
      }
    };
  }

  /**
   * Opens a client in this JVM, which has been given the {@link #clientOptions}.
   *
   * @param address that of the server
   */
  CallEnd open(String address, CallSizes sizes) throws Exception {
    return switch (this) {
      case CXF -> end(Peer.cxfClient(address));
      case CXF_URL -> end(checked(Peer.cxfClient(address)));
      case CXF_CODECS, CXF_CODECS_PLAIN ->
          end(Peer.cxfClient(address, factory -> factory.setDataBinding(binding())));
      case METRO -> end(Peer.metroClient(address));
      case RMI -> RmiPortal.of(address);
      case GRPC -> GrpcPortal.of(address, false);
      case GRPC_DIRECT -> GrpcPortal.of(address, true);
      case SOCKET -> SocketEcho.of(address, sizes);
      default -> {
        Portal portal = castile(address);
        yield new PortalEnd(portal, (AutoCloseable) portal);
      }
    };
  }

  private CastileJAXBDataBinding binding() {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();
    if (this == CXF_CODECS_PLAIN) {
      binding.setTemplates(Templates.off());
    }
    return binding;
  }

  /** CXF looks at the option once in the life of a JVM. */
  private static Peer.Calling checked(Peer.Calling client) throws IOException {
    // The class exactly: the conduit of java.net.http is one of its subclasses.
    if (ClientProxy.getClient(client.portal()).getConduit().getClass()
        == URLConnectionHTTPConduit.class) {
      return client;
    }
    client.close();
    throw new IllegalStateException("this JVM was started without " + URL_OPTIONS);
  }

  private static CallEnd end(Peer.Calling client) {
    return new PortalEnd(client.portal(), client);
  }

  private Portal castile(String address) {
    ClientBuilder<Portal> builder = Castile.client(Portal.class).endpoint(address);
    switch (this) {
      case CASTILE_PLAIN -> builder.templates(Templates.off());
      case CASTILE_APACHE -> builder.transport(new ApacheTransport());
      case CASTILE_JETTY -> builder.transport(new JettyTransport());
      case CASTILE_JDK -> builder.transport(new JdkTransport());
      default -> {
        // As it comes.
      }
    }
    return builder.build();
  }
}
