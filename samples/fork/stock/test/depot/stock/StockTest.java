// SPDX-License-Identifier: MIT
package depot.stock;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class StockTest {
    private final Stock stock = new Stock();

    @Test
    public void whatIsTakenIsGone() {
        stock.put(new Article.Piece("bell", 950), 5);
        assertTrue(stock.take("bell", 3));
        assertFalse(stock.take("bell", 3));
    }

    @Test
    public void whatWasPutIsFound() {
        Article bell = new Article.Piece("bell", 950);
        stock.put(bell, 1);
        stock.put(bell, 1);
        assertEquals(bell, stock.find("bell"));
        assertThrows(IllegalArgumentException.class, () -> stock.find("horn"));
    }
}
