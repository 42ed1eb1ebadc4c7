// SPDX-License-Identifier: MIT
// xalan: a stylesheet compiled and applied to a generated book.

import java.io.File;
import java.io.StringWriter;
import javax.xml.transform.Transformer;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

public final class Xalan {
    private Xalan() { }

    public static long run(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Transformer t = new TransformerFactoryImpl().newTransformer(
                    new StreamSource(new File(System.getProperty("bench.in"), "d.xsl")));
            StringWriter out = new StringWriter();
            t.transform(new StreamSource(new File(System.getProperty("bench.gen"), "book.xml")),
                    new StreamResult(out));
            sum = sum * 31 + out.toString().hashCode();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(run(Integer.parseInt(args[0])));
    }
}
