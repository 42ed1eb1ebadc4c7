// SPDX-License-Identifier: MIT
// NamesTest.java - names that sound alike: tests that a report of call chains asked for, in
// addition to those of commons-codec.

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.Locale;
import org.apache.commons.codec.StringEncoder;
import org.apache.commons.codec.StringEncoderComparator;
import org.apache.commons.codec.language.Caverphone1;
import org.apache.commons.codec.language.Caverphone2;
import org.apache.commons.codec.language.ColognePhonetic;
import org.apache.commons.codec.language.DaitchMokotoffSoundex;
import org.apache.commons.codec.language.DoubleMetaphone;
import org.apache.commons.codec.language.MatchRatingApproachEncoder;
import org.apache.commons.codec.language.Metaphone;
import org.apache.commons.codec.language.Nysiis;
import org.apache.commons.codec.language.RefinedSoundex;
import org.apache.commons.codec.language.Soundex;
import org.apache.commons.codec.language.bm.BeiderMorseEncoder;
import org.apache.commons.codec.language.bm.Languages.LanguageSet;
import org.apache.commons.codec.language.bm.NameType;
import org.apache.commons.codec.language.bm.PhoneticEngine;
import org.apache.commons.codec.language.bm.RuleType;
import org.apache.commons.codec.net.BCodec;
import org.apache.commons.codec.net.QCodec;
import org.apache.commons.codec.net.QuotedPrintableCodec;
import org.apache.commons.codec.net.URLCodec;
import org.junit.Test;

public class NamesTest {
    /** Names in which each letter stands where it sounds otherwise. */
    private static final String[] NAMES = {"Accident", "Bacchus", "Bacher", "Bellocchio",
        "Biaggi", "Breaux", "Cabrillo", "Caesar", "Campbell", "Chemistry", "Chianti",
        "Czerny", "Edgar", "Edge", "Filipowicz", "Gallegos", "Ghislaine", "Gnome", "Gough",
        "Hugh", "Island", "Jose", "Jankelowicz", "Knight", "Laugh", "McClellan", "Michael",
        "Nation", "Phillip", "Rogier", "Schenker", "Schermerhorn", "School", "Schmidt",
        "Smith", "Sugar", "Tagliaro", "Thomas", "Thumb", "Tough", "Uomo", "Vasquez",
        "Wasserman", "Wright", "Xavier", "Yankelovich", "Zhao"};

    private static final StringEncoder[] ENCODERS = {new BCodec(), new BeiderMorseEncoder(),
        new Caverphone1(), new Caverphone2(), new ColognePhonetic(),
        new DaitchMokotoffSoundex(), new DoubleMetaphone(), new MatchRatingApproachEncoder(),
        new Metaphone(), new Nysiis(), new QCodec(), new QuotedPrintableCodec(),
        new RefinedSoundex(), new Soundex(), new URLCodec()};

    private static final LanguageSet SPANISH =
            LanguageSet.from(Collections.singleton("spanish"));

    private static PhoneticEngine engine(NameType type, boolean concat) {
        return new PhoneticEngine(type, RuleType.APPROX, concat);
    }

    /**
     * A prefix is encoded both as one word with the name, and left out; without
     * concatenation each word of a name is encoded for itself.
     */
    @Test
    public void encodesNamesWhereLanguagesAreKnown() {
        PhoneticEngine engine = engine(NameType.GENERIC, true);
        assertEquals("(" + engine.encode("ortiz") + ")-(" + engine.encode("dortiz") + ")",
                engine.encode("d'ortiz", SPANISH));
        assertEquals("(" + engine.encode("helsing") + ")-(" + engine.encode("vanhelsing") + ")",
                engine.encode("van helsing", SPANISH));
        for (NameType type : NameType.values()) {
            PhoneticEngine words = engine(type, false);
            assertEquals(words.encode("maria") + "-" + words.encode("garcia"),
                    words.encode("maria garcia", SPANISH));
        }
    }

    /** Any encoder can compare: a name equals itself, and what is no text is no error. */
    @Test
    public void comparesByEachEncoder() {
        for (StringEncoder encoder : ENCODERS) {
            StringEncoderComparator comparator = new StringEncoderComparator(encoder);
            for (String name : NAMES) {
                assertEquals(name, 0, comparator.compare(name, new String(name)));
            }
            assertEquals(0, comparator.compare("Smith", new StringBuilder("Smith")));
        }
    }

    /** DoubleMetaphone takes no notice of case, and tells names apart. */
    @Test
    public void comparesByDoubleMetaphone() {
        DoubleMetaphone metaphone = new DoubleMetaphone();
        for (String name : NAMES) {
            String upper = name.toUpperCase(Locale.ENGLISH);
            assertTrue(name, metaphone.isDoubleMetaphoneEqual(name, upper));
            assertTrue(name, metaphone.isDoubleMetaphoneEqual(name, upper, false));
            assertTrue(name, metaphone.isDoubleMetaphoneEqual(upper, name, true));
            assertFalse(name, metaphone.isDoubleMetaphoneEqual(name, "Quennell"));
        }
    }
}
