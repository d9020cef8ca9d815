package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.internal.ModelClient;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.Templates;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls operations by the client of a builder. */
final class ModelCaller implements ModelClient {
  private final SoapClient client;
  private final SoapVersion version;
  private final Templates templates;
  private final CallerBuilder.Caches caches;
  private final RequestContext context; // never changed

  ModelCaller(
      SoapClient client,
      SoapVersion version,
      Templates templates,
      CallerBuilder.Caches caches,
      RequestContext context) {
    this.client = client;
    this.version = version;
    this.templates = templates;
    this.caches = caches;
    this.context = context;
  }

  @Override
  public Templates templates() {
    return templates;
  }

  @Override
  public @Nullable ResponseCache cache() {
    return caches.responses();
  }

  @Override
  public @Nullable Object call(
      OperationModel operation,
      @Nullable Object[] arguments,
      Map<String, ?> properties,
      Consumer<Map<String, Object>> observer) {
    try {
      return client.call(
          operation,
          arguments,
          options(properties),
          response -> observer.accept(response.properties()));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a described operation has no declared exceptions", e);
    }
  }

  private SoapClient.Options options(Map<String, ?> properties) {
    if (properties.isEmpty()) {
      return context.options(version);
    }
    RequestContext own = new RequestContext(context);
    own.putAll(properties);
    return own.options(version);
  }

  @Override
  public void close() {
    client.close();
    if (caches.own() != null) {
      caches.own().close();
    }
  }

  @Override
  public String toString() {
    return "client of " + client.model().portTypeName() + " at " + context.shownEndpoint();
  }
}
