package io.castile.gateway.edge;

import io.castile.gateway.config.AccessConfig;
import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.EdgeRules;
import io.castile.gateway.config.FieldEdits;
import io.castile.gateway.config.RouteFields;
import io.castile.gateway.config.RouteLimits;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The demands of a route on requests before they go on: {@code addresses → limits of addresses →
 * credentials → other limits → changes of fields}, so that a client that may not call costs little,
 * and takes nothing from others, and all checks see what the client has sent. Thread-safe.
 */
public final class RouteEdge {
  private final @Nullable AccessGate access; // null where any client may call
  private final @Nullable RouteLimiter limiter; // null for no limits
  private final @Nullable FieldEditor ofRequests; // null for no changes
  private final @Nullable FieldEditor ofResponses; // null for no changes

  private RouteEdge(
      @Nullable AccessGate access, @Nullable RouteLimiter limiter, RouteFields fields) {
    this.access = access;
    this.limiter = limiter;
    this.ofRequests = FieldEditor.of(fields.request());
    this.ofResponses = FieldEditor.of(fields.response());
  }

  /**
   * Makes that of a route's rules.
   *
   * @param before what the route had; limits that stay keep what they have counted. Null for a
   *     route that is new, or that had nothing
   * @param known others, whose files need not be read again
   * @return null where requests go on as they came
   * @throws IOException if a file cannot be read, or is not what it should be
   */
  public static @Nullable RouteEdge of(
      EdgeRules rules, @Nullable RouteEdge before, Collection<RouteEdge> known) throws IOException {
    return rules.equals(EdgeRules.NONE)
        ? null
        : new RouteEdge(
            access(rules.access(), known),
            limiter(rules.limits(), before == null ? null : before.limiter),
            rules.fields());
  }

  private static @Nullable AccessGate access(AccessConfig config, Collection<RouteEdge> known)
      throws IOException {
    if (config.equals(AccessConfig.OPEN)) {
      return null;
    }
    List<AccessGate> gates = new ArrayList<>();
    for (RouteEdge each : known) {
      if (each.access != null) {
        if (each.access.config().equals(config)) {
          return each.access;
        }
        gates.add(each.access);
      }
    }
    return AccessGate.of(config, gates);
  }

  private static @Nullable RouteLimiter limiter(RouteLimits limits, @Nullable RouteLimiter before) {
    if (limits.equals(RouteLimits.NONE)) {
      return null;
    }
    return before != null && before.limits().equals(limits) ? before : new RouteLimiter(limits);
  }

  /** Returns what is to be looked at, as files that are read again when they change. */
  public List<Watched> watched() {
    return access == null ? List.of() : access.watched();
  }

  /**
   * Decides whether a request goes on, and makes its head what the origin is to get.
   *
   * @param exchange has its head only
   * @param trusted proxies whose word on the client's address is believed
   */
  public Admission admit(FrontExchange exchange, List<AddressRange> trusted) {
    Admission admission = new Admission();
    admission.refusal(refusal(exchange.head(), trusted, admission));
    tellCaller(exchange, admission);
    if (ofRequests != null) {
      ofRequests.accept(exchange.head().fields());
    }
    if (ofResponses != null) {
      exchange.changeResponse(ofResponses);
    }
    return admission;
  }

  private static void tellCaller(FrontExchange exchange, Admission admission) {
    String caller = admission.caller();
    if (caller != null) {
      exchange.caller(caller);
    }
  }

  private @Nullable Reply refusal(
      RequestHead head, List<AddressRange> trusted, Admission admission) {
    InetAddress client = ClientAddress.of(head, trusted);
    Reply refusal = access == null ? null : access.refusal(client);
    if (refusal == null && limiter != null) {
      refusal = limiter.takeByAddress(client, admission);
      admission.restKeys(limiter.restKeys(head)); // before a field is removed
    }
    if (refusal == null && access != null) {
      refusal = access.check(head.fields(), admission);
    }
    return refusal == null && !admission.isPending() ? takeByRest(admission) : refusal;
  }

  private @Nullable Reply takeByRest(Admission admission) {
    RouteLimiter.RestKeys keys = admission.restKeys();
    return limiter == null || keys == null ? null : limiter.takeByRest(keys, admission);
  }

  /**
   * Decides whether a request goes on whose credential has been checked.
   *
   * @param result what the check has found
   * @return the answer to one that does not; null for one that does
   */
  public @Nullable Reply checked(FrontExchange exchange, Admission admission, CheckResult result) {
    if (access == null) {
      return takeByRest(admission);
    }
    return switch (result) {
      case RIGHT -> {
        tellCaller(exchange, admission);
        yield takeByRest(admission);
      }
      case WRONG_PASSWORD -> access.unauthorized();
      case WRONG_TOKEN -> access.invalidToken();
      case NO_KEYS -> later("the keys by which tokens are checked are not there yet");
      case BUSY -> later("as many credentials wait to be checked as may");
    };
  }

  private static Reply later(String why) {
    Reply reply = Reply.ofText(503, why);
    reply.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
    return reply;
  }

  /**
   * Finds out from which address a request was sent to the first proxy that is trusted: the last
   * address in {@code X-Forwarded-For} that is not of a trusted proxy.
   */
  private static final class ClientAddress {
    private static final AsciiString FOR = AsciiString.cached("x-forwarded-for");

    private ClientAddress() {}

    /**
     * Returns the address.
     *
     * @param head with what {@link io.castile.gateway.http.FrontServer} has set: the last address
     *     of the field is that of the connection
     * @return null where a proxy that is trusted has told no address
     */
    static @Nullable InetAddress of(RequestHead head, List<AddressRange> trusted) {
      InetAddress client = head.client();
      String list = head.fields().get(FOR);
      if (client == null || list == null || !isTrusted(client, trusted)) {
        return client;
      }
      // Invariant: the address behind end, which is client, is that of a trusted proxy.
      int end = list.lastIndexOf(',');
      while (end >= 0) {
        int start = list.lastIndexOf(',', end - 1) + 1;
        client = address(list.substring(start, end).strip());
        if (client == null || !isTrusted(client, trusted)) {
          return client;
        }
        end = start - 1;
      }
      return client;
    }

    /** Reads an address behind which some proxies write the port. */
    private static @Nullable InetAddress address(String text) {
      int bracket = text.indexOf(']');
      if (text.startsWith("[") && bracket > 0) {
        return AddressRange.address(text.substring(1, bracket));
      }
      int colon = text.indexOf(':');
      boolean hasPort = colon >= 0 && colon == text.lastIndexOf(':');
      return AddressRange.address(hasPort ? text.substring(0, colon) : text);
    }

    private static boolean isTrusted(InetAddress address, List<AddressRange> trusted) {
      for (AddressRange range : trusted) {
        if (range.contains(address)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Changes header fields. Immutable and thread-safe. */
  private static final class FieldEditor implements Consumer<HttpHeaders> {
    private final List<AsciiString> removed;
    private final List<Map.Entry<AsciiString, String>> set;

    private FieldEditor(FieldEdits edits) {
      removed = edits.remove().stream().map(AsciiString::cached).toList();
      set =
          edits.set().entrySet().stream()
              .map(field -> Map.entry(AsciiString.cached(field.getKey()), field.getValue()))
              .toList();
    }

    /** Returns what makes the changes; null for none. */
    static @Nullable FieldEditor of(FieldEdits edits) {
      return edits.equals(FieldEdits.NONE) ? null : new FieldEditor(edits);
    }

    @Override
    public void accept(HttpHeaders fields) {
      removed.forEach(fields::remove);
      set.forEach(field -> fields.set(field.getKey(), field.getValue()));
    }
  }
}
