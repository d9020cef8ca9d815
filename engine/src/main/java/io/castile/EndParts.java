package io.castile;

import io.castile.internal.Ends;
import io.castile.internal.ModelClient;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.HttpExchange;
import java.io.IOException;

/** Gives {@link Ends} the parts of builders and mounts. */
final class EndParts extends Ends.Access {
  @Override
  protected ModelClient newClient(CallerBuilder<?> builder, ServiceModel model, String client) {
    return builder.newModelClient(model, client);
  }

  @Override
  protected void serve(SoapMount mount, HttpExchange exchange) throws IOException {
    mount.serve(exchange);
  }
}
