package io.castile.gateway;

import static io.castile.gateway.Soap.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.observe.Advice;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.config.GatewaySettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway observes 65 operations of which the truth is known: 30 read, 30 write, in four
 * languages, and the answers of five depend on what is not in the body. Its advice is the policy of
 * the next gateway, unedited, which gets the same calls: every write reaches the service, nobody
 * gets an answer in another language, and what reads has hits.
 */
@Tag("long")
final class GatewayMixTest {
  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");
  private static final Duration LENGTH = Duration.ofHours(4);
  private static final int CALLS = 120;
  private static final int HIDDEN_CALLS = 600;

  private static final List<String> READS =
      List.of(
          ("getPrice GetOrderStatusRequest listCountries findCustomer search_catalog queryAccount"
                  + " fetchProfile lookupZip retrieveStatement describeService showOrder viewInvoice"
                  + " countOrders checkAvailability isAvailable calculateShipping convertCurrency"
                  + " browseCategories KeywordSearch holeKunde sucheArtikel ermittleSteuer"
                  + " obtenirSolde rechercherClient listerAgences obtenerPrecio consultarSaldo"
                  + " buscarProducto cercaProdotto zoekProduct")
              .split(" "));

  private static final List<String> WRITES =
      List.of(
          ("ackMessage charge checkIn markRead rateProduct voteFor refresh runReport"
                  + " getAndIncrementCounter searchAndReserve getNextNumber takeTicket kaufen"
                  + " bestelleWare storniereAuftrag bucheZimmer holePaketAb meldeAn enregistrer"
                  + " payerFacture annulerCommande ajouterPanier validerPanier supprimerClient"
                  + " comprar pagarFactura cancelarPedido guardarCliente borrarPedido votarPor")
              .split(" "));

  /** The header field that decides; empty where nothing tells. */
  private static final Map<String, String> HIDDEN =
      Map.of(
          "getGreeting", "Accept-Language",
          "getMenu", "Accept-Language",
          "getCatalog", "X-Country",
          "getBanner", "",
          "getNode", "");

  @TempDir private Path folder;

  private volatile Instant now = START;
  private volatile @Nullable Call current; // null before the first call
  private final Map<String, Integer> asked = new TreeMap<>();

  private record Call(Duration at, String operation, int id, boolean isSecond) {
    String message() {
      return envelope(
          "", "<p:" + operation + " xmlns:p=\"urn:p\"><id>" + id + "</id></p:" + operation + ">");
    }

    /** Half of what reads changes each hour. */
    String answer(Instant when) {
      long hour = Duration.between(START, when).toHours();
      boolean isChanging = READS.indexOf(operation) % 2 == 1;
      String text = HIDDEN.containsKey(operation) ? (isSecond ? "deutsch" : "english") : "done";
      return envelope(
          "", "<r><id>" + id + "</id><v>" + (isChanging ? hour : 0) + "</v>" + text + "</r>");
    }
  }

  private static List<Call> calls() {
    Random random = new Random(20260304);
    List<Call> all = new ArrayList<>();
    List<String> names = new ArrayList<>(READS);
    names.addAll(WRITES);
    names.addAll(new TreeSet<>(HIDDEN.keySet()));
    for (String name : names) {
      int count = HIDDEN.containsKey(name) ? HIDDEN_CALLS : CALLS;
      for (int i = 0; i < count; i++) {
        int every = name.equals("getMenu") || name.equals("getNode") ? 2 : 200; // 0.5 %
        all.add(
            new Call(
                Duration.ofMillis((long) (random.nextDouble() * LENGTH.toMillis())),
                name,
                random.nextInt(2),
                random.nextInt(every) == 0));
      }
    }
    all.sort(Comparator.comparing(Call::at));
    return all;
  }

  private NettyOrigin.Service.Answer answer(String path) {
    Call call = Objects.requireNonNull(current, path);
    asked.merge(call.operation(), 1, Integer::sum);
    return new NettyOrigin.Service.Answer("text/xml; charset=utf-8", call.answer(now));
  }

  private HttpResponse<String> made(Gateway gateway, Call call) throws Exception {
    now = START.plus(call.at());
    current = call;
    String field = HIDDEN.getOrDefault(call.operation(), "");
    List<String> fields = new ArrayList<>(List.of("User-Agent", "client " + call.id()));
    fields.addAll(List.of("X-Request-Id", String.valueOf(call.at().toNanos())));
    if (!field.isEmpty()) {
      fields.addAll(List.of(field, call.isSecond() ? "de" : "en"));
    }
    return Soap.post(gateway, call.message(), fields.toArray(String[]::new));
  }

  @Test
  void theAdviceAppliedUneditedLosesNoWriteAndMixesNoLanguages() throws Exception {
    List<Call> calls = calls();
    try (NettyOrigin origin = new NettyOrigin(this::answer)) {
      GatewaySettings config = GatewaySettings.of(Soap.ANY_PORT, origin.uri());
      Path file = folder.resolve("draft.yaml");
      try (Gateway gateway = Gateway.start(config, () -> now)) {
        for (Call each : calls) {
          made(gateway, each);
        }
        Files.writeString(file, Advice.of(Soap.recorded(gateway, calls.size())).yaml());
      }
      Map<String, Integer> all = new HashMap<>(asked);
      asked.clear();

      Set<String> wrong = new TreeSet<>();
      CachePolicy policy;
      try (Gateway gateway = Gateway.start(config.withPolicy(file), () -> now)) {
        policy = gateway.policy();
        for (Call each : calls) {
          String body = made(gateway, each).body();
          if (HIDDEN.containsKey(each.operation()) && !body.equals(each.answer(now))) {
            wrong.add(each.operation());
          }
        }
      }

      for (String write : WRITES) {
        assertThat(asked.get(write)).as(write).isEqualTo(all.get(write)).isEqualTo(CALLS);
      }
      assertThat(wrong).as("operations with answers in another language").isEmpty();
      Set<String> missed = new TreeSet<>();
      for (String read : READS) {
        boolean isCached = rule(policy, origin, read).cached() && asked.get(read) < CALLS;
        if (!isCached) {
          missed.add(read);
        }
      }
      assertThat(missed.size()).as("of 30, not advised: %s", missed).isLessThanOrEqualTo(1);
      assertThat(rule(policy, origin, "getGreeting").cached()).isTrue();
      assertThat(rule(policy, origin, "getMenu").cached()).isTrue();
    }
  }

  private static OperationPolicy rule(CachePolicy policy, NettyOrigin origin, String operation) {
    return policy.forTarget(
        new CachePolicy.Target("", origin.uri().toString(), "{urn:p}" + operation));
  }
}
