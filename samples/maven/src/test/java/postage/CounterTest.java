// SPDX-License-Identifier: MIT
package postage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CounterTest {
    private final Counter counter = Counter.standard();

    @Test
    void booksGoIntoTheLetterBox() {
        Parcel book = new Parcel(450, 220, 150, 30, Zone.DOMESTIC, 2000);
        assertEquals("letter box", counter.cheapest(book).name());
        assertEquals(399, counter.quote("letter box", book));
    }

    @Test
    void weightDecidesOnTheGround() {
        assertEquals(549, counter.quote("ground", of(2000, 0)));
        assertEquals(749, counter.quote("ground", of(2001, 0)));
        assertEquals("ground", counter.cheapest(of(30000, 0)).name());
    }

    @Test
    void valueIsInsured() {
        assertEquals(549 + 1000, counter.quote("ground", of(1500, 150000)));
    }

    @Test
    void anvilsAreTooHeavy() {
        assertThrows(TooHeavyException.class, () -> counter.quote("ground", of(60000, 0)));
    }

    private static Parcel of(int grams, int valueCents) {
        return new Parcel(grams, 400, 300, 200, Zone.DOMESTIC, valueCents);
    }
}
