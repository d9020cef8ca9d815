package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import javax.xml.datatype.XMLGregorianCalendar;

/** One flight between two cities. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(propOrder = {"airline", "number", "from", "to", "departure", "arrival", "seats"})
public class FlightInfo {
  @XmlElement(required = true)
  private String airline;

  @XmlElement(required = true)
  private String number;

  @XmlElement(required = true)
  private String from;

  @XmlElement(required = true)
  private String to;

  @XmlElement(required = true)
  @XmlSchemaType(name = "dateTime")
  private XMLGregorianCalendar departure;

  @XmlElement(required = true)
  @XmlSchemaType(name = "dateTime")
  private XMLGregorianCalendar arrival;

  private int seats;

  /** Returns the airline. */
  public String getAirline() {
    return airline;
  }

  /** Sets the airline. */
  public void setAirline(String airline) {
    this.airline = airline;
  }

  /** Returns the number of the flight. */
  public String getNumber() {
    return number;
  }

  /** Sets the number of the flight. */
  public void setNumber(String number) {
    this.number = number;
  }

  /** Returns the city of departure. */
  public String getFrom() {
    return from;
  }

  /** Sets the city of departure. */
  public void setFrom(String from) {
    this.from = from;
  }

  /** Returns the city of arrival. */
  public String getTo() {
    return to;
  }

  /** Sets the city of arrival. */
  public void setTo(String to) {
    this.to = to;
  }

  /** Returns the time of departure. */
  public XMLGregorianCalendar getDeparture() {
    return departure;
  }

  /** Sets the time of departure. */
  public void setDeparture(XMLGregorianCalendar departure) {
    this.departure = departure;
  }

  /** Returns the time of arrival. */
  public XMLGregorianCalendar getArrival() {
    return arrival;
  }

  /** Sets the time of arrival. */
  public void setArrival(XMLGregorianCalendar arrival) {
    this.arrival = arrival;
  }

  /** Returns how many seats are left. */
  public int getSeats() {
    return seats;
  }

  /** Sets how many seats are left. */
  public void setSeats(int seats) {
    this.seats = seats;
  }
}
