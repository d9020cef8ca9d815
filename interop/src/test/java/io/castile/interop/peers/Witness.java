package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.internal.Content;
import io.castile.template.internal.Match;
import io.castile.template.internal.Overlay;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import io.castile.template.key.Direction;
import io.castile.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A link that writes each message a second time in the form that it is to have, and keeps count of
 * what that took. The bytes must be those that were on the wire: so it is known what these are, and
 * that they are what they are said to be. For one caller at a time.
 */
final class Witness implements Interceptor {
  private static final String NUMBERS =
      "doubles|ints|level|floats|longs|flags|gaps|ratio|x|y|value";

  /** Spaces behind the end tag of a number, and in front of one. */
  private static final Pattern OUTSIDE = Pattern.compile("</(?:" + NUMBERS + ")> +<");

  private static final Pattern INSIDE = Pattern.compile("[^<> ] +</(?:" + NUMBERS + ")>");

  /** Who has not given a template back after that will not do so. */
  private static final long TIMEOUT_NANOS = 10_000_000_000L;

  /** An int of an array, and the spaces behind its end tag; not the last, which may have none. */
  private static final Pattern INT = Pattern.compile("<ints>([^<]*)</ints>( *)(?=<ints>)");

  /** Of -2147483648. */
  private static final int INT_WIDTH = 11;

  private final MessageForm form;
  private final Direction direction;
  private final Templates store;
  private final Template template;
  private final List<String> messages = new ArrayList<>();
  private final Map<Match, Integer> matches = new EnumMap<>(Match.class);
  private int stolen;
  private int shifted;
  private int rebuilt;
  private int inserted;
  private int removed;

  /**
   * @param store where the templates of the messages are kept: new, and used for these only
   */
  Witness(MessageForm form, Direction direction, Templates store) {
    this.form = form;
    this.direction = direction;
    this.store = store;
    this.template = form.hasTemplate() ? new Template(form.options()) : null;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    awaitTemplates();
    if (direction == Direction.REQUEST) {
      keep(request::writeTo);
      return chain.proceed(request);
    }
    SoapResponse response = chain.proceed(request);
    keep(response::writeTo);
    return response;
  }

  /**
   * Waits until the templates of the messages so far have been given back, which a client that has
   * its answer need not wait for: the next message would be written without its template.
   */
  private void awaitTemplates() {
    if (form == MessageForm.PLAIN) {
      return;
    }
    long start = System.nanoTime();
    while (calls() < messages.size()) {
      if (System.nanoTime() - start > TIMEOUT_NANOS) {
        throw new IllegalStateException(
            "expected " + messages.size() + " messages, found " + store.statistics());
      }
      LockSupport.parkNanos(100_000);
    }
  }

  private long calls() {
    return rows().stream().mapToLong(TemplateStatistics.Row::calls).sum();
  }

  private List<TemplateStatistics.Row> rows() {
    return store.statistics().rows().stream().filter(row -> row.direction() == direction).toList();
  }

  private <E extends Exception> void keep(Content<E> content) throws E {
    byte[] message;
    if (form.isOverlaid()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        new Overlay(form.options(), content).writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      message = out.toByteArray();
    } else if (form.hasTemplate()) {
      count(template.update(content));
      message = template.toByteArray();
    } else {
      XmlWriter out = new XmlWriter(1 << 16);
      content.writeTo(out);
      message = out.toByteArray();
    }
    messages.add(new String(message, StandardCharsets.UTF_8));
  }

  private void count(UpdateResult update) {
    matches.merge(update.match(), 1, Integer::sum);
    stolen += update.stolen();
    shifted += update.shifted();
    rebuilt += update.rebuilt();
    inserted += update.inserted();
    removed += update.removed();
  }

  /**
   * Checks that the messages had their form, and were sent in it.
   *
   * @param sent what was on the wire, in the direction of this witness
   */
  void verify(List<HttpMessage> sent) {
    assertThat(messages).hasSize(Batches.STEPS);
    assertThat(sent.stream().map(HttpMessage::text)).containsExactlyElementsOf(messages);
    verifyPadding();
    verifyFirstPadding();
    verifyChunks(sent);
    if (form == MessageForm.PLAIN) {
      assertThat(store).isSameAs(Templates.off());
    } else {
      verifyStatistics();
    }
    if (form.hasTemplate()) {
      verifyWork();
    }
  }

  /** Messages of unknown length are sent in chunks, of which long ones have several. */
  private void verifyChunks(List<HttpMessage> sent) {
    assertThat(sent).allMatch(message -> message.chunks() > 0 == form.isOverlaid());
    assertThat(sent.stream().anyMatch(message -> message.chunks() > 1))
        .isEqualTo(form.isOverlaid());
  }

  private void verifyPadding() {
    int outside = 0;
    int inside = 0;
    for (String message : messages) {
      outside += count(OUTSIDE, message);
      inside += count(INSIDE, message);
    }
    assertThat(outside > 1000)
        .as("padded outside: " + outside)
        .isEqualTo(form.isPadded() && !form.isPaddedInside());
    assertThat(inside > 1000).as("padded inside: " + inside).isEqualTo(form.isPaddedInside());
    assertThat(Math.min(outside, inside)).isZero();
    assertThat(Math.max(outside, inside) > 0).isEqualTo(form.isPadded());
  }

  /**
   * Only the greatest width is there from the first message on, and there it is that of all ints
   * but the last.
   */
  private void verifyFirstPadding() {
    String first = messages.get(0);
    if (!form.isMaximum()) {
      assertThat(count(OUTSIDE, first) + count(INSIDE, first)).isZero();
      return;
    }
    Matcher found = INT.matcher(first);
    while (found.find()) {
      assertThat(found.group(1).length() + found.group(2).length()).isEqualTo(INT_WIDTH);
    }
    assertThat(count(INT, first)).isGreaterThan(500);
  }

  private static int count(Pattern pattern, String message) {
    Matcher found = pattern.matcher(message);
    int count = 0;
    while (found.find()) {
      count++;
    }
    return count;
  }

  private void verifyWork() {
    assertThat(matches.keySet()).containsExactlyInAnyOrder(Match.values());
    assertThat(inserted).isPositive();
    assertThat(removed).isPositive();
    if (form.isShifted()) {
      assertThat(shifted).isPositive();
      assertThat(rebuilt).isPositive();
      if (form.isPadded()) {
        assertThat(stolen).isPositive();
      }
    }
  }

  private void verifyStatistics() {
    awaitTemplates();
    List<TemplateStatistics.Row> rows = rows();
    assertThat(rows).hasSize(1);
    TemplateStatistics.Row row = rows.get(0);
    assertThat(row.calls()).isEqualTo(Batches.STEPS);
    if (form.isOverlaid()) {
      assertThat(row.overlaid()).isEqualTo(Batches.STEPS);
      return;
    }
    assertThat(
            Map.of(
                Match.CONTENT, (int) row.content(),
                Match.PERFECT_STRUCTURAL, (int) row.perfectStructural(),
                Match.PARTIAL_STRUCTURAL, (int) row.partialStructural(),
                Match.FIRST_TIME, (int) row.firstTime()))
        .isEqualTo(matches);
  }

  @Override
  public String toString() {
    return "witness of " + form;
  }
}
