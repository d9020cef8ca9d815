package io.castile.mcp;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that counts how often it is called. */
@WebService(serviceName = "Library", portName = "LibraryPort", targetNamespace = "urn:library")
public class Library {
  final AtomicInteger calls = new AtomicInteger();

  /** A book. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Book {
    @XmlAttribute(required = true)
    public String isbn;

    @XmlElement(required = true)
    public String title;

    public BigDecimal price;
    public List<Book> seeAlso = new ArrayList<>();
  }

  /** Says which book is missing. */
  public static class NoSuchBook extends Exception {
    private static final long serialVersionUID = 1L;

    private final String isbn;

    public NoSuchBook(String isbn) {
      super("no book " + isbn);
      this.isbn = isbn;
    }

    public String getIsbn() {
      return isbn;
    }
  }

  @WebMethod
  @WebResult(name = "book")
  public Book getBook(
      @WebParam(name = "isbn") @XmlElement(required = true) String isbn,
      @WebParam(name = "copies") int copies)
      throws NoSuchBook {
    calls.incrementAndGet();
    if (isbn.equals("0")) {
      throw new NoSuchBook(isbn);
    }
    Book book = new Book();
    book.isbn = isbn;
    book.title = "Zählen bis " + copies;
    book.price = new BigDecimal("9.90");
    return book;
  }

  @WebMethod
  @WebResult(name = "book")
  public List<Book> findBooks(@WebParam(name = "count") int count) {
    calls.incrementAndGet();
    List<Book> books = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Book book = new Book();
      book.isbn = String.valueOf(i);
      book.title = "ein Büchlein, № " + i;
      books.add(book);
    }
    return books;
  }

  @WebMethod
  @WebResult(name = "count")
  public int countLike(@WebParam(name = "book") Book book) {
    calls.incrementAndGet();
    return 1;
  }

  @WebMethod
  @WebResult(name = "id")
  public String addBook(@WebParam(name = "book") Book book) {
    calls.incrementAndGet();
    return book.isbn;
  }

  static SoapServer serve(Library library) {
    return Castile.server().port(0).publish("/library", library).start();
  }
}
