package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapVersion;
import jakarta.activation.DataHandler;
import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attachments of messages as handlers see and change them. */
class HandledAttachmentsTest {
  /** What a handler does to a message. */
  private interface Action<C> {
    void on(C context) throws SOAPException, IOException;
  }

  /** A handler of SOAP for messages of one direction. */
  private record Protocol(boolean isOutbound, Action<SOAPMessageContext> action)
      implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return run(isOutbound, action, context);
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  /** A logical handler for messages of one direction. */
  private record Logical(boolean isOutbound, Action<LogicalMessageContext> action)
      implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      return run(isOutbound, action, context);
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  private static <C extends MessageContext> boolean run(
      boolean isOutbound, Action<C> action, C context) {
    if (isOutbound == (Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
      try {
        action.on(context);
      } catch (SOAPException e) {
        throw new WebServiceException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return true;
  }

  private final List<byte[]> seen = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private ServerBuilder server() {
    return Castile.server()
        .sameVersion(false)
        .host("localhost")
        .publish("/vault", new VaultService());
  }

  private Vault client(ServerBuilder builder, UnaryOperator<ClientBuilder<Vault>> with) {
    SoapServer server = builder.start();
    open.add(server);
    return with.apply(Castile.client(Vault.class).endpoint(server.url("/vault"))).build();
  }

  private void see(SOAPMessageContext context) throws SOAPException {
    Iterator<AttachmentPart> all = context.getMessage().getAttachments();
    while (all.hasNext()) {
      seen.add(all.next().getRawContentBytes());
    }
  }

  private Handler<?> seeing() {
    return new Protocol(false, this::see);
  }

  private static DataHandler data(int length) {
    return new DataHandler(new VaultService.Made(length, () -> {}));
  }

  private static Handler<?> adding(int length) {
    return new Protocol(
        true,
        context -> {
          AttachmentPart part = context.getMessage().createAttachmentPart(data(length));
          part.setContentId("<added." + length + "@test>");
          context.getMessage().addAttachmentPart(part);
        });
  }

  private static String sum(byte[] bytes) {
    return VaultService.summed(new ByteArrayInputStream(bytes));
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void partsOfARequestAreSeenAndStillReadByTheService(SoapVersion version) {
    Vault vault =
        client(
            server().jaxws(j -> j.handlers(seeing())), with -> with.mtom(0).soapVersion(version));
    byte[] bytes = VaultService.bytes(1);

    assertThat(vault.put(bytes)).isEqualTo(sum(bytes));

    assertThat(seen).containsExactly(bytes);
  }

  @Test
  void partsOfAResponseAreSeenAndStillReadByTheClient() throws Exception {
    Vault vault = client(server().mtom(0), with -> with.jaxws(j -> j.handlers(seeing())));

    assertThat(vault.get(1)).isEqualTo(VaultService.bytes(1));
    assertThat(vault.make(1000).getInputStream().readAllBytes()).hasSize(1000);

    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).isEqualTo(VaultService.bytes(1));
    assertThat(seen.get(1)).hasSize(1000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatAHandlerAddsIsSent(boolean hasAddressing) {
    Vault vault =
        client(
            server().addressing(hasAddressing).jaxws(j -> j.handlers(seeing(), adding(7))),
            with ->
                with.addressing(hasAddressing)
                    .jaxws(j -> j.handlers(seeing(), adding(5), adding(6))));

    assertThat(vault.text("t")).isEqualTo("t");

    assertThat(seen).hasSize(3);
    assertThat(seen.subList(0, 2))
        .extracting(bytes -> bytes.length)
        .containsExactlyInAnyOrder(5, 6);
    assertThat(seen.get(2)).hasSize(7); // in the response
  }

  @Test
  void whatAHandlerRemovesIsNotSent() {
    Handler<?> removing =
        new Protocol(true, context -> context.getMessage().removeAllAttachments());
    Vault vault =
        client(
            server().jaxws(j -> j.handlers(seeing())),
            with -> with.jaxws(j -> j.handlers(adding(5), removing)));

    assertThat(vault.text("t")).isEqualTo("t");

    assertThat(seen).isEmpty();
  }

  @Test
  void whatAHandlerPutsInThePlaceOfAPartIsRead() {
    byte[] other = VaultService.bytes(2);
    Handler<?> replacing =
        new Protocol(
            false,
            context -> {
              AttachmentPart part = (AttachmentPart) context.getMessage().getAttachments().next();
              part.setRawContentBytes(other, 0, other.length, "application/octet-stream");
            });
    Vault vault = client(server().jaxws(j -> j.handlers(replacing)), with -> with.mtom(0));

    assertThat(vault.put(VaultService.bytes(1))).isEqualTo(sum(other));
  }

  private static Map<String, DataHandler> map(Map<String, Object> context, String name) {
    @SuppressWarnings("unchecked") // as the specification has it
    Map<String, DataHandler> map = (Map<String, DataHandler>) context.get(name);
    return map;
  }

  private Handler<?> seeingMap() {
    return new Logical(
        false,
        context -> {
          for (DataHandler each :
              map(context, MessageContext.INBOUND_MESSAGE_ATTACHMENTS).values()) {
            seen.add(each.getInputStream().readAllBytes());
          }
        });
  }

  private static Handler<?> addingToMap(int length) {
    return new Logical(
        true,
        context ->
            map(context, MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS)
                .put("made." + length + "@test", data(length)));
  }

  @Test
  void logicalHandlersHaveThemInMaps() throws Exception {
    Vault vault =
        client(
            server().mtom(0).jaxws(j -> j.handlers(seeingMap(), addingToMap(7))),
            with -> with.mtom(0).jaxws(j -> j.handlers(seeingMap(), addingToMap(5))));

    assertThat(vault.text("t")).isEqualTo("t");

    assertThat(seen).extracting(bytes -> bytes.length).containsExactly(5, 7);
    seen.clear();
    assertThat(vault.get(1)).isEqualTo(VaultService.bytes(1));
    assertThat(seen).extracting(bytes -> bytes.length).containsExactly(5, 7);
    assertThat(Arrays.equals(seen.get(1), VaultService.bytes(1))).isFalse();
  }

  @Test
  void anInboundMapHasThePartsOfTheMessageItself() {
    Vault vault = client(server().jaxws(j -> j.handlers(seeingMap())), with -> with.mtom(0));
    byte[] bytes = VaultService.bytes(1);

    assertThat(vault.put(bytes)).isEqualTo(sum(bytes));

    assertThat(seen).containsExactly(bytes);
  }

  /** A letter that refers to its enclosure. */
  public static class Letter {
    @XmlAttachmentRef public DataHandler enclosure;
  }

  /** A service for letters. */
  @WebService(targetNamespace = "urn:post")
  public interface Post {
    Letter turn(@WebParam(name = "letter") Letter letter);
  }

  /** Gives back what it gets. */
  @WebService(
      targetNamespace = "urn:post",
      endpointInterface = "io.castile.HandledAttachmentsTest$Post")
  public static class PostService implements Post {
    @Resource private WebServiceContext context;

    @Override
    public Letter turn(Letter letter) {
      map(context.getMessageContext(), MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS)
          .put("stamp@test", data(2));
      return letter;
    }
  }

  private Letter turned(
      UnaryOperator<ServerBuilder> server, UnaryOperator<ClientBuilder<Post>> with) {
    SoapServer started =
        server
            .apply(
                Castile.server()
                    .sameVersion(false)
                    .host("localhost")
                    .publish("/post", new PostService()))
            .start();
    open.add(started);
    Letter letter = new Letter();
    letter.enclosure = data(1000);
    Post post = with.apply(Castile.client(Post.class).endpoint(started.url("/post"))).build();
    ((BindingProvider) post)
        .getRequestContext()
        .put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, Map.of("other@test", data(3)));
    Letter answer = post.turn(letter);
    Map<String, Object> context = ((BindingProvider) post).getResponseContext();
    assertThat(map(context, MessageContext.INBOUND_MESSAGE_ATTACHMENTS)).containsKey("stamp@test");
    return answer;
  }

  @Test
  void partsToWhichAMessageRefersPassHandlers() throws Exception {
    Letter plain = turned(server -> server, with -> with);
    Letter handled =
        turned(
            server -> server.jaxws(j -> j.handlers(seeing(), adding(7))),
            with -> with.jaxws(j -> j.handlers(seeing(), adding(5))));
    Letter idle =
        turned(
            server -> server.jaxws(j -> j.handlers(addingToMap(4))),
            with -> with.jaxws(j -> j.handlers(addingToMap(6))));

    for (Letter letter : List.of(plain, handled, idle)) {
      assertThat(letter.enclosure.getInputStream().readAllBytes()).hasSize(1000);
    }
    assertThat(seen)
        .extracting(bytes -> bytes.length)
        .containsExactlyInAnyOrder(1000, 3, 5, 1000, 2, 7);
  }
}
