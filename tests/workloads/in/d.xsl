<?xml version="1.0"?>
<!-- SPDX-License-Identifier: MIT -->
<!-- Stylesheet of the xsltc workload: keys, recursion, sorting, modes, numbering. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:key name="w" match="para" use="@role"/>
  <xsl:template match="/">
    <xsl:apply-templates select="//chapter"/>
    <xsl:for-each select="//para[generate-id() = generate-id(key('w', @role)[1])]">
      <xsl:sort select="@role"/>
      <xsl:value-of select="concat(@role, ' ', count(key('w', @role)), '&#10;')"/>
    </xsl:for-each>
    <xsl:call-template name="loop"><xsl:with-param name="n" select="30"/></xsl:call-template>
  </xsl:template>
  <xsl:template match="chapter">
    <xsl:number level="multiple" format="1.a"/>
    <xsl:text> </xsl:text>
    <xsl:value-of select="translate(title, 'abc', 'ABC')"/>
    <xsl:text>&#10;</xsl:text>
    <xsl:apply-templates select="section" mode="toc"/>
  </xsl:template>
  <xsl:template match="section" mode="toc">
    <xsl:choose>
      <xsl:when test="position() mod 2 = 0"><xsl:value-of select="format-number(string-length(.), '#,##0.0')"/></xsl:when>
      <xsl:otherwise><xsl:value-of select="substring-after(title, ' ')"/></xsl:otherwise>
    </xsl:choose>
    <xsl:text>;</xsl:text>
  </xsl:template>
  <xsl:template name="loop">
    <xsl:param name="n"/>
    <xsl:if test="$n &gt; 0">
      <xsl:value-of select="$n * $n - floor($n div 3)"/><xsl:text> </xsl:text>
      <xsl:call-template name="loop"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
