package io.castile.interop.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import java.io.Closeable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;

/** Clients of the service on other stacks. */
enum LabClient {
  CXF {
    @Override
    String callAll(String url) {
      Bus bus = new ExtensionManagerBus();
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setBus(bus);
      factory.setServiceClass(Lab.class);
      factory.setAddress(url);
      factory.getFeatures().add(new GZIPFeature());
      Lab lab = factory.create(Lab.class);
      try {
        return texts(lab);
      } finally {
        ClientProxy.getClient(lab).destroy();
        bus.shutdown(true);
      }
    }

    @Override
    boolean takesGzip() {
      return true;
    }
  },

  METRO {
    @Override
    String callAll(String url) throws Exception {
      return WithoutCatalogs.make(() -> callAllWithoutCatalogs(url));
    }

    private String callAllWithoutCatalogs(String url) throws Exception {
      Lab lab =
          new ProviderImpl()
              .createServiceDelegate(
                  URI.create(url + "?wsdl").toURL(),
                  new QName(Lab.NAMESPACE, "LabService"),
                  Service.class)
              .getPort(new QName(Lab.NAMESPACE, "LabPort"), Lab.class);
      ((BindingProvider) lab)
          .getRequestContext()
          .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
      try {
        return texts(lab);
      } finally {
        ((Closeable) lab).close();
      }
    }
  },

  ZEEP {
    @Override
    String callAll(String url) throws Exception {
      Path python = Programs.module().resolve("target/zeep/bin/python");
      assumeTrue(
          Files.isExecutable(python),
          "zeep is absent (in interop: python3 -m venv target/zeep && "
              + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
      Path script = Programs.module().resolve("src/test/python/lab.py");
      return Programs.run(script.getParent(), python.toString(), script.toString(), url, STEPS);
    }

    /** Zeep reads an empty text as None, with templates and without. */
    @Override
    String reads(String text) {
      return EMPTY_TEXT.matcher(text).replaceAll("nil");
    }

    @Override
    boolean takesGzip() {
      return true;
    }
  },

  NODE_SOAP {
    @Override
    String callAll(String url) throws Exception {
      Path folder = Programs.module().resolve("src/test/npm");
      assumeTrue(
          Programs.isOnPath("node") && Files.isDirectory(folder.resolve("node_modules/soap")),
          "node-soap is absent (Node.js, then in interop: npm install --prefix src/test/npm)");
      return Programs.run(folder, "node", "lab.js", url, STEPS);
    }

    /** Node-soap reads the infinities as NaN, with templates and without. */
    @Override
    String reads(String text) {
      String nan = BatchText.bits(Double.NaN);
      return text.replace(BatchText.bits(Double.POSITIVE_INFINITY), nan)
          .replace(BatchText.bits(Double.NEGATIVE_INFINITY), nan);
    }

    @Override
    boolean keepsSpacesOfAttributes() {
      return true;
    }
  },

  GSOAP {
    @Override
    String callAll(String url) throws Exception {
      Path lab = GsoapLab.program();
      return Programs.run(lab.getParent(), lab.toString(), "call", url, STEPS);
    }
  };

  private static final Pattern EMPTY_TEXT = Pattern.compile("(?m)(?<= )x(?= |$)");

  private static final String STEPS = String.valueOf(Batches.STEPS);

  /**
   * Asks for the batches of all steps in turn; skips the test where the stack is absent.
   *
   * @return the lines of all batches that were read
   */
  abstract String callAll(String url) throws Exception;

  /** What this client is known to read where the text of a batch is {@code text}. */
  String reads(String text) {
    return text;
  }

  /**
   * Whether this client hands over attributes as text that is not collapsed, though their type asks
   * for it; the spaces are underscores in what it reads.
   */
  boolean keepsSpacesOfAttributes() {
    return false;
  }

  /** Whether this client asks for responses that are compressed. */
  boolean takesGzip() {
    return false;
  }

  private static String texts(Lab lab) {
    List<String> texts = new ArrayList<>();
    for (int step = 0; step < Batches.STEPS; step++) {
      texts.add(BatchText.of(lab.next(step)));
    }
    return String.join("\n", texts);
  }
}
