// SPDX-License-Identifier: MIT
// Thirteen ways in which the JDK calls a program back: SAX, DOM, XSLT, StAX, XPath,
// providers, bundles, proxies, setters of beans, annotations, enums, comparators, object
// streams.

import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.StreamFilter;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLResolver;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathFunction;
import javax.xml.xpath.XPathFunctionResolver;
import javax.xml.xpath.XPathVariableResolver;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.UserDataHandler;
import org.xml.sax.Attributes;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

public class Callbacks {
    static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    // --- SAX

    static class Names extends DefaultHandler {
        final StringBuilder seen = new StringBuilder();

        @Override
        public void startElement(String uri, String local, String name,
                Attributes attributes) {
            seen.append(name).append(attributes.getLength());
        }

        @Override
        public void characters(char[] text, int start, int n) {
            seen.append(text, start, n);
        }
    }

    static String sax() throws Exception {
        Names names = new Names();
        SAXParserFactory.newInstance().newSAXParser()
                .parse(bytes("<a x='1'>t<b/></a>"), names);
        return names.seen.toString();
    }

    // --- DOM

    static class Entities implements EntityResolver {
        @Override
        public InputSource resolveEntity(String id, String system) {
            return new InputSource(new StringReader("<!ENTITY e 'of file'>"));
        }
    }

    static class Errors implements ErrorHandler {
        int count;

        @Override
        public void warning(SAXParseException e) {
            count++;
        }

        @Override
        public void error(SAXParseException e) {
            count++;
        }

        @Override
        public void fatalError(SAXParseException e) {
            count++;
        }
    }

    static class Copied implements UserDataHandler {
        String text = "";

        @Override
        public void handle(short what, String key, Object data, Node from,
                Node to) {
            text += key + what;
        }
    }

    static String dom() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setValidating(true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        Errors errors = new Errors();
        builder.setErrorHandler(errors);
        builder.setEntityResolver(new Entities());
        Document doc = builder.parse(bytes(
                "<!DOCTYPE a SYSTEM 'file:///none.dtd'><a>&e;</a>"));
        Copied copied = new Copied();
        doc.getDocumentElement().setUserData("k", "v", copied);
        doc.getDocumentElement().cloneNode(true);
        return doc.getDocumentElement().getTextContent() + errors.count
                + copied.text;
    }

    // --- XSLT

    static class Sheets implements URIResolver {
        @Override
        public Source resolve(String href, String base) {
            return new StreamSource(new StringReader("<xsl:stylesheet version='1.0'"
                    + " xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                    + "<xsl:template match='/'>[<xsl:value-of select='a'/>]"
                    + "</xsl:template></xsl:stylesheet>"));
        }
    }

    static String xslt() throws Exception {
        TransformerFactory factory = TransformerFactory.newInstance();
        factory.setURIResolver(new Sheets());
        Transformer t = factory.newTransformer(new StreamSource(new StringReader(
                "<xsl:stylesheet version='1.0'"
                + " xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                + "<xsl:output method='text'/>"
                + "<xsl:include href='other'/></xsl:stylesheet>")));
        StringWriter out = new StringWriter();
        t.transform(new StreamSource(new StringReader("<a>x</a>")),
                new StreamResult(out));
        return out.toString();
    }

    // --- StAX

    static class Starts implements StreamFilter {
        @Override
        public boolean accept(XMLStreamReader reader) {
            return reader.isStartElement();
        }
    }

    static class External implements XMLResolver {
        @Override
        public Object resolveEntity(String id, String system, String base,
                String space) {
            return bytes("<z/>");
        }
    }

    static String stax() throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setXMLResolver(new External());
        XMLStreamReader reader = factory.createFilteredReader(
                factory.createXMLStreamReader(bytes(
                        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///none'>]>"
                        + "<a>t<b/>&e;</a>")), new Starts());
        StringBuilder seen = new StringBuilder(reader.getLocalName());
        while (reader.hasNext()) {
            reader.next();
            if (reader.isStartElement()) {
                seen.append(reader.getLocalName());
            }
        }
        return seen.toString();
    }

    // --- XPath

    static class Twice implements XPathFunction {
        @Override
        public Object evaluate(@SuppressWarnings("rawtypes") List args) {
            return args.get(0) + "" + args.get(0);
        }
    }

    static class Functions implements XPathFunctionResolver {
        @Override
        public XPathFunction resolveFunction(QName name, int n) {
            return new Twice();
        }
    }

    static class Variables implements XPathVariableResolver {
        @Override
        public Object resolveVariable(QName name) {
            return name.getLocalPart() + "!";
        }
    }

    static class Prefixes implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return "urn:" + prefix;
        }

        @Override
        public String getPrefix(String uri) {
            return null;
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            return null;
        }
    }

    static String xpath() throws Exception {
        XPath path = XPathFactory.newInstance().newXPath();
        path.setXPathFunctionResolver(new Functions());
        path.setXPathVariableResolver(new Variables());
        path.setNamespaceContext(new Prefixes());
        return (String) path.evaluate("p:twice($v)",
                new InputSource(new StringReader("<a/>")), XPathConstants.STRING);
    }

    // --- Providers

    public interface Plug {
        String name();
    }

    // Named by META-INF/services.
    public static class FirstPlug implements Plug {
        @Override
        public String name() {
            return "first";
        }
    }

    static String providers() {
        StringBuilder names = new StringBuilder();
        for (Plug plug : ServiceLoader.load(Plug.class)) {
            names.append(plug.name());
        }
        return names.toString();
    }

    // --- Bundles

    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "hallo"}};
        }
    }

    static String bundles() {
        return ResourceBundle.getBundle("Callbacks$Texts", Locale.ROOT)
                .getString("hello");
    }

    // --- Proxies

    static class Tracer implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            return "proxy of " + method.getName();
        }
    }

    static String proxies() {
        @SuppressWarnings("unchecked")
        Supplier<String> proxy = (Supplier<String>) Proxy.newProxyInstance(
                Callbacks.class.getClassLoader(), new Class<?>[] {Supplier.class},
                new Tracer());
        return proxy.get();
    }

    // --- Setters of beans

    public static class Lamp {
        private String colour = "";
        private int power;

        public String getColour() {
            return colour;
        }

        public void setColour(String colour) {
            this.colour = colour;
        }

        public int getPower() {
            return power;
        }

        public void setPower(int power) {
            this.power = power;
        }
    }

    static String beans() {
        try (XMLDecoder decoder = new XMLDecoder(bytes("<?xml version='1.0'?>"
                + "<java class='java.beans.XMLDecoder'><object class='Callbacks$Lamp'>"
                + "<void property='colour'><string>red</string></void>"
                + "<void property='power'><int>40</int></void></object></java>"))) {
            Lamp lamp = (Lamp) decoder.readObject();
            return lamp.colour + lamp.power;
        }
    }

    // --- Annotations

    @Retention(RetentionPolicy.RUNTIME)
    @interface Test {
        String value() default "none";

        Class<? extends Plug> plug() default SecondPlug.class;
    }

    public static class SecondPlug implements Plug {
        @Override
        public String name() {
            return "second";
        }
    }

    public static class Tests {
        @Test("one")
        public void first() {
            System.out.println("annotated");
        }

        public void second() {
            System.out.println("not annotated");
        }
    }

    static String annotations() throws Exception {
        StringBuilder found = new StringBuilder();
        for (Method m : Tests.class.getDeclaredMethods()) {
            Test test = m.getAnnotation(Test.class);
            if (test != null) {
                m.invoke(new Tests());
                Plug plug = test.plug().getDeclaredConstructor().newInstance();
                found.append(test.value()).append(plug.name());
            }
        }
        return found.toString();
    }

    // --- Enums

    enum Size {
        SMALL, BIG
    }

    enum Shape {
        ROUND {
            @Override
            public String toString() {
                return "()";
            }
        },
        SQUARE
    }

    static String enums(String name) {
        EnumSet<Shape> all = EnumSet.complementOf(EnumSet.of(Shape.SQUARE));
        Map<Size, String> map = new EnumMap<>(Size.class);
        map.put(Enum.valueOf(Size.class, name), "b");
        return all + "" + map;
    }

    // --- Comparators

    static class Word implements Comparable<Word> {
        final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public int compareTo(Word other) {
            return text.compareTo(other.text);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static class ByLength implements Comparator<Word> {
        @Override
        public int compare(Word a, Word b) {
            return a.text.length() - b.text.length();
        }
    }

    static String comparators() {
        List<Word> words = List.of(new Word("bb"), new Word("a"), new Word("ccc"));
        TreeSet<Word> sorted = new TreeSet<>(words);
        TreeMap<Word, String> down = new TreeMap<>(new ByLength().reversed());
        for (Word w : words) {
            down.put(w, "");
        }
        return sorted + "" + down.keySet();
    }

    // --- Object streams

    static class Above {
        Above() {
            System.out.println("above");
        }
    }

    static class Point extends Above implements Serializable {
        private static final long serialVersionUID = 1;
        int x = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in)
                throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            x++;
        }

        private Object readResolve() {
            x *= 2;
            return this;
        }
    }

    public static class Box implements Externalizable {
        int size = 1;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(size + 1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            size = in.readInt();
        }
    }

    interface Job extends Supplier<String>, Serializable {
    }

    static String streams() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Box box = new Box();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Point());
            out.writeObject(box);
            out.writeObject((Job) () -> "job");
        }
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(bytes.toByteArray()))) {
            return ((Point) in.readObject()).x + "" + ((Box) in.readObject()).size
                    + ((Job) in.readObject()).get();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(sax());
        System.out.println(dom());
        System.out.println(xslt());
        System.out.println(stax());
        System.out.println(xpath());
        System.out.println(providers());
        System.out.println(bundles());
        System.out.println(proxies());
        System.out.println(beans());
        System.out.println(annotations());
        System.out.println(enums("BIG"));
        System.out.println(comparators());
        System.out.println(streams());
    }
}
// expect: a1tb0
// expect: of file1k1
// expect: [x]
// expect: abz
// expect: v!v!
// expect: first
// expect: hallo
// expect: proxy of get
// expect: red40
// expect: annotated
// expect: onesecond
// expect: [()]{BIG=b}
// expect: [a, bb, ccc][ccc, bb, a]
// expect: above
// expect: above
// expect: 82job
