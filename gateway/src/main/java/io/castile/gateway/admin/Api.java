package io.castile.gateway.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.bridge.DescribedService;
import io.castile.cache.internal.CacheContents;
import io.castile.cache.internal.CallCache;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.KnownReads;
import io.castile.cache.observe.PolicyPreview;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.internal.AdviceTree;
import io.castile.cache.observe.internal.OperationText;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.FleetPolicy;
import io.castile.cache.policy.text.Durations;
import io.castile.gateway.admin.AdminTokens.Holder;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.meter.OperationMeter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources of the API, described in {@code docs/gateway/gateway-api.md}. Thread-safe; may take
 * time.
 */
final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);
  private static final Duration PREVIEWED = Duration.ofHours(1);
  private static final Duration ALL_RECORDED = Duration.ofDays(3650);
  private static final int MOST_ENTRIES = 1_000;
  private static final int USUAL_ENTRIES = 100;
  private static final List<String> PURGE_WORDS =
      List.of("id", "operation", "service", "path", "tag", "all", "soft");

  private final GatewayView gateway;
  private final GatewayMetrics metrics;
  private final PolicyDesk desk;

  Api(GatewayView gateway, GatewayMetrics metrics) {
    this.gateway = gateway;
    this.metrics = metrics;
    this.desk = new PolicyDesk(gateway.cache(), place(gateway));
  }

  private static PolicyPlace place(GatewayView gateway) {
    FleetPolicy fleet = gateway.fleetPolicy();
    Path file = gateway.policyFile();
    if (fleet != null) {
      return new PolicyInStore(fleet);
    }
    return file == null
        ? PolicyPlace.ofMemory(gateway.cache())
        : new PolicyInFile(gateway.cache(), file);
  }

  /**
   * Answers a request.
   *
   * @param audit is told what a change is of, and what comes of it
   * @throws ApiException if it is refused
   */
  Reply answer(ApiCall call, byte[] content, AuditLine audit) {
    RequestHead head = call.head();
    String name = call.endpoint().name(head.path());
    return switch (call.endpoint()) {
      case METRICS -> Json.text(GatewayMetrics.TYPE, metrics.scrape());
      case TOKEN -> token(call.holder());
      case OPERATIONS -> operations();
      case ORIGINS -> origins();
      case RELOAD -> reload();
      case ENTRIES -> entries(head);
      case ENTRY -> entry(name);
      case ADVICE -> advice(head);
      case RECORDING -> recordingFile();
      case POLICY -> policy(200, desk.current());
      case VERSION -> policy(200, version(name));
      case PREVIEW -> preview(Json.object(content));
      case PURGE -> purge(Json.object(content), audit);
      case EDIT -> edit(head, content, audit);
      case ROLLBACK -> rollback(head, content, audit);
    };
  }

  /** Returns the roles of the request's token, so that the console shows no more than it may do. */
  private static Reply token(Holder holder) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("name", holder.name());
    result.put("roles", holder.roles().stream().sorted().map(Role::word).toList());
    return Json.reply(200, result);
  }

  // ---- what happens ----

  private Reply operations() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (OperationMeter.Snapshot each : gateway.meters().snapshots()) {
      rows.add(row(each, gateway.described(each.route(), each.operation())));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("time", Instant.now().toString());
    result.put("secondsPerSlot", 10);
    result.put("operations", rows);
    return Json.reply(200, result);
  }

  /**
   * @param described null where no description has the operation
   */
  private static Map<String, Object> row(
      OperationMeter.Snapshot of, DescribedService.@Nullable Operation described) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("route", of.route());
    row.put("operation", of.operation());
    row.put("name", described == null ? null : described.name());
    row.put("documentation", described == null ? null : described.summary());
    row.put("requests", of.requests());
    row.put("hits", of.hits());
    row.put("stale", of.stale());
    row.put("misses", of.misses());
    row.put("passed", of.passed());
    row.put("noHits", noHits(of));
    row.put("failed", of.failed());
    row.put("hitRatio", of.requests() == 0 ? 0 : (double) (of.hits() + of.stale()) / of.requests());
    row.put("requestBytes", of.requestBytes());
    row.put("responseBytes", of.responseBytes());
    row.put("savedBytes", of.savedBytes());
    row.put("savedOriginMillis", of.savedNanos() / 1e6);
    row.put("latencyMicros", of.latency());
    row.put("cacheLatencyMicros", of.cacheLatency());
    row.put("originLatencyMicros", of.originLatency());
    row.put("recentRequests", of.recentRequests());
    row.put("recentCached", of.recentCached());
    return row;
  }

  /** Why requests were no hits, by reason. */
  private static List<Map<String, Object>> noHits(OperationMeter.Snapshot of) {
    List<Map<String, Object>> rows = new ArrayList<>();
    long passed = of.passed();
    for (NoHit.Count each : of.noHits()) {
      NoHit last = each.last();
      passed -= last.isPassed() ? each.requests() : 0;
      rows.add(
          noHit(
              last.isPassed(), last.reason().word(), each.requests(), last.found(), last.remedy()));
    }
    if (passed > 0 && !of.operation().isEmpty()) {
      rows.add(noHit(true, "notCached", passed, "no rule that caches it", "cache: true"));
    }
    return rows;
  }

  private static Map<String, Object> noHit(
      boolean isPassed, String reason, long requests, String found, @Nullable String remedy) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("passed", isPassed);
    row.put("reason", reason);
    row.put("requests", requests);
    row.put("found", found);
    row.put("remedy", remedy);
    return row;
  }

  private Reply origins() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ready", gateway.isReady());
    result.put("connections", gateway.connections());
    result.put("requests", gateway.requests());
    result.put("refusals", gateway.refusals());
    result.put("routes", gateway.routes());
    return Json.reply(200, result);
  }

  /** Whether the files of policy and configuration hold as they are. */
  private Reply reload() {
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put(
        "refused",
        CallCache.of(gateway.cache()).policyProblem().map(p -> p.since().toString()).orElse(null));
    policy.put(
        "problem",
        CallCache.of(gateway.cache()).policyProblem().map(p -> p.message()).orElse(null));
    GatewayView.Reload last = gateway.reload();
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put("read", last.read() == null ? null : last.read().toString());
    configuration.put("afterRestart", last.afterRestart());
    configuration.put("refused", last.refused() == null ? null : last.refused().toString());
    configuration.put("problem", last.problem());
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("policy", policy);
    result.put("configuration", configuration);
    return Json.reply(200, result);
  }

  // ---- entries ----

  private Reply entries(RequestHead head) {
    Map<String, List<String>> query = query(head);
    String search = first(query, "search", "");
    int limit = limit(first(query, "limit", String.valueOf(USUAL_ENTRIES)));
    List<Map<String, Object>> rows = new ArrayList<>();
    CallCache.of(gateway.cache())
        .contents()
        .list(search, limit + 1)
        .forEach(each -> rows.add(row(each)));
    boolean hasMore = rows.size() > limit;
    return Json.reply(
        200, Map.of("entries", rows.subList(0, Math.min(limit, rows.size())), "more", hasMore));
  }

  private static Map<String, List<String>> query(RequestHead head) {
    try {
      return new QueryStringDecoder(head.target()).parameters();
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "the query cannot be read: " + e.getMessage());
    }
  }

  private static String first(Map<String, List<String>> query, String name, String otherwise) {
    List<String> values = query.get(name);
    return values == null || values.isEmpty() ? otherwise : values.get(0);
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_ENTRIES) {
        return limit;
      }
    } catch (NumberFormatException e) {
      log.debug("no number: {}", text);
    }
    throw new ApiException(
        400, "expected a limit from 1 to " + MOST_ENTRIES + ", found '" + text + "'");
  }

  private static Map<String, Object> row(CacheContents.Entry entry) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", entry.id());
    row.put("service", entry.service());
    row.put("operation", entry.operation());
    row.put("endpoint", entry.endpoint());
    row.put("path", entry.target());
    row.put("question", entry.question());
    row.put("bytes", entry.bytes());
    row.put("ageSeconds", entry.age().toMillis() / 1e3);
    row.put("freshSeconds", entry.fresh().toMillis() / 1e3);
    row.put("originMillis", entry.fetchNanos() / 1e6);
    return row;
  }

  private Reply entry(String id) {
    CacheContents contents = CallCache.of(gateway.cache()).contents();
    Map<String, Object> row =
        row(contents.find(id).orElseThrow(() -> new ApiException(404, "no entry " + id)));
    row.put(
        "message", contents.message(id).map(m -> new String(m, StandardCharsets.UTF_8)).orElse(""));
    return Json.reply(200, row);
  }

  private Reply purge(JsonNode body, AuditLine audit) {
    for (String each : PURGE_WORDS) {
      audit.parameter(each, body.get(each));
    }
    boolean isSoft = body.path("soft").asBoolean(false);
    String id = text(body, "id");
    CacheContents.Query query =
        new CacheContents.Query(
            id,
            pattern(body, "service"),
            pattern(body, "operation"),
            pattern(body, "path"),
            text(body, "tag"));
    boolean isAll = body.path("all").asBoolean(false);
    if (isAll != query.equals(CacheContents.Query.ALL)) {
      throw new ApiException(
          400,
          "expected 'all': true, or one or more of 'id', 'operation', 'service', 'path' and 'tag'");
    }
    int purged = purge(query, isSoft);
    audit.result("purged", purged);
    if (id != null && purged == 0) {
      throw new ApiException(404, "no entry " + id);
    }
    log.info("{} entries were {}", purged, isSoft ? "made stale" : "purged");
    return Json.reply(200, Map.of(isSoft ? "stale" : "dropped", purged));
  }

  private int purge(CacheContents.Query query, boolean isSoft) {
    try {
      return CallCache.of(gateway.cache()).contents().purge(query, isSoft);
    } catch (RuntimeException e) {
      log.warn("entries were not purged: {}", e.toString());
      throw new ApiException(503, "the store did not give its entries; some may have been purged");
    }
  }

  private static @Nullable String text(JsonNode body, String name) {
    return body.has(name) ? Json.text(body, name) : null;
  }

  private static @Nullable NamePattern pattern(JsonNode body, String name) {
    String text = text(body, name);
    try {
      return text == null ? null : new NamePattern(text);
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "'" + name + "': " + e.getMessage());
    }
  }

  // ---- policy ----

  private Reply policy(int status, PolicyDesk.Version version) {
    Map<String, Object> result = new LinkedHashMap<>(row(version));
    result.put("policy", version.text());
    Path file = gateway.policyFile();
    result.put("file", file == null ? null : file.toString());
    result.put("fleet", gateway.fleetPolicy() != null);
    result.put("history", desk.history().stream().map(Api::row).toList());
    Reply reply = Json.reply(status, result);
    reply.fields().set(HttpHeaderNames.ETAG, '"' + version.tag() + '"');
    return reply;
  }

  private static Map<String, Object> row(PolicyDesk.Version version) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("number", version.number());
    row.put("tag", version.tag());
    row.put("time", version.time().toString());
    row.put("change", version.change());
    row.put("rules", version.policy().rules().size());
    return row;
  }

  /** The version that a change is made for (RFC 9110 §13.1.1). */
  private static String ifMatch(RequestHead head) {
    String field = head.fields().get(HttpHeaderNames.IF_MATCH);
    if (field == null) {
      throw new ApiException(428, "expected If-Match with the ETag of the policy to be replaced");
    }
    String tag = field.strip();
    return tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"")
        ? tag.substring(1, tag.length() - 1)
        : tag;
  }

  /** The audit log has the tag of the new version, which a digest of the text is in. */
  private Reply edit(RequestHead head, byte[] content, AuditLine audit) {
    audit.parameter("ifMatch", head.fields().get(HttpHeaderNames.IF_MATCH));
    String text = Json.text(Json.object(content), "policy");
    audit.parameter("characters", text.length());
    return replaced(desk.replace(text, ifMatch(head), "edit"), audit);
  }

  private Reply rollback(RequestHead head, byte[] content, AuditLine audit) {
    audit.parameter("ifMatch", head.fields().get(HttpHeaderNames.IF_MATCH));
    JsonNode body = Json.object(content);
    audit.parameter("number", body.get("number"));
    PolicyDesk.Version old = version(body.path("number").asText());
    return replaced(desk.replace(old.text(), ifMatch(head), "rollback"), audit);
  }

  private Reply replaced(PolicyDesk.Version version, AuditLine audit) {
    audit.result("version", version.tag());
    return policy(200, version);
  }

  private PolicyDesk.Version version(String number) {
    int wanted = -1;
    try {
      wanted = Integer.parseInt(number);
    } catch (NumberFormatException e) {
      log.debug("no number: {}", number);
    }
    return desk.version(wanted)
        .orElseThrow(() -> new ApiException(404, "no version '" + number + "' of the policy"));
  }

  private Reply preview(JsonNode body) {
    PolicyPreview preview =
        PolicyPreview.of(recording(), PolicyDesk.parse(Json.text(body, "policy")), PREVIEWED);
    List<Map<String, Object>> rows = new ArrayList<>();
    preview.operations().forEach(each -> rows.add(row(each)));
    return Json.reply(200, Map.of("operations", rows, "minutes", PREVIEWED.toMinutes()));
  }

  private static Map<String, Object> row(PolicyPreview.Row of) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("service", of.service().map(QName::toString).orElse(null));
    row.put("operation", of.operation().toString());
    row.put("endpoint", of.endpoint());
    row.put("cached", of.cached());
    row.put("ttl", of.ttl().map(Durations::print).orElse(null));
    row.put("calls", of.calls());
    row.put("hits", of.hits());
    row.put("stale", of.stale());
    row.put("savedOriginMillis", of.savedNanos() / 1e6);
    row.put("savedBytes", of.savedBytes());
    row.put("passed", of.passed());
    row.put("passing", of.passing().stream().map(Api::row).toList());
    return row;
  }

  private static Map<String, Object> row(PolicyPreview.Passing of) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("because", of.because());
    row.put("calls", of.calls());
    row.put("remedy", of.remedy().orElse(null));
    return row;
  }

  // ---- advice ----

  private Recording recording() {
    return gateway
        .recording()
        .orElseThrow(() -> new ApiException(409, "nothing is recorded (observe: false)"));
  }

  /** The operator may name operations that only read. */
  private Reply advice(RequestHead head) {
    Recording recording = recording();
    List<String> reads = query(head).getOrDefault("reads", List.of());
    Advice advice = Advice.of(recording, Advice.DEFAULT_STALE_RISK, known(reads));
    Map<QName, OperationText> texts = gateway.texts();
    Map<String, Object> result = AdviceTree.of(advice, recording, texts);
    result.put("passing", passing(recording));
    result.put(
        "yaml",
        advice.yaml(
            operation -> {
              OperationText text = texts.get(operation);
              return text == null ? List.of() : text.lines();
            }));
    return Json.reply(200, result);
  }

  /** The operations that the policy caches, of which recorded calls would go past the cache. */
  private List<Map<String, Object>> passing(Recording recording) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (PolicyPreview.Row each :
        PolicyPreview.of(recording, gateway.cache().policy(), ALL_RECORDED).operations()) {
      if (each.passed() > 0) {
        rows.add(row(each));
      }
    }
    return rows;
  }

  private static KnownReads known(List<String> reads) {
    try {
      return KnownReads.of(reads);
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "'reads': " + e.getMessage());
    }
  }

  private Reply recordingFile() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      recording().write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Json.content(200, "text/plain; charset=utf-8", out.toByteArray());
  }
}
