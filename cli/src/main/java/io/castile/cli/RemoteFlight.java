package io.castile.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.LinkEvent;
import io.castile.soap.flight.TemplateEvent;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.RemoteRecordingStream;

/**
 * A recording of Castile's events in another process of this machine, by JDK Flight Recorder. Owned
 * by one thread. While it lasts, that process records; nothing is left there afterwards.
 */
final class RemoteFlight implements AutoCloseable {
  private final long pid;
  private final JMXConnector connector;
  private final RemoteRecordingStream stream;
  private final long start = System.nanoTime();

  /** When all events that had been recorded were told. */
  private volatile long told = start;

  private RemoteFlight(long pid, JMXConnector connector, RemoteRecordingStream stream) {
    this.pid = pid;
    this.connector = connector;
    this.stream = stream;
  }

  /** Returns the names of the JVMs of this user on this machine, by their process numbers. */
  static Map<String, String> processes() {
    Map<String, String> processes = new LinkedHashMap<>();
    String own = Long.toString(ProcessHandle.current().pid());
    for (VirtualMachineDescriptor each : VirtualMachine.list()) {
      if (!each.id().equals(own)) {
        processes.put(each.id(), each.displayName());
      }
    }
    return processes;
  }

  /**
   * Begins a recording.
   *
   * @param totals told of all events from now on
   * @throws IOException if there is no such process, or it cannot be watched, saying why
   */
  @SuppressWarnings("BanJNDI") // the address is of a process of this user, on this machine
  static RemoteFlight start(long pid, FlightTotals totals) throws IOException {
    JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address(pid)));
    try {
      RemoteRecordingStream stream =
          new RemoteRecordingStream(connector.getMBeanServerConnection());
      for (String name : List.of(CallEvent.NAME, TemplateEvent.NAME, LinkEvent.NAME)) {
        stream.enable(name).withoutThreshold().withoutStackTrace();
      }
      stream.onEvent(CallEvent.NAME, totals::addCall);
      stream.onEvent(TemplateEvent.NAME, totals::addTemplate);
      stream.onEvent(LinkEvent.NAME, totals::addLink);
      RemoteFlight flight = new RemoteFlight(pid, connector, stream);
      stream.onFlush(() -> flight.told = System.nanoTime());
      stream.startAsync();
      return flight;
    } catch (IOException | RuntimeException e) {
      connector.close();
      throw e;
    }
  }

  /** The address of the process's own agent for management, which is started if need be. */
  private static String address(long pid) throws IOException {
    VirtualMachine process;
    try {
      process = VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException e) {
      throw new IOException(
          "Cannot watch process "
              + pid
              + ", because it is not a JVM, or allows no attaching: "
              + e.getMessage(),
          e);
    } catch (IOException e) {
      throw new IOException(
          "expected a JVM of this user with process number " + pid + ": " + e.getMessage(), e);
    }
    try {
      return process.startLocalManagementAgent();
    } finally {
      process.detach();
    }
  }

  /** For how long the process was watched until events were told last; 1 at least. */
  double seconds() {
    return Math.max(1, (told - start) / 1e9);
  }

  /** Whether the process is there still. */
  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void close() throws IOException {
    try {
      stream.close();
      connector.close();
    } catch (IOException | RuntimeException e) {
      if (isAlive()) {
        throw e;
      } // else the recording has ended with the process
    }
  }
}
