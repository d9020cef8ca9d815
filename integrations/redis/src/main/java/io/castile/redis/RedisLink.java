package io.castile.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to Redis: one for commands, one that is told what others do. They are made in the
 * background, and again when they are lost. Thread-safe.
 *
 * <p>A heartbeat on the second one finds out that nothing is told any more, even if the connection
 * looks alive.
 */
final class RedisLink implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
  private static final long BEAT_MILLIS = 200;
  private static final Duration BEAT_TIMEOUT = Duration.ofMillis(400);

  /** After so many missed beats in a row, connections are made anew. */
  private static final int MAX_MISSED = 8;

  private static final Duration RECONNECT = Duration.ofMillis(100);
  private static final int MAX_QUEUED = 10_000;
  private static final RedisCodec<String, byte[]> CODEC =
      RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

  /** Failures of one node of a cluster are no reason not to ask the others. */
  private static final int CLUSTER_BREAKERS = 64;

  private final RedisAddress address;
  private final Duration timeout;
  private final String channel;
  private final Listener listener;
  private final Breaker[] breakers;
  private final ClientResources resources;
  private final AbstractRedisClient client;
  private final ScheduledExecutorService heart = thread("castile-redis-heart");
  private final ScheduledExecutorService worker = thread("castile-redis-work");

  private volatile @Nullable Connections connections;

  /** Whether Redis has said so, on the connection that there is now. */
  private volatile boolean subscribed;

  private volatile boolean closed;
  private int missed; // by the heart only

  /** Hears what others tell. Called by threads that must not wait. */
  interface Listener {
    void message(String text);

    /** All messages have come that were sent until then, by {@link System#nanoTime}. */
    void told(long untilNanos);

    /** Messages may get lost from now on. */
    void lost();
  }

  private record Connections(
      StatefulConnection<String, byte[]> commands,
      RedisClusterAsyncCommands<String, byte[]> async,
      StatefulRedisPubSubConnection<String, byte[]> subscription) {}

  /**
   * @param timeout of a command
   * @param channel on which others tell what they do
   */
  RedisLink(RedisAddress address, Duration timeout, String channel, Listener listener) {
    this.address = address;
    this.timeout = timeout;
    this.channel = channel;
    this.listener = listener;
    this.breakers = new Breaker[address.isCluster() ? CLUSTER_BREAKERS : 1];
    for (int i = 0; i < breakers.length; i++) {
      breakers[i] = new Breaker(breakers.length == 1 ? "Redis" : "a part of the Redis cluster");
    }
    this.resources =
        ClientResources.builder()
            .ioThreadPoolSize(2)
            .computationThreadPoolSize(2)
            .reconnectDelay(Delay.constant(RECONNECT))
            .build();
    this.client = address.isCluster() ? clusterClient() : client();
  }

  private static ScheduledExecutorService thread(String name) {
    return new ScheduledThreadPoolExecutor(
        1,
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        },
        new ThreadPoolExecutor.DiscardPolicy()); // what comes after the end
  }

  private AbstractRedisClient client() {
    RedisClient single = RedisClient.create(resources, address.nodes().get(0));
    single.setOptions(with(ClientOptions.builder()).build());
    return single;
  }

  private AbstractRedisClient clusterClient() {
    RedisClusterClient cluster = RedisClusterClient.create(resources, address.nodes());
    cluster.setOptions(
        (ClusterClientOptions)
            with(ClusterClientOptions.builder()
                    .topologyRefreshOptions(
                        ClusterTopologyRefreshOptions.builder()
                            .enablePeriodicRefresh(Duration.ofSeconds(5))
                            .enableAllAdaptiveRefreshTriggers()
                            .adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
                            .build()))
                .build());
    return cluster;
  }

  private static ClientOptions.Builder with(ClientOptions.Builder options) {
    return options
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MAX_QUEUED)
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .socketOptions(
            SocketOptions.builder()
                .connectTimeout(Duration.ofSeconds(2))
                .keepAlive(true)
                .tcpNoDelay(true)
                .build());
  }

  /** Begins to connect, and waits for that a while; without success it goes on in background. */
  void start(Duration patience) {
    Future<?> first = heart.submit(this::beat);
    heart.scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    try {
      first.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.debug("Redis is connected later", e);
    }
  }

  // ---- commands ----

  /**
   * Sends a command and waits for its result.
   *
   * @param part decides which breaker it is for: what is in one slot of a cluster has the same
   * @return null if Redis says so
   * @throws UnavailableException if Redis does not do it in time
   */
  <T> @Nullable T ask(
      String part, Function<RedisClusterAsyncCommands<String, byte[]>, RedisFuture<T>> command) {
    return send(part, command).result(timeout);
  }

  /** Sends a command and waits for its result for another time. */
  <T> @Nullable T ask(
      String part,
      Duration patience,
      Function<RedisClusterAsyncCommands<String, byte[]>, RedisFuture<T>> command) {
    return send(part, command).result(patience);
  }

  /**
   * Sends a command.
   *
   * @throws UnavailableException if it cannot be sent
   */
  <T> Sent<T> send(
      String part, Function<RedisClusterAsyncCommands<String, byte[]>, RedisFuture<T>> command) {
    Breaker breaker = breakers[Math.floorMod(part.hashCode(), breakers.length)];
    if (closed || !breaker.admits()) {
      throw new UnavailableException("Redis has not responded lately");
    }
    Connections now = connections;
    if (now == null) {
      throw failure(breaker, "Redis is not connected");
    }
    try {
      return new Sent<>(breaker, command.apply(now.async()), timeout);
    } catch (RedisException e) {
      throw failure(breaker, e.toString());
    }
  }

  /** A command whose result is still to come. */
  record Sent<T>(Breaker breaker, RedisFuture<T> future, Duration timeout) {
    /** Like {@link #result(Duration)}, in the time of a command. */
    @Nullable T result() {
      return result(timeout);
    }

    /**
     * Waits for the result.
     *
     * @return null if Redis says so
     * @throws UnavailableException if Redis does not do it in time
     */
    @Nullable T result(Duration patience) {
      try {
        T value = future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        breaker.succeeded();
        return value;
      } catch (InterruptedException e) {
        future.cancel(true);
        Thread.currentThread().interrupt();
        throw new UnavailableException("interrupted while waiting for Redis");
      } catch (TimeoutException e) {
        future.cancel(true);
        throw failure(breaker, "no result in " + patience.toMillis() + " ms");
      } catch (ExecutionException e) {
        throw failure(breaker, String.valueOf(e.getCause()));
      }
    }
  }

  private static UnavailableException failure(Breaker breaker, String reason) {
    breaker.failed(reason);
    return new UnavailableException(reason);
  }

  /** Whether the last command for a part had no result. */
  boolean isFailing(String part) {
    return breakers[Math.floorMod(part.hashCode(), breakers.length)].isFailing();
  }

  /** Sends a command whose result does not matter. */
  void tell(Consumer<RedisClusterAsyncCommands<String, byte[]>> command) {
    Connections now = connections;
    if (now == null || closed) {
      return;
    }
    try {
      command.accept(now.async());
    } catch (RedisException e) {
      log.debug("a command was not sent: {}", e.toString());
    }
  }

  /** Does something in background, after all that was given here before. */
  void later(Runnable work) {
    if (!closed) {
      worker.execute(work);
    }
  }

  /** Does something that neither waits nor throws, again and again, and in time. */
  void regularly(Duration time, Runnable work) {
    heart.scheduleWithFixedDelay(work, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Does something in background, again and again. */
  void every(Duration time, Runnable work) {
    worker.scheduleWithFixedDelay(work, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  // ---- connections ----

  private void beat() {
    if (closed) {
      return;
    }
    try {
      Connections now = connections;
      if (now == null) {
        connect();
        missed = 0;
        return;
      }
      long sent = System.nanoTime();
      now.subscription().async().ping().get(BEAT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      missed = 0;
      if (subscribed) {
        listener.told(sent);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException | RuntimeException e) {
      listener.lost();
      log.debug("Redis did not answer a ping: {}", e.toString());
      if (++missed >= MAX_MISSED) {
        missed = 0;
        disconnect();
      }
    }
  }

  private void connect() {
    StatefulConnection<String, byte[]> commands = null;
    try {
      RedisClusterAsyncCommands<String, byte[]> async;
      StatefulRedisPubSubConnection<String, byte[]> subscription;
      if (client instanceof RedisClusterClient cluster) {
        cluster.refreshPartitions();
        StatefulRedisClusterConnection<String, byte[]> connection = cluster.connect(CODEC);
        commands = connection;
        async = connection.async();
        subscription = cluster.connectPubSub(CODEC);
      } else {
        RedisClient single = (RedisClient) client;
        StatefulRedisConnection<String, byte[]> connection = single.connect(CODEC);
        commands = connection;
        async = connection.async();
        subscription = single.connectPubSub(CODEC);
      }
      subscription.addListener(new Messages());
      subscription.addListener(new Losses());
      connections = new Connections(commands, async, subscription);
      subscription.sync().subscribe(channel);
      log.debug("connected to {}", address);
      warnOfEviction(async);
    } catch (RuntimeException e) {
      log.debug("Redis cannot be connected: {}", e.toString());
      if (connections != null) {
        disconnect();
      } else if (commands != null) {
        commands.closeAsync();
      }
    }
  }

  /** Without what says which operations there are, not all of an operation would be dropped. */
  private static void warnOfEviction(RedisClusterAsyncCommands<String, byte[]> redis) {
    redis
        .info("memory")
        .thenAccept(
            info -> {
              if (info.contains("maxmemory_policy:allkeys")) {
                log.warn(
                    "Redis may evict any key: set its maxmemory-policy to volatile-lru or"
                        + " volatile-ttl, or entries may be given that were dropped");
              }
            });
  }

  private void disconnect() {
    Connections now = connections;
    connections = null;
    subscribed = false;
    listener.lost();
    if (now != null) {
      now.commands().closeAsync();
      now.subscription().closeAsync();
    }
  }

  private final class Messages extends RedisPubSubAdapter<String, byte[]> {
    @Override
    public void subscribed(String to, long count) {
      subscribed = true;
      listener.told(System.nanoTime());
    }

    @Override
    public void message(String from, byte[] message) {
      listener.message(new String(message, StandardCharsets.UTF_8));
    }
  }

  private final class Losses implements RedisConnectionStateListener {
    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
      subscribed = false;
      listener.lost();
    }
  }

  @Override
  public void close() {
    closed = true;
    heart.shutdownNow();
    worker.shutdownNow();
    listener.lost();
    // The threads last, which the connections need to end.
    client
        .shutdownAsync(0, 1, TimeUnit.SECONDS)
        .whenComplete((done, failure) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
  }

  /** The nodes, without credentials. */
  @Override
  public String toString() {
    return address.nodes().stream().map(RedisURI::toString).toList().toString();
  }
}
