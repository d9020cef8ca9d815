package io.castile.bench.gateway;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.Jdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What stands before the origin, in a process of its own on the first core. */
enum Front {
  DIRECT("origin, direct") {
    @Override
    Running start(Setting setting) {
      Origin origin = setting.origin();
      return new Running(
          this, label(), origin.port(), List.of(origin.pid()), setting.folder(), null, null);
    }
  },

  NGINX_PASS("nginx, pass-through") {
    @Override
    Running start(Setting setting) throws IOException {
      return nginx(this, setting, "").awaitListening();
    }
  },

  CASTILE_PASS("Castile, pass-through") {
    @Override
    Running start(Setting setting) throws IOException {
      return castile(this, setting, "pass");
    }
  },

  CASTILE_OBSERVE("Castile, observing") {
    @Override
    Running start(Setting setting) throws IOException {
      return castile(this, setting, "observe");
    }
  },

  NGINX_CACHE("nginx, proxy_cache") {
    @Override
    Running start(Setting setting) throws IOException {
      return launch(setting).awaitListening();
    }

    @Override
    Running launch(Setting setting) throws IOException {
      return nginx(
          this,
          setting,
          "proxy_cache c; proxy_cache_methods GET POST; "
              + (setting.kept() == Kept.HOUR ? NGINX_HOUR : NGINX_MOMENT)
              + " proxy_cache_key \"$request_uri|$http_soapaction|$request_body\";");
    }
  },

  VARNISH_CACHE("Varnish, body in the key") {
    @Override
    Running start(Setting setting) throws IOException {
      return launch(setting).awaitListening();
    }

    @Override
    Running launch(Setting setting) throws IOException {
      return varnish(this, setting);
    }
  },

  CASTILE_CACHE("Castile, cache") {
    @Override
    Running start(Setting setting) throws IOException {
      return castile(this, setting, setting.kept() == Kept.HOUR ? "cache" : "moment");
    }
  };

  /**
   * What fronts stand before, and how.
   *
   * @param folder where they have folders for their files
   * @param cacheBytes how much they may keep
   * @param collector of those that are JVMs
   */
  record Setting(Origin origin, Path folder, Kept kept, long cacheBytes, Collector collector) {
    private static final long USUAL_BYTES = 512L << 20;

    /** The usual cache, and the JVM's own choice of a collector. */
    static Setting of(Origin origin, Path folder, Kept kept) {
      return new Setting(origin, folder, kept, USUAL_BYTES, Collector.LAUNCHER);
    }

    /** The same with another collector. */
    Setting with(Collector other) {
      return new Setting(origin, folder, kept, cacheBytes, other);
    }
  }

  /** For how long fronts that cache keep answers. */
  enum Kept {
    /** An hour. */
    HOUR,
    /**
     * A second, the least that nginx has; for another hour an answer is given stale while one
     * request asks the origin. Others that ask for what is not kept wait for the one that does.
     */
    MOMENT
  }

  private static final String NGINX_HOUR = "proxy_cache_valid 200 1h;";

  private static final String NGINX_MOMENT =
      "proxy_cache_valid 200 1s; proxy_cache_use_stale updating; proxy_cache_background_update on;"
          + " proxy_cache_lock on;";

  /** On which core fronts run; the load and the origin have the other one. */
  static final List<String> FIRST_CORE = List.of("taskset", "-c", "0");

  static final List<String> SECOND_CORE = List.of("taskset", "-c", "1");

  private static final int START_SECONDS = 20;

  private static final String PACKAGES = "apt-get install nginx varnish varnish-modules util-linux";

  private final String label;

  Front(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  boolean caches() {
    return this == NGINX_CACHE || this == VARNISH_CACHE || this == CASTILE_CACHE;
  }

  boolean isCastile() {
    return this == CASTILE_PASS || this == CASTILE_OBSERVE || this == CASTILE_CACHE;
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it does not start
   */
  abstract Running start(Setting setting) throws IOException;

  /** Starts the program of a front that is no JVM, and does not wait until it listens. */
  Running launch(Setting setting) throws IOException {
    throw new UnsupportedOperationException(label + " is started whole");
  }

  /**
   * A front that runs.
   *
   * @param label what tables call it
   * @param started those of its processes that are known from its start
   * @param folder where it has its files, if it has any
   * @param jvm null where it is no JVM of ours, or the origin
   * @param process null where it is a JVM of ours
   */
  record Running(
      Front front,
      String label,
      int port,
      List<Long> started,
      Path folder,
      ChildJvm jvm,
      Process process)
      implements AutoCloseable {
    /** Its processes. */
    List<Long> pids() {
      return process == null
          ? started
          : Stream.concat(Stream.of(process.toHandle()), process.descendants())
              .map(ProcessHandle::pid)
              .toList();
    }

    /** The processor time that its processes have taken, in clock ticks of the system. */
    long ticks() throws IOException {
      return Proc.ticks(pids());
    }

    private Running awaitListening() {
      return awaitListening(START_SECONDS, "it needs " + PACKAGES);
    }

    /**
     * Waits until it listens.
     *
     * @param remedy what to do if it does not
     * @throws IllegalStateException if it does not; then it is closed
     */
    Running awaitListening(int seconds, String remedy) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (!isListening(port)) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          close();
          throw new IllegalStateException(label + " did not start; " + remedy);
        }
        pause();
      }
      return this;
    }

    @Override
    public void close() {
      if (jvm != null) {
        jvm.close();
      }
      if (process != null) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
          if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          process.destroyForcibly();
        }
      }
    }
  }

  /** The program that this machine needs for it, by which it is installed or not. */
  private String program() {
    return switch (this) {
      case NGINX_PASS, NGINX_CACHE -> "nginx";
      case VARNISH_CACHE -> "varnishd";
      default -> "taskset";
    };
  }

  /** Those whose programs are there. */
  static List<Front> present() {
    return Stream.of(values()).filter(front -> isOnPath(front.program())).toList();
  }

  /** What programs are absent, and how they are installed; empty for none. */
  static String absent() {
    List<String> absent =
        Stream.of("nginx", "varnishd", "taskset").filter(name -> !isOnPath(name)).toList();
    return absent.isEmpty() ? "" : String.join(", ", absent) + " absent: " + PACKAGES;
  }

  static boolean isOnPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin";
    return Stream.of(path.split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static Running castile(Front front, Setting setting, String mode) throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx1g"));
    options.addAll(setting.collector().options(Jdk.running()));
    ChildJvm jvm =
        ChildJvm.start(
            FIRST_CORE,
            options,
            ChildJvm.ownClassPath(),
            GatewayProgram.class,
            List.of(
                Integer.toString(setting.origin().port()),
                mode,
                Long.toString(setting.cacheBytes())));
    int port = Integer.parseInt(jvm.hear(OriginProgram.PORT, "port of the gateway"));
    String label = setting.collector().label(front.label());
    return new Running(front, label, port, List.of(jvm.pid()), setting.folder(), jvm, null);
  }

  private static Running nginx(Front front, Setting setting, String more) throws IOException {
    int port = freePort();
    Path own = Files.createDirectories(setting.folder().resolve(front.name()));
    String config =
        """
        user root; worker_processes 1; daemon off; pid %1$s/pid; error_log %1$s/error;
        events { worker_connections 4096; }
        http {
          access_log off; keepalive_requests 1000000000; client_body_buffer_size 1m;
          client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/f; uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
          proxy_cache_path %1$s/cache keys_zone=c:50m max_size=%5$d;
          upstream origin {
            server 127.0.0.1:%2$d; keepalive 256; keepalive_requests 1000000000;
          }
          server {
            listen 127.0.0.1:%3$d;
            location = /ready { return 200; }
            location / {
              proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_buffers 32 16k; proxy_buffer_size 16k; %4$s
            }
          }
        }
        """
            .formatted(own, setting.origin().port(), port, more, setting.cacheBytes());
    Path file = Files.writeString(own.resolve("nginx.conf"), config);
    return launched(
        front,
        front.label(),
        port,
        own,
        List.of("nginx", "-p", own.toString(), "-c", file.toString()));
  }

  private static Running varnish(Front front, Setting setting) throws IOException {
    int port = freePort();
    boolean isHour = setting.kept() == Kept.HOUR;
    Path own = Files.createDirectories(setting.folder().resolve(front.name()));
    String vcl =
        """
        vcl 4.1;
        import std;
        import bodyaccess;
        backend default { .host = "127.0.0.1"; .port = "%d"; }
        sub vcl_recv {
          if (req.url == "/ready") { return (synth(200)); }
          std.cache_req_body(1MB); set req.http.x-method = req.method; return (hash);
        }
        sub vcl_hash { bodyaccess.hash_req_body(); }
        sub vcl_backend_fetch { set bereq.method = bereq.http.x-method; }
        sub vcl_backend_response { set beresp.ttl = %s; set beresp.grace = %s; }
        """
            .formatted(setting.origin().port(), isHour ? "1h" : "1s", isHour ? "10s" : "1h");
    Path file = Files.writeString(own.resolve("default.vcl"), vcl);
    return launched(
        front,
        front.label(),
        port,
        own,
        List.of(
            "varnishd",
            "-j",
            "none",
            "-F",
            "-f",
            file.toString(),
            "-a",
            "127.0.0.1:" + port,
            "-n",
            own.toString(),
            "-s",
            "malloc," + setting.cacheBytes(),
            "-p",
            "thread_pools=1"));
  }

  /** Starts the program of a front on the first core, and does not wait until it listens. */
  static Running launched(Front front, String label, int port, Path folder, List<String> program)
      throws IOException {
    List<String> command = new ArrayList<>(FIRST_CORE);
    command.addAll(program);
    return running(front, label, port, folder, command);
  }

  /** Starts a program that is no front, and does not wait until it listens. */
  static Running running(String label, int port, Path folder, List<String> command)
      throws IOException {
    return running(DIRECT, label, port, folder, command);
  }

  private static Running running(
      Front front, String label, int port, Path folder, List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Running(front, label, port, List.of(process.pid()), folder, null, process);
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The service, on the second core. */
  record Origin(ChildJvm jvm, int port) implements AutoCloseable {
    static Origin start() throws IOException {
      ChildJvm jvm =
          ChildJvm.start(
              SECOND_CORE, List.of(), ChildJvm.ownClassPath(), OriginProgram.class, List.of());
      return new Origin(jvm, Integer.parseInt(jvm.hear(OriginProgram.PORT, "port of the origin")));
    }

    long pid() {
      return jvm.pid();
    }

    /** How often it was called so far. */
    long calls() throws IOException {
      return told("", 0);
    }

    /** Has each call take so much longer from now on, also those that are held. */
    void delay(int millis) throws IOException {
      told(Integer.toString(millis), 0);
    }

    /** Has calls wait until another delay is set. */
    void hold() throws IOException {
      told(OriginProgram.HOLD, 0);
    }

    /** How many calls wait for that. */
    long held() throws IOException {
      return told("", 1);
    }

    private long told(String line, int number) throws IOException {
      jvm.say(line);
      String said = jvm.hear(OriginProgram.CALLS, "number of calls");
      return Long.parseLong(said.split(" ", -1)[number]);
    }

    @Override
    public void close() {
      jvm.close();
    }
  }
}
