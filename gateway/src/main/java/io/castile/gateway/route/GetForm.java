package io.castile.gateway.route;

import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.GetQuestion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key of a request by HTTP GET. Immutable.
 *
 * @param question what is asked
 * @param target path and what decides the form of the answer
 */
record GetForm(GetQuestion question, String target) implements KeyForm {
  /** Fields by which services choose the form of an answer. */
  private static final List<AsciiString> OF_FORM =
      List.of(
          HttpHeaderNames.ACCEPT, HttpHeaderNames.CONTENT_TYPE, AsciiString.cached("soapaction"));

  /** Fields that ask for a part of the answer, or for none. */
  private static final List<AsciiString> OF_PARTS =
      List.of(HttpHeaderNames.RANGE, HttpHeaderNames.IF_MATCH, HttpHeaderNames.IF_UNMODIFIED_SINCE);

  /** Returns what a request asks; null where it is none by GET that asks for a whole answer. */
  static @Nullable GetQuestion question(Route route, RequestHead head) {
    return head.method().equals(HttpMethod.GET)
            && OF_PARTS.stream().noneMatch(head.fields()::contains)
        ? GetQuestion.read(route.rest(head))
        : null;
  }

  static GetForm of(GetQuestion question, RequestHead head) {
    StringBuilder target = new StringBuilder("GET ").append(question.path());
    for (AsciiString field : OF_FORM) {
      target.append('\n').append(field).append(' ').append(head.fields().getAll(field));
    }
    return new GetForm(question, target.toString());
  }

  /** Parameters are the operation's arguments. */
  @Override
  public byte[] message(OperationPolicy policy) {
    return question.envelope(
        name -> policy.ignore().stream().anyMatch(part -> isArgument(part, name, policy)));
  }

  private static boolean isArgument(IgnoredPart part, String name, OperationPolicy policy) {
    return part.kind() == IgnoredPart.Kind.ARGUMENT
        && part.name().equals(name)
        && policy.vary().stream()
            .noneMatch(
                each -> each.kind() == Vary.Kind.ARGUMENT && each.name().equals(part.name()));
  }

  @Override
  public @Nullable String charset() {
    return null;
  }
}
