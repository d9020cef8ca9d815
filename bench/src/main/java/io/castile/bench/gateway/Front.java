package io.castile.bench.gateway;

import io.castile.bench.harness.ChildJvm;
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
    Running start(Origin origin, Path folder, Kept kept) {
      return new Running(this, origin.port(), List.of(origin.pid()), folder, null, null);
    }
  },

  NGINX_PASS("nginx, pass-through") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return nginx(this, origin, folder, "");
    }
  },

  CASTILE_PASS("Castile, pass-through") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return castile(this, origin, folder, "pass");
    }
  },

  CASTILE_OBSERVE("Castile, observing") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return castile(this, origin, folder, "observe");
    }
  },

  NGINX_CACHE("nginx, proxy_cache") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return nginx(
          this,
          origin,
          folder,
          "proxy_cache c; proxy_cache_methods GET POST; "
              + (kept == Kept.HOUR ? NGINX_HOUR : NGINX_MOMENT)
              + " proxy_cache_key \"$request_uri|$http_soapaction|$request_body\";");
    }
  },

  VARNISH_CACHE("Varnish, body in the key") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return varnish(this, origin, folder, kept);
    }
  },

  CASTILE_CACHE("Castile, cache") {
    @Override
    Running start(Origin origin, Path folder, Kept kept) throws IOException {
      return castile(this, origin, folder, kept == Kept.HOUR ? "cache" : "moment");
    }
  };

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

  abstract Running start(Origin origin, Path folder, Kept kept) throws IOException;

  /**
   * A front that runs.
   *
   * @param pids its processes
   * @param folder where it has its files, if it has any
   * @param jvm null where it is no JVM of ours, or the origin
   * @param process null where it is a JVM of ours
   */
  record Running(Front front, int port, List<Long> pids, Path folder, ChildJvm jvm, Process process)
      implements AutoCloseable {
    /** The processor time that its processes have taken, in clock ticks of the system. */
    long ticks() throws IOException {
      long sum = 0;
      for (long pid : pids) {
        Path stat = Path.of("/proc/" + pid + "/stat");
        if (Files.exists(stat)) { // nginx has a process that ends when it has looked at its cache
          String text = Files.readString(stat);
          String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
          sum += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
      }
      return sum;
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
          process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** What programs are absent, and how they are installed; empty for none. */
  static String absent() {
    List<String> absent =
        Stream.of("nginx", "varnishd", "taskset").filter(name -> !isOnPath(name)).toList();
    return absent.isEmpty()
        ? ""
        : String.join(", ", absent)
            + " absent: apt-get install nginx varnish varnish-modules util-linux";
  }

  static boolean isOnPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin";
    return Stream.of(path.split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static Running castile(Front front, Origin origin, Path folder, String mode)
      throws IOException {
    ChildJvm jvm =
        ChildJvm.start(
            FIRST_CORE,
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            ChildJvm.ownClassPath(),
            GatewayProgram.class,
            List.of(Integer.toString(origin.port()), mode));
    int port = Integer.parseInt(jvm.hear(OriginProgram.PORT, "port of the gateway"));
    return new Running(front, port, List.of(jvm.pid()), folder, jvm, null);
  }

  private static Running nginx(Front front, Origin origin, Path folder, String more)
      throws IOException {
    int port = freePort();
    Path own = Files.createDirectories(folder.resolve(front.name()));
    String config =
        """
        user root; worker_processes 1; daemon off; pid %1$s/pid; error_log %1$s/error;
        events { worker_connections 4096; }
        http {
          access_log off; keepalive_requests 1000000000; client_body_buffer_size 1m;
          client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/f; uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
          proxy_cache_path %1$s/cache keys_zone=c:50m max_size=1g;
          upstream origin {
            server 127.0.0.1:%2$d; keepalive 256; keepalive_requests 1000000000;
          }
          server {
            listen 127.0.0.1:%3$d;
            location / {
              proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_buffers 32 16k; proxy_buffer_size 16k; %4$s
            }
          }
        }
        """
            .formatted(own, origin.port(), port, more);
    Path file = Files.writeString(own.resolve("nginx.conf"), config);
    return started(front, port, own, List.of("nginx", "-p", own.toString(), "-c", file.toString()));
  }

  private static Running varnish(Front front, Origin origin, Path folder, Kept kept)
      throws IOException {
    int port = freePort();
    Path own = Files.createDirectories(folder.resolve(front.name()));
    String vcl =
        """
        vcl 4.1;
        import std;
        import bodyaccess;
        backend default { .host = "127.0.0.1"; .port = "%d"; }
        sub vcl_recv { std.cache_req_body(1MB); set req.http.x-method = req.method; return (hash); }
        sub vcl_hash { bodyaccess.hash_req_body(); }
        sub vcl_backend_fetch { set bereq.method = bereq.http.x-method; }
        sub vcl_backend_response { set beresp.ttl = %s; set beresp.grace = %s; }
        """
            .formatted(
                origin.port(), kept == Kept.HOUR ? "1h" : "1s", kept == Kept.HOUR ? "10s" : "1h");
    Path file = Files.writeString(own.resolve("default.vcl"), vcl);
    return started(
        front,
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
            "malloc,512m",
            "-p",
            "thread_pools=1"));
  }

  private static Running started(Front front, int port, Path folder, List<String> program)
      throws IOException {
    List<String> command = new ArrayList<>(FIRST_CORE);
    command.addAll(program);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!isListening(port)) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        process.destroy();
        throw new IllegalStateException(front.label() + " did not start: " + program);
      }
      pause();
    }
    List<Long> pids = new ArrayList<>(List.of(process.pid()));
    process.descendants().forEach(each -> pids.add(each.pid()));
    return new Running(front, port, pids, folder, null, process);
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

  private static int freePort() throws IOException {
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
