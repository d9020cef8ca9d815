package io.castile.interop.peers;

import jakarta.jws.WebService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The service in Java. Keeps what it was given, as text. */
@WebService(
    endpointInterface = "io.castile.interop.peers.Lab",
    targetNamespace = Lab.NAMESPACE,
    serviceName = "LabService",
    portName = "LabPort")
public final class LabService implements Lab {
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @Override
  public Batch echo(Batch batch) {
    seen.add(BatchText.of(batch));
    return batch;
  }

  @Override
  public Batch next(int step) {
    return Batches.at(step);
  }

  List<String> seen() {
    return seen;
  }
}
