package io.castile.bench;

import io.castile.template.Template;
import io.castile.template.TemplateOptions;
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
abstract class SendCall implements Call {
  final Outlet outlet;

  SendCall(Outlet outlet) {
    this.outlet = outlet;
  }

  /** The message that {@link #run} has sent. */
  abstract Object sent();

  /** Makes a call for each outlet: that which is timed, and that which is looked at. */
  @FunctionalInterface
  interface Maker {
    SendCall make(Outlet outlet) throws Exception;
  }

  /** Castile without templates: every message is written as a whole. */
  static SendCall plain(Envelope<?> message, Outlet outlet) {
    XmlWriter writer = new XmlWriter();
    return new SendCall(outlet) {
      @Override
      public void run() throws IOException {
        writer.reset();
        message.writeTo(writer);
        outlet.send(writer);
      }

      @Override
      Object sent() {
        return message.bean();
      }
    };
  }

  /** A template that has seen some messages and then gets the same ones in turn, for ever. */
  static SendCall inTurn(
      TemplateOptions options, List<Envelope<?>> seen, List<Envelope<?>> turn, Outlet outlet) {
    Template template = new Template(options);
    seen.forEach(template::update);
    turn.forEach(template::update);
    return new SendCall(outlet) {
      private int last = turn.size() - 1;

      @Override
      public void run() throws IOException {
        last = last + 1 == turn.size() ? 0 : last + 1;
        template.update(turn.get(last));
        outlet.send(template);
      }

      @Override
      Object sent() {
        return turn.get(last).bean();
      }
    };
  }

  /** A new template each time that has seen one message, and gets the other. */
  static SendCall once(
      TemplateOptions options, Envelope<?> before, Envelope<?> after, Outlet outlet) {
    return new SendCall(outlet) {
      private Template template;

      @Override
      public boolean isPrepared() {
        return true;
      }

      @Override
      public void prepare() {
        template = new Template(options);
        template.update(before);
      }

      @Override
      public void run() throws IOException {
        template.update(after);
        outlet.send(template);
      }

      @Override
      Object sent() {
        return after.bean();
      }
    };
  }

  /** The reference implementation, into memory first, which is faster than to the socket. */
  static SendCall reference(Object message, Outlet outlet) throws JAXBException {
    Marshaller marshaller = JAXBContext.newInstance(message.getClass()).createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    Memory memory = new Memory();
    return new SendCall(outlet) {
      @Override
      public void run() throws JAXBException, IOException {
        memory.reset();
        Envelopes.start(memory);
        marshaller.marshal(message, memory);
        Envelopes.end(memory);
        outlet.send(memory);
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
