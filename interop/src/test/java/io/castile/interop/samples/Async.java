package io.castile.interop.samples;

import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Response;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** After {@code async} of Metro, {@code jaxws_async} of CXF. */
final class Async implements Sample {
  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new AddNumbersImpl()),
        address -> {
          AddNumbers port = new AddNumbersService(Sample.wsdl(address)).getAddNumbersPort();
          Response<AddResponse> polled = port.addNumbersAsync(10, 20);
          out.println(polled.get(30, TimeUnit.SECONDS).getReturn());
          out.println(polled.isDone());

          AtomicReference<Object> came = new AtomicReference<>();
          CountDownLatch done = new CountDownLatch(1);
          Future<?> called =
              port.addNumbersAsync(
                  1,
                  2,
                  response -> {
                    try {
                      came.set(response.get().getReturn());
                    } catch (Exception e) {
                      came.set(e);
                    }
                    done.countDown();
                  });
          done.await(30, TimeUnit.SECONDS);
          out.println(came.get());
          called.get(30, TimeUnit.SECONDS);
          try {
            port.addNumbersAsync(-1, 2).get(30, TimeUnit.SECONDS);
          } catch (ExecutionException e) {
            out.println(e.getCause().getClass().getSimpleName() + ": " + e.getCause().getMessage());
          }
        });
  }
}
