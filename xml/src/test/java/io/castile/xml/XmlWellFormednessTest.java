package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XML 1.0 (fifth edition) and Namespaces in XML 1.0, production by production. */
class XmlWellFormednessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "<a></a>",
        "<a ></a >",
        "<a\n\t\r x = '1'\ty=\"2\"/>",
        "\n <!-- c --> <?p d?>\n<a/>\n<!-- c --><?p?> ",
        "<?xml version='1.0'?><a/>",
        "<?xml version=\"1.0\" encoding='utf-8' standalone='yes' ?>\n<a/>",
        "<?xml version = '1.0' standalone = \"no\"?><a/>",
        "<?xml version='1.2'?><a/>",
        "<_/>",
        "<a.b-c_d1\u00b7/>",
        "<\u00e9l\u00e9ment/>",
        "<\u0132/>",
        "<\ud800\udc00/>",
        "<a>\t\n\r \u0085\u00a0\ue000\ufffd\ud800\udc00\udbff\udfff\u007f</a>",
        "<a>]] ]> ></a>",
        "<a>&lt;&gt;&amp;&apos;&quot;&#9;&#xA;&#x10FFFF;&#0065;</a>",
        "<a b='&lt;&gt;&amp;&apos;&quot;&#9;\">]]>'/>",
        "<a><![CDATA[<&]]]]><![CDATA[>]]></a>",
        "<a><![CDATA[]]></a>",
        "<a><!----><!-- - --></a>",
        "<a><?p ?><?p ? ?><?xm?><?xmll?><?p ??></a>",
        "<a xml:lang='en' xml:space='x'/>",
        "<xml:a/>",
        "<xmla xmlb='1'/>",
        "<a xmlns=''/>",
        "<a xmlns='u' xmlns:p='u' b='1' p:b='2'/>",
        "<a xmlns='u'><b xmlns=''/></a>",
        "<p:a xmlns:p='u'/>",
        "<a p:b='1' xmlns:p='u'/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns:p='&#x75;'/>",
        "<a xmlns:p='u'><b xmlns:p='v' p:c=''/></a>",
      })
  void isAccepted(String document) {
    XmlReader in = XmlReaders.on(document);

    XmlReaders.readToEnd(in);

    assertThat(in.depth()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "``|0|expected the root element, found the end",
        "   |3|expected the root element",
        "x|0|expected markup outside the root element, found 'x'",
        "<|1|expected a name, found the end",
        "<a|2|expected '>' of the start tag",
        "<a/>x|4|expected markup outside the root element, found 'x'",
        "<a/><b/>|4|second root element",
        "<a/></a>|4|expected the root element, found an end tag",
        "</a>|0|expected the root element, found an end tag",
        "<a>|3|expected the end tag </a>",
        "<a><b></a>|6|expected the end tag </b> of the element at byte 3, found \"</a\"",
        "<a></ab>|3|expected the end tag </a>",
        "<ab></a>|4|expected the end tag </ab>",
        "<a></a|6|expected '>' at the end of an end tag, found the end",
        "<a></a x>|7|expected '>' at the end of an end tag, found 'x'",
        "<a></ a>|5|expected a name, found byte 0x20",
        "<a/ >|3|expected '>' behind '/'",
        "< a/>|1|expected a name, found byte 0x20",
        "<1/>|1|expected a qualified name, found \"1\"",
        "<-a/>|1|expected a qualified name",
        "<a\u00d7/>|1|expected a qualified name",
        "<\u0300/>|1|expected a qualified name",
        "<a b/>|4|expected '=' behind an attribute's name, found '/'",
        "<a b=/>|5|expected a quoted attribute value, found '/'",
        "<a b=1/>|5|expected a quoted attribute value, found '1'",
        "<a b='1/>|9|expected the closing quote of an attribute value",
        "<a b='<'/>|6|'<' is not allowed in an attribute value",
        "<a b='1'c='2'/>|8|expected white space, '/' or '>', found 'c'",
        "<a b='1' b='2'/>|9|expected each attribute once, found a second b",
        "<a b='&x;'/>|6|expected a reference to lt, gt, amp, apos, quot or a character, found \"&x;\"",
        "<a>&nbsp;</a>|3|found \"&nbsp;\"",
        "<a>& </a>|3|expected a reference to lt",
        "<a>&lt</a>|3|expected a reference to lt",
        "<a>&#;</a>|5|expected a digit or ';'",
        "<a>&#x;</a>|6|expected a digit or ';'",
        "<a>&#12a;</a>|7|expected a digit or ';' of a character reference, found 'a'",
        "<a>&#X41;</a>|5|expected a digit",
        "<a>&#0;</a>|3|expected a reference to a character that XML allows, found \"&#0;\"",
        "<a>&#xD800;</a>|3|expected a reference to a character",
        "<a>&#xFFFE;</a>|3|expected a reference to a character",
        "<a>&#x110000;</a>|3|expected a reference to a character",
        "<a>&#4294967361;</a>|3|expected a reference to a character",
        "<a>]]></a>|3|']]>' is not allowed in text",
        "<a>12345678]]></a>|11|']]>' is not allowed in text",
        "<a>\u0001</a>|3|expected a character that XML allows, found byte 0x01",
        "<a>\ufffe</a>|3|expected a character that XML allows, found U+FFFE",
        "<a b='\u001f'/>|6|expected a character that XML allows, found byte 0x1F",
        "<a><!-- \b --></a>|8|expected a character that XML allows",
        "<a><?p \u000c ?></a>|7|expected a character that XML allows",
        "<a><![CDATA[\u000b]]></a>|12|expected a character that XML allows",
        "<a><!-- -- --></a>|8|'--' is not allowed in a comment",
        "<a><!-- ---></a>|8|'--' is not allowed in a comment",
        "<a><!-->-></a>|14|expected '-->' of the comment at byte 3, found the end",
        "<a><!- x --></a>|3|expected a comment or CDATA section",
        "<a><![cdata[x]]></a>|3|expected a comment or CDATA section, found \"<![cdata[\"",
        "<a><![CDATA[x]] ></a>|21|expected ']]>' of the CDATA section at byte 3",
        "<![CDATA[x]]><a/>|0|expected markup outside the root element",
        "<a/>&#32;|4|expected markup outside the root element",
        "<a><?xml version='1.0'?></a>|3|an XML declaration is allowed only at the very start",
        "<a><?XmL?></a>|3|an XML declaration is allowed only at the very start",
        " <?xml version='1.0'?><a/>|1|an XML declaration is allowed only at the very start",
        "<a><?p:q?></a>|5|expected a processing instruction's target without colons",
        "<a><? p?></a>|5|expected a name",
        "<a><?p+?></a>|6|expected white space or '?>'",
        "<a><?p</a>|6|expected white space or '?>'",
        "<a><?p </a>|11|expected '?>' of the processing instruction at byte 3",
        "<!DOCTYPE a><a/>|0|SOAP 1.1 §3",
        "<a/><!DOCTYPE a>|4|SOAP 1.1 §3",
        "<a><!DOCTYPE a></a>|3|SOAP 1.1 §3",
        "<a:/>|1|expected a qualified name, found \"a:\"",
        "<:a/>|1|expected a qualified name",
        "<a:b:c xmlns:a='u'/>|1|expected a qualified name",
        "<a:1 xmlns:a='u'/>|1|expected a qualified name",
        "<p:a/>|1|no namespace is declared for the prefix of \"p:a\"",
        "<a p:b=''/>|3|no namespace is declared for the prefix of \"p:b\"",
        "<a><b xmlns:p='u'/><p:c/></a>|20|no namespace is declared for the prefix",
        "<xmlns:a/>|1|no namespace is declared for the prefix",
        "<a xmlns:p=''/>|3|expected a namespace for the prefix p, found none",
        "<a xmlns:='u'/>|3|expected a prefix to declare",
        "<a xmlns:p:q='u'/>|3|expected a prefix without colons to declare",
        "<a xmlns:1='u'/>|3|expected a prefix without colons to declare",
        "<a xmlns:xmlns='u'/>|3|the prefix xmlns cannot be declared",
        "<a xmlns:xml='u'/>|3|the prefix xml and the namespace",
        "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>|3|the prefix xml and the namespace",
        "<a xmlns='http://www.w3.org/XML/1998/namespace'/>|3|the prefix xml and the namespace",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>|3|cannot be declared",
        "<a xmlns='http://www.w3.org/2000/xmlns/'/>|3|cannot be declared",
        "<a xmlns:p='u' xmlns:p='u'/>|15|found a second \"xmlns:p\"",
        "<a xmlns='u' xmlns='v'/>|13|found a second \"xmlns\"",
        "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>|34|found a second {u}b",
        "<a xmlns:p='u' xmlns:q='&#117;' p:b='' q:b=''/>|39|found a second {u}b",
      })
  void isRefusedWhereAndAsItSays(String document, int offset, String message) {
    XmlReader in = XmlReaders.on(document);

    XmlSyntaxException error = null;
    while (error == null) {
      String before = XmlReaders.state(in);
      error = catchThrowableOfType(XmlSyntaxException.class, in::next);
      if (error != null) {
        assertThat(XmlReaders.state(in)).as("a failed read does not advance").isEqualTo(before);
      }
    }

    assertThat(error).hasMessageContaining(message).hasMessageEndingWith(", byte " + offset);
    assertThat(error.offset()).isEqualTo(offset);
    assertThat(XmlReaders.failure(in, XmlSyntaxException.class, in::next))
        .hasMessage(error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<?xml version='1.1'?><a/>|expected XML version \"1.0\", found \"1.1\"",
        "<?xml version='2.0'?><a/>|expected XML version \"1.0\", found \"2.0\"",
        "<?xml version='1.'?><a/>|expected XML version",
        "<?xml version=1.0?><a/>|expected version in quotes",
        "<?xml version='1.0\"?><a/>|expected the closing quote of version",
        "<?xml version '1.0'?><a/>|expected '=' behind version",
        "<?xml encoding='UTF-8'?><a/>|expected version",
        "<?xml version='1.0'encoding='UTF-8'?><a/>|expected '?>'",
        "<?xml version='1.0' encoding=''?><a/>|expected the name of an encoding",
        "<?xml version='1.0' encoding='8859'?><a/>|expected the name of an encoding",
        "<?xml version='1.0' encoding='a b'?><a/>|expected the name of an encoding",
        "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>|expected '?>'",
        "<?xml version='1.0' standalone='maybe'?><a/>|expected standalone to be",
        "<?xml version='1.0'><a/>|expected '?>'",
        "<?xml version='1.0' x='y'?><a/>|expected '?>'",
        "<?xml version='1.0'|expected '?>'",
        "<?xml x|expected version",
      })
  void declarationsAreRefusedAtReset(String document, String message) {
    XmlReader in = XmlReaders.atRoot("<before/>");

    XmlSyntaxException error =
        XmlReaders.failure(in, XmlSyntaxException.class, () -> XmlReaders.on(in, document));

    assertThat(error).hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "C0 80",
        "C1 BF",
        "C2",
        "C2 41",
        "E0 80 80",
        "E0 9F BF",
        "E1 80",
        "E1 80 41",
        "ED A0 80",
        "ED BF BF",
        "EF BF BE",
        "EF BF BF",
        "F0 80 80 80",
        "F0 8F BF BF",
        "F1 80 80",
        "F4 90 80 80",
        "F5 80 80 80",
        "FE",
        "FF"
      })
  void whatIsNotUtf8IsRefused(String hex) {
    for (String frame : new String[] {"<a>*</a>", "<a b='*'/>", "<a><!--*--></a>", "<a*/>"}) {
      byte[] bad = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);
      String head = frame.substring(0, frame.indexOf('*'));
      String tail = frame.substring(frame.indexOf('*') + 1);
      java.io.ByteArrayOutputStream document = new java.io.ByteArrayOutputStream();
      document.writeBytes(XmlReaders.utf8(head));
      document.writeBytes(bad);
      document.writeBytes(XmlReaders.utf8(tail));
      XmlReader in = new XmlReader().reset(document.toByteArray(), 0, document.size());

      XmlSyntaxException error =
          catchThrowableOfType(XmlSyntaxException.class, () -> XmlReaders.readToEnd(in));

      assertThat(error).as("%s in %s", hex, frame).isNotNull();
    }
  }
}
