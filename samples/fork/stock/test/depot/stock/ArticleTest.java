// SPDX-License-Identifier: MIT
package depot.stock;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ArticleTest {
    @Test
    public void piecesAreSoldOneByOne() {
        Article bell = new Article.Piece("bell", 950);
        assertEquals(2850, bell.cents(3));
        assertEquals("pc", bell.unit());
    }

    @Test
    public void boxesAreNotOpened() {
        Article spokes = new Article.Boxed("spokes", 720, 36);
        assertEquals(1440, spokes.cents(40));
        assertEquals("box of 36", spokes.unit());
    }
}
