// SPDX-License-Identifier: MIT
// A small suite for JUnit 4: rules, parameters, expected exceptions, a failure.

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThat;

import java.util.Arrays;
import java.util.Collection;
import org.hamcrest.CoreMatchers;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Suite;

@RunWith(Suite.class)
@Suite.SuiteClasses({Juf.Plain.class, Juf.Rows.class})
public class Juf {
    public static class Plain {
        @Rule public TestName name = new TestName();
        private int n;

        @BeforeClass public static void first() { }

        @Before public void before() {
            n = 1;
        }

        @After public void after() {
            n = 0;
        }

        @Test public void adds() {
            assertEquals("adds", name.getMethodName());
        }

        @Test public void fails() {
            assertThat(n, CoreMatchers.is(2));
        }

        @Test(expected = ArithmeticException.class) public void throwsIt() {
            System.out.println(n / 0);
        }

        @Ignore @Test public void off() { }
    }

    @RunWith(Parameterized.class)
    public static class Rows {
        private final int row;

        public Rows(int row) {
            this.row = row;
        }

        @Parameterized.Parameters public static Collection<Object[]> rows() {
            return Arrays.asList(new Object[] {1}, new Object[] {2});
        }

        @Test public void isSmall() {
            assertEquals(0, row / 3);
        }
    }
}
