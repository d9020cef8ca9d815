package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts when two documents are compared, and what does not. */
final class InfosetTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "prefixes|             <a:x xmlns:a='u'/>|               <b:x xmlns:b='u'/>",
        "default namespace|    <a:x xmlns:a='u'/>|               <x xmlns='u'/>",
        "order of attributes|  <x a='1' b='2'/>|                 <x b='2' a='1'/>",
        "empty forms|          <x/>|                             <x></x>",
        "comments|             <x>a<!-- c -->b</x>|              <x>ab</x>",
        "character data|       <x><![CDATA[<]]></x>|             <x>&lt;</x>",
        "qualified name|       <x xmlns:a='u'>a:n</x>|           <x xmlns:b='u'>b:n</x>",
        "list of names|        <x xmlns:a='u'>a:n a:m</x>|       <x xmlns:b='u'>b:n b:m</x>",
      })
  void sayTheSame(String what, String one, String other) {
    assertThat(Infoset.difference(bytes(one), bytes(other))).as(what).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "namespace|            <a:x xmlns:a='u'/>|               <a:x xmlns:a='v'/>",
        "name|                 <x><a/></x>|                      <x><b/></x>",
        "order of elements|    <x><a/><b/></x>|                  <x><b/><a/></x>",
        "missing element|      <x><a/></x>|                      <x/>",
        "text|                 <x>a</x>|                         <x>b</x>",
        "white space|          <x>a</x>|                         <x> a</x>",
        "attribute value|      <x a='1'/>|                       <x a='2'/>",
        "missing attribute|    <x a='1'/>|                       <x/>",
        "attribute namespace|  <x xmlns:a='u' a:b=''/>|          <x b=''/>",
        "scale of a decimal|   <x>12345678901.10</x>|            <x>12345678901.11</x>",
        "qualified name|       <x xmlns:a='u'>a:n</x>|           <x xmlns:a='v'>a:n</x>",
      })
  void differ(String what, String one, String other) {
    assertThat(Infoset.difference(bytes(one), bytes(other))).as(what).isNotNull();
  }

  private static byte[] bytes(String xml) {
    return xml.getBytes(StandardCharsets.UTF_8);
  }
}
