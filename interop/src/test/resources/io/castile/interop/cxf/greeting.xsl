<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:types="http://apache.org/hello_world_soap_http/types">
  <xsl:template match="types:requestType">
    <xsl:copy><xsl:value-of select="."/>!</xsl:copy>
  </xsl:template>
  <xsl:template match="@*|node()">
    <xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>
  </xsl:template>
</xsl:stylesheet>
