package io.castile.interop.axis1;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.axis.wsdl.toJava.Emitter;

/** A service that Axis 1.4 makes of a description: its beans, its deployment, its server. */
final class AxisSkeleton implements AutoCloseable {
  private static final Pattern METHOD =
      Pattern.compile(
          "public (\\S+) (\\w+)\\(([^)]*)\\) throws java.rmi.RemoteException([^{]*)\\{"
              + "(?:\\s*return [^;]+;)?");
  private static final Pattern SERVICE = Pattern.compile("<service name=\"([^\"]+)\"");
  private static final String CONFIGURATION =
      "<transport name='SimpleHTTP'><requestFlow><handler"
          + " type='java:org.apache.axis.handlers.http.URLMapper'/></requestFlow></transport>";

  private final URLClassLoader loader;
  private final OwnEngineServer server;
  private final String service;
  private final Class<?> implementation;

  /**
   * @param folder for what is generated
   * @param behaviour what is called; it is given no method, but the arguments behind the
   *     operation's name
   */
  AxisSkeleton(Path wsdl, Path folder, InvocationHandler behaviour) throws Exception {
    Emitter emitter = new Emitter();
    emitter.setOutputDir(folder.toString());
    emitter.setServerSide(true);
    emitter.run(wsdl.toUri().toString());
    Path source = find(folder, "Impl.java");
    Files.writeString(source, delegating(Files.readString(source)));
    loader = JavaFolder.compiled(folder);
    String name = folder.relativize(source).toString().replace('/', '.');
    this.implementation = loader.loadClass(name.substring(0, name.length() - ".java".length()));
    this.implementation.getField("behaviour").set(null, behaviour);
    String deployment = Files.readString(find(folder, "/deploy.wsdd"));
    Matcher named = SERVICE.matcher(deployment);
    if (!named.find()) {
      throw new AssertionError("no service in " + deployment);
    }
    service = named.group(1);
    int end = deployment.lastIndexOf("</deployment>");
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader); // which its threads inherit
    try {
      server =
          new OwnEngineServer(
              deployment.substring(0, end) + CONFIGURATION + deployment.substring(end));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static Path find(Path folder, String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  /** The empty implementation that Axis writes, with bodies that ask the behaviour. */
  private static String delegating(String source) {
    String body =
        METHOD.matcher(source).replaceAll(found -> Matcher.quoteReplacement(method(found)));
    int start = body.indexOf('{') + 1;
    return body.substring(0, start)
        + " public static java.lang.reflect.InvocationHandler behaviour;"
        + body.substring(start);
  }

  private static String method(MatchResult found) {
    String returned = found.group(1);
    String asked =
        "behaviour.invoke(\""
            + found.group(2)
            + "\", null, new Object[] {"
            + found.group(3).replaceAll("[^\\s,]+ (\\w+)", "$1")
            + "});";
    return "public "
        + returned
        + " "
        + found.group(2)
        + "("
        + found.group(3)
        + ") throws java.rmi.RemoteException"
        + found.group(4)
        + "{ try { "
        + (returned.equals("void") ? asked : "return (" + returned + ") " + asked)
        + " } catch (java.rmi.RemoteException e) { throw e; } catch (Throwable e) {"
        + " throw new java.rmi.RemoteException(e.toString(), e); }";
  }

  /** The class of what an operation returns. */
  Class<?> returned(String operation) {
    for (Method method : implementation.getMethods()) {
      if (method.getName().equalsIgnoreCase(operation)) {
        return method.getReturnType();
      }
    }
    throw new AssertionError("no operation " + operation);
  }

  String url() {
    return server.url(service);
  }

  @Override
  public void close() throws IOException {
    server.close();
    loader.close();
  }
}
