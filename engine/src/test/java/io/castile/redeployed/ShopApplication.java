package io.castile.redeployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.ServerBuilder;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.codec.CodecMode;
import io.castile.shop.AsyncBareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.template.Templates;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** An application that publishes a shop and calls it. */
public final class ShopApplication implements Consumer<String> {
  /** What the application uses of the library. */
  public enum Use {
    CLIENT,
    CLIENT_WITHOUT_CLOSE,
    SEVERAL_CLIENTS_WITHOUT_CLOSE,
    CLIENT_IN_A_STATIC_FIELD,
    OWN_CONTEXTS_OF_THREADS,
    CALL_TIMEOUT,
    ASYNCHRONOUS_CALLS,
    OWN_TEMPLATES,
    SHARED_TEMPLATES,
    READ_ONLY,
    LINK,
    CACHE_OF_CLIENT,
    CACHE_OF_SERVER,
    CACHED_PORT,
    CACHED_PORT_WITHOUT_CLOSE,
    REFRESHED_CACHE,
    KEPT_REQUESTS,
    HANDLERS,
    VALIDATION,
    ADDRESSING,
    OBJECT_DISPATCH,
    LOCAL_TRANSPORT
  }

  private static final int CALLS = 60;

  private static WrappedShop kept;

  @Override
  public void accept(String use) {
    try {
      run(Use.valueOf(use));
    } catch (Exception e) {
      throw new IllegalStateException(use + " failed", e);
    }
  }

  private static void run(Use use) throws Exception {
    switch (use) {
      case CLIENT -> withServer(server -> server, server -> call(server, client -> client, true));
      case CLIENT_WITHOUT_CLOSE ->
          withServer(server -> server, server -> call(server, client -> client, false));
      case SEVERAL_CLIENTS_WITHOUT_CLOSE ->
          withServer(
              server -> server,
              server -> {
                for (int i = 0; i < 5; i++) {
                  call(server, client -> client, false);
                }
              });
      case CLIENT_IN_A_STATIC_FIELD ->
          withServer(
              server -> server,
              server -> {
                kept = client(server, more -> more.readOnly(true));
                call(kept);
              });
      case OWN_CONTEXTS_OF_THREADS ->
          withServer(
              server -> server,
              server -> {
                WrappedShop port = client(server, client -> client);
                BindingProvider provider = (BindingProvider) port;
                provider.getRequestContext().put("thread.local.request.context", "true");
                provider.getRequestContext().put("of the application", new ShopApplication());
                port.echo("a");
                provider.getResponseContext().put("of the application", new ShopApplication());
                provider.getResponseContext().put("the port", port);
                provider.getRequestContext().put("the port", port);
              });
      case CALL_TIMEOUT ->
          withServer(
              server -> server,
              server ->
                  call(
                      server,
                      client -> client.transport(t -> t.callTimeout(Duration.ofMinutes(30))),
                      true));
      case ASYNCHRONOUS_CALLS -> asynchronous();
      case OWN_TEMPLATES -> withTemplates(Templates.builder().build());
      case SHARED_TEMPLATES -> withTemplates(Templates.shared());
      case READ_ONLY ->
          withServer(
              more -> more.readOnly(true),
              server -> call(server, more -> more.readOnly(true), true));
      case LINK ->
          withServer(
              server -> server.differential(true),
              server -> call(server, client -> client.differential(true), true));
      case CACHE_OF_CLIENT ->
          withServer(
              server -> server,
              server -> {
                for (CachePolicy policy : policies()) {
                  call(server, client -> client.cache(policy), true);
                }
              });
      case CACHE_OF_SERVER -> {
        for (CachePolicy policy : policies()) {
          withServer(
              server -> server.cache(policy), server -> call(server, client -> client, true));
        }
      }
      case CACHED_PORT -> cachedPort(true);
      case CACHED_PORT_WITHOUT_CLOSE -> cachedPort(false);
      case REFRESHED_CACHE ->
          withServer(
              server -> server,
              server ->
                  call(
                      server,
                      client ->
                          client.cache(
                              policy(
                                  rule ->
                                      rule.ttl(Duration.ofNanos(1))
                                          .staleWhileRevalidate(Duration.ofHours(1)))),
                      true));
      case KEPT_REQUESTS ->
          withServer(
              server -> server,
              server -> call(server, client -> client.cacheRequests(1 << 20), true));
      case HANDLERS ->
          withServer(
              server -> server.jaxws(j -> j.handlers(new Looking())),
              server -> call(server, client -> client.jaxws(j -> j.handlers(new Looking())), true));
      case VALIDATION ->
          withServer(
              server -> server.validate(true),
              server -> call(server, client -> client.validate(true), true));
      case ADDRESSING ->
          withServer(
              server -> server.addressing(true),
              server -> call(server, client -> client.addressing(true), true));
      case OBJECT_DISPATCH -> objectDispatch();
      case LOCAL_TRANSPORT ->
          withServer(
              server -> server,
              server -> call(server, client -> client.transport(server.localTransport()), true));
    }
  }

  /** A logical handler that lets everything pass. */
  private static final class Looking implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      return context.getMessage().getPayload() != null;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  private interface Body {
    void run(SoapServer server) throws Exception;
  }

  private static void withServer(UnaryOperator<ServerBuilder> options, Body body) throws Exception {
    ServerBuilder builder =
        Castile.server()
            .host("localhost")
            .codecMode(CodecMode.COMPILED)
            .publish("/shop", new WrappedShopService());
    try (SoapServer server = options.apply(builder).start()) {
      body.run(server);
    }
  }

  private static void withTemplates(Templates templates) throws Exception {
    withServer(
        server -> server.templates(templates),
        server -> call(server, client -> client.templates(templates), true));
  }

  private static WrappedShop client(
      SoapServer server, UnaryOperator<ClientBuilder<WrappedShop>> options) {
    return options
        .apply(
            Castile.client(WrappedShop.class)
                .endpoint(server.url("/shop"))
                .codecMode(CodecMode.COMPILED))
        .build();
  }

  private static void call(
      SoapServer server, UnaryOperator<ClientBuilder<WrappedShop>> options, boolean close)
      throws Exception {
    WrappedShop port = client(server, options);
    call(port);
    if (close) {
      ((AutoCloseable) port).close();
    }
  }

  private static void call(WrappedShop port) {
    for (int i = 0; i < CALLS; i++) {
      Item item = new Item("a" + i, "9.9" + i % 10, i, Item.Color.RED, "new");
      assertThat(port.sameItem(item)).isNotNull();
      assertThat(port.sameItems(List.of(item, item))).hasSize(2);
      assertThat(port.numbers(new double[] {i, 2 * i})).hasSize(2);
    }
    Holder<Item> out = new Holder<>();
    port.exchange("in", new Holder<>("both"), out);
    assertThatThrownBy(() -> port.find("nothing")).isInstanceOf(NoSuchItem.class);
    ((BindingProvider) port).getRequestContext().put("of the application", new ShopApplication());
    port.echo("a");
    assertThat(((BindingProvider) port).getResponseContext())
        .containsKey(MessageContext.HTTP_RESPONSE_CODE);
  }

  private static CachePolicy policy(UnaryOperator<CacheRule.Builder> options) {
    return CachePolicy.builder()
        .rule(
            options
                .apply(CacheRule.forOperations("same*").cache(true).ttl(Duration.ofHours(1)))
                .build())
        .build();
  }

  /** With every key, and every representation that fits. */
  private static List<CachePolicy> policies() {
    List<CachePolicy> all = new ArrayList<>();
    for (RepresentationKind kind : RepresentationKind.values()) {
      all.add(policy(rule -> rule.representation(kind)));
    }
    for (KeyKind kind : KeyKind.values()) {
      all.add(policy(rule -> rule.key(kind)));
    }
    return all;
  }

  private static void cachedPort(boolean close) throws Exception {
    withServer(
        server -> server,
        server -> {
          for (CachePolicy policy : policies()) {
            WrappedShop port = Castile.cached(client(server, client -> client), policy);
            call(port);
            if (close) {
              ((AutoCloseable) port).close();
            }
          }
        });
  }

  private static void asynchronous() throws ExecutionException, InterruptedException {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/shop", new BareShopService()).start()) {
      AsyncBareShop port =
          Castile.client(AsyncBareShop.class).endpoint(server.url("/shop")).build();
      Item item = new Item("a", "9.9", 1, Item.Color.RED, "new");
      for (int i = 0; i < CALLS; i++) {
        assertThat(port.findAsync(item).get()).isNotNull();
        port.findAsync(item, response -> {}).get();
      }
    }
  }

  /** The payload of a request for a sum. */
  @XmlRootElement(name = "add", namespace = "http://shop.castile.io/")
  public static final class Add {
    @XmlElement public int a = 1;
    @XmlElement public int b = 2;
  }

  /** The payload of its response. */
  @XmlRootElement(name = "addResponse", namespace = "http://shop.castile.io/")
  public static final class AddResponse {
    @XmlElement(name = "return")
    public int sum;
  }

  private static void objectDispatch() throws Exception {
    withServer(
        server -> server,
        server -> {
          Dispatch<Object> dispatch =
              Castile.dispatch(JAXBContext.newInstance(Add.class, AddResponse.class))
                  .endpoint(server.url("/shop"))
                  .build();
          assertThat(dispatch.invoke(new Add()))
              .isInstanceOfSatisfying(AddResponse.class, sum -> assertThat(sum.sum).isEqualTo(3));
        });
  }
}
