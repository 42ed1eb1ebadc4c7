// SPDX-License-Identifier: MIT
// A small suite for TestNG: groups, providers, dependent tests, a failure.

import org.testng.Assert;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class Tng {
    private int n;

    @BeforeClass public void first() {
        n = 1;
    }

    @BeforeMethod public void before() {
        n++;
    }

    @Test(groups = "fast") public void adds() {
        Assert.assertTrue(n > 1);
    }

    @Test(dependsOnMethods = "adds", expectedExceptions = ArithmeticException.class) public void throwsIt() {
        System.out.println(n / 0);
    }

    @Test public void fails() {
        Assert.assertEquals(n, -1);
    }

    @DataProvider public Object[][] rows() {
        return new Object[][] {{"a", 1}, {"b", 2}};
    }

    @Test(dataProvider = "rows") public void given(String s, int i) {
        Assert.assertEquals(s.length(), 1);
    }
}
