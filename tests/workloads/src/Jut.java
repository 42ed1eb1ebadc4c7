// SPDX-License-Identifier: MIT
// A small suite for JUnit 5: life cycle, parameters, nested and dynamic tests, a failure.

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

public class Jut {
    private int n;

    @BeforeAll static void first() { }

    @BeforeEach void before() {
        n = 1;
    }

    @AfterEach void after() {
        n = 0;
    }

    @Test void adds(TestInfo info) {
        assertEquals(2, n + 1, info.getDisplayName());
    }

    @Test void fails() {
        assertEquals(3, n);
    }

    @Test void throwsIt() {
        assertThrows(ArithmeticException.class, () -> System.out.println(n / 0));
    }

    @Disabled @Test void off() { }

    @RepeatedTest(2) void again() { }

    @ParameterizedTest @CsvSource({"1,a", "2,b"}) void rows(int i, String s) {
        assertEquals(1, s.length());
    }

    @ParameterizedTest @MethodSource("words") void given(String s) {
        assertEquals("x", s);
    }

    static Stream<String> words() {
        return Stream.of("x");
    }

    @TestFactory Stream<DynamicTest> made() {
        return Stream.of(DynamicTest.dynamicTest("d", () -> assertEquals(1, n)));
    }

    @Nested class Inner {
        @Test void sees() {
            assertEquals(1, n);
        }
    }
}
