package io.castile.bench.send;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.Envelopes;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Outlet;
import io.castile.template.TemplateOptions;
import io.castile.template.internal.Overlay;
import io.castile.template.internal.Template;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The ways to make a message and to send it: what the rows of the sending suites time. */
public abstract class SendCall implements Call {
  private Outlet outlet = Outlet.NONE;

  /** Sends messages there from now on; until then, nowhere. */
  public final void to(Outlet next) {
    outlet = next;
  }

  /** Lets a message go. */
  final void send(Payload message) throws IOException {
    outlet.send(message);
  }

  /** The message that {@link #run} has sent. */
  abstract Object sent();

  /** Castile without templates: every message is written as a whole. */
  static SendCall plain(Envelope<?> message) {
    XmlWriter writer = new XmlWriter();
    return new SendCall() {
      @Override
      public void run() throws IOException {
        writer.reset();
        message.writeTo(writer);
        send(writer);
      }

      @Override
      Object sent() {
        return message.bean();
      }
    };
  }

  /** A template that has seen some messages and then gets the same ones in turn, for ever. */
  static SendCall inTurn(TemplateOptions options, List<Envelope<?>> seen, List<Envelope<?>> turn) {
    Template template = new Template(options);
    seen.forEach(template::update);
    turn.forEach(template::update);
    return new SendCall() {
      private int last = turn.size() - 1;

      @Override
      public void run() throws IOException {
        last = last + 1 == turn.size() ? 0 : last + 1;
        template.update(turn.get(last));
        send(template);
      }

      @Override
      Object sent() {
        return turn.get(last).bean();
      }
    };
  }

  /** A new template each time that has seen one message, and gets the other. */
  static SendCall once(TemplateOptions options, Envelope<?> before, Envelope<?> after) {
    return once(options, List.of(before), after);
  }

  /** A new template each time that has seen some messages, and gets another one. */
  static SendCall once(TemplateOptions options, List<Envelope<?>> before, Envelope<?> after) {
    return new SendCall() {
      private Template template;

      @Override
      public boolean isPrepared() {
        return true;
      }

      @Override
      public void prepare() {
        template = new Template(options);
        before.forEach(template::update);
      }

      @Override
      public void run() throws IOException {
        template.update(after);
        send(template);
      }

      @Override
      Object sent() {
        return after.bean();
      }
    };
  }

  /** A message that is made while it is sent. */
  static SendCall overlay(TemplateOptions options, Envelope<?> message) {
    Overlay overlay = new Overlay(options, message);
    return new SendCall() {
      @Override
      public void run() throws IOException {
        send(overlay);
      }

      @Override
      Object sent() {
        return message.bean();
      }
    };
  }

  /** The reference implementation, into memory first, which is faster than to the socket. */
  static SendCall reference(Object message) throws JAXBException {
    Marshaller marshaller = JAXBContext.newInstance(message.getClass()).createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    Memory memory = new Memory();
    return new SendCall() {
      @Override
      public void run() throws JAXBException, IOException {
        memory.reset();
        Envelopes.start(memory);
        marshaller.marshal(message, memory);
        Envelopes.end(memory);
        send(memory);
      }

      @Override
      Object sent() {
        return message;
      }
    };
  }

  /** A stream of bytes that can be sent without a copy. */
  private static final class Memory extends ByteArrayOutputStream implements Payload {
    @Override
    public ByteBuffer[] pieces() {
      return new ByteBuffer[] {ByteBuffer.wrap(buf, 0, count)};
    }
  }
}
