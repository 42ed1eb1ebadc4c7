// SPDX-License-Identifier: MIT
// Binds XML to annotated classes and back with JAXB.

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.Marshaller;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlEnum;
import javax.xml.bind.annotation.XmlRootElement;
import javax.xml.bind.annotation.adapters.XmlAdapter;
import javax.xml.bind.annotation.adapters.XmlJavaTypeAdapter;

public class Jxb {
    @XmlEnum
    public enum Kind { SMALL, LARGE }

    public static class Upper extends XmlAdapter<String, String> {
        @Override public String unmarshal(String v) {
            return v.toUpperCase();
        }

        @Override public String marshal(String v) {
            return v.toLowerCase();
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Line {
        @XmlAttribute private int count = 2;
        @XmlJavaTypeAdapter(Upper.class) private String text = "ABC";
        private Kind kind = Kind.LARGE;
    }

    @XmlRootElement(name = "order")
    public static class Order {
        private String title;
        private List<Line> lines = new ArrayList<>();

        public String getTitle() {
            return title;
        }

        public void setTitle(String title) {
            this.title = title;
        }

        @XmlElementWrapper(name = "lines")
        @XmlElement(name = "line")
        public List<Line> getLines() {
            return lines;
        }

        public void setLines(List<Line> lines) {
            this.lines = lines;
        }
    }

    public static void main(String[] args) throws Exception {
        JAXBContext context = JAXBContext.newInstance(Order.class);
        Order o = new Order();
        o.setTitle("t");
        o.getLines().add(new Line());
        o.getLines().add(new Line());
        Marshaller m = context.createMarshaller();
        m.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
        StringWriter out = new StringWriter();
        m.marshal(o, out);
        System.out.println(out);
        Order back = (Order) context.createUnmarshaller().unmarshal(new StringReader(out.toString()));
        System.out.println(back.getTitle() + back.getLines().get(1).text + back.getLines().get(0).kind);
    }
}
