package io.castile.soap.http.message;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kinds of header fields of an HTTP request, by what their names say of its answer: fields that
 * are known to say nothing, fields that identify the sender of the request, and all others, of
 * which nothing is known.
 */
public enum FieldKind {
  /** A field by which no answer differs: of connections, caches, traces, codings. */
  NEUTRAL,
  /**
   * A field that identifies the sender of the request, or proves the identity ({@link
   * CredentialFields}).
   */
  CREDENTIAL,
  /** Any other field: a service may answer by it. */
  OTHER;

  /**
   * The fields that are known to say nothing. The address of the client is among them: a service
   * that answers by it is told apart by no cache.
   */
  private static final Set<String> NEUTRAL_NAMES =
      Set.of(
          // the connection, and how the content is carried (RFC 9110, 9112, 9113)
          "alt-used",
          "connection",
          "content-digest",
          "content-encoding",
          "content-length",
          "content-md5",
          "content-transfer-encoding",
          "content-type",
          "digest",
          "early-data",
          "expect",
          "http2-settings",
          "keep-alive",
          "max-forwards",
          "mime-version",
          "priority",
          "proxy-connection",
          "repr-digest",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "upgrade-insecure-requests",
          "via",
          "want-content-digest",
          "want-digest",
          "want-repr-digest",
          // the form of the answer, and what caches do (RFC 9111); the action is in keys itself
          "accept",
          "accept-encoding",
          "available-dictionary",
          "cache-control",
          "castile",
          "cdn-loop",
          "date",
          "dictionary-id",
          "if-match",
          "if-modified-since",
          "if-none-match",
          "if-unmodified-since",
          "pragma",
          "soapaction",
          "warning",
          // the program of the client, and hints of browsers; those with sec- are below
          "device-memory",
          "dnt",
          "downlink",
          "dpr",
          "ect",
          "rtt",
          "save-data",
          "sec-fetch-user",
          "user-agent",
          "viewport-width",
          "width",
          // the client's address
          "cf-connecting-ip",
          "true-client-ip",
          "x-forwarded-for",
          "x-real-ip",
          // traces and numbers of requests
          "b3",
          "cf-ray",
          "correlation-id",
          "elastic-apm-traceparent",
          "grpc-trace-bin",
          "ms-cv",
          "newrelic",
          "ot-tracer-sampled",
          "ot-tracer-spanid",
          "ot-tracer-traceid",
          "request-id",
          "sentry-trace",
          "singularityheader",
          "sw8",
          "traceparent",
          "tracestate",
          "uber-trace-id",
          "vsdebuggercausalitydata",
          "x-amzn-trace-id",
          "x-b3-flags",
          "x-b3-parentspanid",
          "x-b3-sampled",
          "x-b3-spanid",
          "x-b3-traceid",
          "x-client-trace-id",
          "x-cloud-trace-context",
          "x-correlation-id",
          "x-correlationid",
          "x-datadog-origin",
          "x-datadog-parent-id",
          "x-datadog-sampling-priority",
          "x-datadog-tags",
          "x-datadog-trace-id",
          "x-dynatrace",
          "x-envoy-attempt-count",
          "x-envoy-decorator-operation",
          "x-envoy-expected-rq-timeout-ms",
          "x-envoy-external-address",
          "x-envoy-internal",
          "x-envoy-upstream-rq-timeout-ms",
          "x-instana-l",
          "x-instana-s",
          "x-instana-t",
          "x-ms-client-request-id",
          "x-ms-correlation-request-id",
          "x-ms-request-id",
          "x-newrelic-id",
          "x-newrelic-transaction",
          "x-ot-span-context",
          "x-queue-start",
          "x-request-id",
          "x-request-start",
          "x-span-id",
          "x-trace-id");

  /** Fields that browsers alone set (RFC 8942, Fetch). */
  private static final String OF_BROWSERS = "sec-";

  private static final int MAX_REMEMBERED = 2_000;
  private static final int MAX_REMEMBERED_LENGTH = 64;

  /** The remembered names as they are written; a bounded number of them, as senders choose them. */
  private static final Map<String, FieldKind> REMEMBERED = new ConcurrentHashMap<>();

  /**
   * Returns the kind of a field.
   *
   * @param name in any case
   */
  public static FieldKind of(String name) {
    FieldKind known = REMEMBERED.get(name);
    if (known != null) {
      return known;
    }
    FieldKind found = find(name.toLowerCase(Locale.ROOT));
    if (name.length() <= MAX_REMEMBERED_LENGTH && REMEMBERED.size() < MAX_REMEMBERED) {
      REMEMBERED.put(name, found);
    }
    return found;
  }

  private static FieldKind find(String lower) {
    if (NEUTRAL_NAMES.contains(lower)) {
      return NEUTRAL;
    }
    if (CredentialNames.has(lower)) {
      return CREDENTIAL;
    }
    return lower.startsWith(OF_BROWSERS) ? NEUTRAL : OTHER;
  }
}
