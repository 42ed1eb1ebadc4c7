// SPDX-License-Identifier: MIT
// Exercises commons-lang3: strings, builders by reflection, dates, tuples, serialization, exceptions.

import java.io.Serializable;
import java.util.Arrays;
import java.util.Date;
import java.util.TimeZone;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.time.DateUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.ImmutableTriple;
import org.apache.commons.lang3.tuple.MutablePair;

public class Lang implements Serializable {
    private static final long serialVersionUID = 1;
    int a = 3;
    String[] b = {"x", "y"};
    transient Object c = Fraction.getFraction(3, 9);

    public String greet(String s, int n) {
        return StringUtils.repeat(s, "-", n);
    }

    public static void main(String[] args) throws Exception {
        Lang l = new Lang();
        System.out.println(ToStringBuilder.reflectionToString(l, ToStringStyle.SHORT_PREFIX_STYLE));
        System.out.println(HashCodeBuilder.reflectionHashCode(l, "c") + " " + EqualsBuilder.reflectionEquals(l, new Lang(), "c")
            + " " + CompareToBuilder.reflectionCompare(l, new Lang(), "b", "c"));
        System.out.println(MethodUtils.invokeMethod(l, "greet", "ab", 3));
        System.out.println(StringUtils.getLevenshteinDistance("kitten", "sitting") + StringUtils.abbreviate("abcdefghijkl", 8)
            + StringUtils.difference("abcde", "abxyz") + StringUtils.center("c", 5, '*') + StringUtils.swapCase("aBc"));
        System.out.println(StrSubstitutor.replace("${x} and ${y:-z}", java.util.Map.of("x", "1")));
        FastDateFormat f = FastDateFormat.getInstance("yyyy-MM-dd'T'HH:mm:ss.SSSZZ", TimeZone.getTimeZone("UTC"));
        Date d = f.parse("2020-02-29T12:34:56.789Z");
        System.out.println(f.format(DateUtils.addMonths(d, 13)) + " " + DateUtils.truncate(d, java.util.Calendar.HOUR).getTime());
        // The stream holds the class descriptors with their serialVersionUIDs.
        System.out.println(Arrays.hashCode(SerializationUtils.serialize(MutablePair.of("p", ImmutableTriple.of(1, 2L, 3.0)))));
        System.out.println(Arrays.hashCode(SerializationUtils.serialize(new Serializable[] {Fraction.TWO_THIRDS, Range.between(3, 9), new MutableInt(4)})));
        System.out.println(ClassUtils.getAllInterfaces(ImmutableTriple.class) + " " + ClassUtils.getAbbreviatedName(Lang.class.getName(), 3));
        int[] sorted = ArrayUtils.addAll(new int[] {3, 1}, 2, 9);
        ArrayUtils.shuffle(sorted, new java.util.Random(5));
        System.out.println(Arrays.toString(sorted) + NumberUtils.createNumber("0x1f") + NumberUtils.toInt("x", -1));
        try {
            Validate.inclusiveBetween(1, 5, 9);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + ExceptionUtils.getRootCauseMessage(new Exception("o", e)));
        }
        for (Class<?> c : new Class<?>[] {StringUtils.class, Fraction.class, ExceptionUtils.class}) {
            System.out.println(c.getDeclaredMethods().length + " " + c.getDeclaredFields().length);
        }
    }
}
