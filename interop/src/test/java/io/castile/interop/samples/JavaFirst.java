package io.castile.interop.samples;

import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** After {@code java_first_jaxws} of CXF, {@code type_substitution} of Metro. */
final class JavaFirst implements Sample {
  private final boolean byWsdl;

  /**
   * @param byWsdl whether the client has the WSDL; else it adds the port
   */
  JavaFirst(boolean byWsdl) {
    this.byWsdl = byWsdl;
  }

  /** A vehicle. */
  @XmlType(namespace = "urn:cars")
  @XmlSeeAlso({Car.class})
  public static class Vehicle {
    public String name;

    static Vehicle named(Vehicle vehicle, String name) {
      vehicle.name = name;
      return vehicle;
    }
  }

  /** One of them. */
  @XmlType(namespace = "urn:cars")
  public static class Car extends Vehicle {
    public int doors;
  }

  /** A map as a list. */
  @XmlType(namespace = "urn:cars")
  public static class Entries {
    public List<Entry> entry = new ArrayList<>();
  }

  /** One of its items. */
  @XmlType(namespace = "urn:cars")
  public static class Entry {
    public int id;
    public Vehicle vehicle;
  }

  /** Between both. */
  public static class Adapter extends XmlAdapter<Entries, Map<Integer, Vehicle>> {
    @Override
    public Map<Integer, Vehicle> unmarshal(Entries entries) {
      Map<Integer, Vehicle> map = new LinkedHashMap<>();
      entries.entry.forEach(entry -> map.put(entry.id, entry.vehicle));
      return map;
    }

    @Override
    public Entries marshal(Map<Integer, Vehicle> map) {
      Entries entries = new Entries();
      map.forEach(
          (id, vehicle) -> {
            Entry entry = new Entry();
            entry.id = id;
            entry.vehicle = vehicle;
            entries.entry.add(entry);
          });
      return entries;
    }
  }

  /** The service. */
  @WebService(name = "Dealer", targetNamespace = "urn:cars")
  public interface Dealer {
    String sell(Vehicle vehicle);

    @XmlJavaTypeAdapter(Adapter.class)
    Map<Integer, Vehicle> sold();
  }

  /** Its implementation. */
  @WebService(
      endpointInterface = "io.castile.interop.samples.JavaFirst$Dealer",
      targetNamespace = "urn:cars",
      serviceName = "DealerService",
      portName = "DealerPort")
  public static class DealerImpl implements Dealer {
    private final Map<Integer, Vehicle> sold = new LinkedHashMap<>();

    @Override
    public synchronized String sell(Vehicle vehicle) {
      sold.put(sold.size() + 1, vehicle);
      return vehicle.getClass().getSimpleName() + " " + vehicle.name;
    }

    @Override
    public synchronized Map<Integer, Vehicle> sold() {
      return new LinkedHashMap<>(sold);
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new DealerImpl()),
        address -> {
          QName name = new QName("urn:cars", "DealerService");
          Service service =
              byWsdl ? Service.create(Sample.wsdl(address), name) : Service.create(name);
          if (!byWsdl) {
            service.addPort(
                new QName("urn:cars", "DealerPort"), SOAPBinding.SOAP11HTTP_BINDING, address);
          }
          Dealer port = service.getPort(new QName("urn:cars", "DealerPort"), Dealer.class);
          Car car = new Car();
          car.doors = 5;
          out.println(port.sell(Vehicle.named(car, "Duck")));
          out.println(port.sell(Vehicle.named(new Vehicle(), "Sledge")));
          port.sold()
              .forEach(
                  (id, vehicle) ->
                      out.println(
                          id
                              + " "
                              + vehicle.name
                              + (vehicle instanceof Car sold ? " " + sold.doors : "")));
        });
  }
}
