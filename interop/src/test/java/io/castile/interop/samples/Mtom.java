package io.castile.interop.samples;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import javax.xml.namespace.QName;

/** After {@code mtom} of Metro and of CXF. */
final class Mtom implements Sample {
  /** The service. */
  @WebService(name = "Store", targetNamespace = "urn:store")
  public interface Store {
    byte[] reversed(byte[] data);

    @XmlMimeType("application/octet-stream")
    DataHandler twice(@XmlMimeType("application/octet-stream") DataHandler data);
  }

  /** Data in memory. */
  record Bytes(byte[] data) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(data);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("only to be read");
    }

    @Override
    public String getContentType() {
      return "application/octet-stream";
    }

    @Override
    public String getName() {
      return "bytes";
    }
  }

  /** Its implementation. */
  @MTOM
  @WebService(
      endpointInterface = "io.castile.interop.samples.Mtom$Store",
      targetNamespace = "urn:store",
      serviceName = "StoreService",
      portName = "StorePort")
  public static class StoreImpl implements Store {
    @Override
    public byte[] reversed(byte[] data) {
      byte[] reversed = new byte[data.length];
      for (int i = 0; i < data.length; i++) {
        reversed[i] = data[data.length - 1 - i];
      }
      return reversed;
    }

    @Override
    public DataHandler twice(DataHandler data) {
      try {
        byte[] once = data.getInputStream().readAllBytes();
        byte[] twice = new byte[2 * once.length];
        System.arraycopy(once, 0, twice, 0, once.length);
        System.arraycopy(once, 0, twice, once.length, once.length);
        return new DataHandler(new Bytes(twice));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new StoreImpl()),
        address -> {
          Service service =
              Service.create(Sample.wsdl(address), new QName("urn:store", "StoreService"));
          Store port = service.getPort(Store.class, new MTOMFeature(10));
          SOAPBinding binding = (SOAPBinding) ((BindingProvider) port).getBinding();
          out.println(binding.isMTOMEnabled());
          byte[] data = new byte[100_000];
          data[1] = 7;
          byte[] reversed = port.reversed(data);
          out.println(reversed.length + " " + reversed[data.length - 2]);
          DataHandler twice = port.twice(new DataHandler(new Bytes(data)));
          byte[] came = twice.getInputStream().readAllBytes();
          out.println(came.length + " " + came[1] + " " + came[data.length + 1]);
          Store plain = service.getPort(Store.class, new MTOMFeature(false));
          SOAPBinding other = (SOAPBinding) ((BindingProvider) plain).getBinding();
          out.println(other.isMTOMEnabled());
          other.setMTOMEnabled(true);
          out.println(other.isMTOMEnabled() + " " + plain.reversed(data).length);
        });
  }
}
