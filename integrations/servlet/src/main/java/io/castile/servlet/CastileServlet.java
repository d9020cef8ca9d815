package io.castile.servlet;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.SoapMount;
import io.castile.internal.Ends;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Serves SOAP services in a container of Jakarta Servlet 6, under any context path and mapping.
 * Either made with what it is to serve,
 *
 * <pre>{@code
 * context.addServlet("soap", new CastileServlet(Castile.server().publish("/shop", new Shop())))
 *     .addMapping("/soap/*");
 * }</pre>
 *
 * or a class of its own, for {@code web.xml} and annotations:
 *
 * <pre>{@code
 * @WebServlet("/soap/*")
 * public class ShopServlet extends CastileServlet {
 *   @Override
 *   protected void configure(ServerBuilder server) {
 *     server.publish("/shop", new Shop());
 *   }
 * }
 * }</pre>
 *
 * <p>The parameter {@value #SAME_VERSION} of the servlet's configuration, {@code true} or {@code
 * false}, stands for {@link ServerBuilder#sameVersion}; what the builder is told in {@link
 * #configure} goes before it.
 *
 * <p>Services are found below a mapping that ends with {@code /*}; by other mappings with the path
 * in the context. When the container destroys the servlet, it refuses requests with status 503,
 * waits for those under way as {@link io.castile.soap.http.HttpServerOptions#drain} says, and
 * closes the services.
 *
 * <p>In {@code WebServiceContext}, services find the user that the container has authenticated, or
 * that has shown a certificate, with the user's roles; and in its message context the servlet's
 * context, request and response. Thread-safe once initialised.
 */
public class CastileServlet extends HttpServlet {
  /** The parameter that says whether requests in another version of SOAP are refused. */
  public static final String SAME_VERSION = "sameVersion";

  private static final long serialVersionUID = 1L;

  /** Null for a new one each time that the servlet is initialised. */
  private final transient @Nullable ServerBuilder server;

  private transient @Nullable SoapMount mount;

  /** Constructs a servlet whose class overrides {@link #configure}. */
  protected CastileServlet() {
    this.server = null;
  }

  /**
   * Makes a servlet that is ready to be registered.
   *
   * @param server what it serves and how; without host, port and TLS, which are the container's
   */
  public CastileServlet(ServerBuilder server) {
    this.server = Objects.requireNonNull(server, "server");
  }

  /**
   * Configures the services and their options when the servlet is initialised; the parameters of
   * its configuration can be read. Does nothing here.
   *
   * @throws ServletException if that cannot be; the servlet then does not start
   * @throws IOException if a file cannot be read, as that of a policy; the servlet does not start
   */
  protected void configure(ServerBuilder server) throws ServletException, IOException {}

  /**
   * Starts the services. A method that overrides this one has to call it.
   *
   * @throws ServletException if {@link #configure} fails, or a parameter has a wrong value
   * @throws IllegalStateException if nothing is published
   */
  @Override
  public void init() throws ServletException {
    ServerBuilder builder = server == null ? Castile.server() : server;
    String sameVersion = getServletConfig() == null ? null : getInitParameter(SAME_VERSION);
    if (sameVersion != null) {
      builder.sameVersion(isTrue(SAME_VERSION, sameVersion));
    }
    try {
      configure(builder);
    } catch (IOException e) {
      throw new ServletException(
          "Cannot configure servlet " + getServletName() + ": " + e.getMessage(), e);
    }
    mount = builder.mount();
  }

  private boolean isTrue(String parameter, String value) throws ServletException {
    return switch (value.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new ServletException(
              "servlet "
                  + getServletName()
                  + ", parameter "
                  + parameter
                  + ": expected true or false, found '"
                  + value
                  + "'");
    };
  }

  /** Returns the mounted services, once the servlet is initialised; null before. */
  protected final @Nullable SoapMount mount() {
    return mount;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SoapMount initialised = Objects.requireNonNull(mount, "not initialised");
    Ends.serve(initialised, new ServletExchange(request, response));
  }

  /** Refuses requests, waits for those under way, and closes the services. */
  @Override
  public void destroy() {
    if (mount != null) {
      mount.close();
    }
  }
}
