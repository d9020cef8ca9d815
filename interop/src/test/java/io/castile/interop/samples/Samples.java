package io.castile.interop.samples;

import jakarta.xml.ws.soap.SOAPBinding;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs all samples on the provider that the JVM has been told, and prints what they print. */
final class Samples {
  private static final System.Logger LOG = System.getLogger(Samples.class.getName());

  /** Metro makes no port of an interface without a WSDL. */
  static final String ADDED_PORT = "from Java, with an added port";

  private Samples() {}

  static Map<String, Sample> all() {
    Map<String, Sample> all = new LinkedHashMap<>();
    all.put("from WSDL", new FromWsdl(SOAPBinding.SOAP11HTTP_BINDING));
    all.put("from WSDL, SOAP 1.2", new FromWsdl(SOAPBinding.SOAP12HTTP_BINDING));
    all.put("asynchronous", new Async());
    all.put("dispatches", new Dispatches());
    all.put("providers", new Providers());
    all.put("without SOAP", new Restful());
    all.put("handlers", new Handlers());
    all.put("MTOM", new Mtom());
    all.put("addressing", new Addressing());
    all.put("headers, rpc", new Headers());
    all.put("from Java", new JavaFirst(true));
    all.put(ADDED_PORT, new JavaFirst(false));
    all.put("callback", new Callbacks());
    all.put("contexts", new Contexts());
    all.put("misuse", new Misuse());
    return all;
  }

  public static void main(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what stacks print is no answer
    all()
        .forEach(
            (name, sample) -> {
              out.println("== " + name);
              try {
                sample.run(out);
              } catch (Exception | Error e) {
                out.println("failed: " + e);
                LOG.log(System.Logger.Level.ERROR, name, e);
              }
            });
    out.flush();
    Runtime.getRuntime().halt(0); // some stacks leave threads behind
  }
}
